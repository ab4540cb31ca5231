/**
 * What the cache knows of a file's ids, taken into memory once: an id recurs in
 * many lists, and asking the cache for each candidate would be most of the time.
 */
import type { NcbiCache } from "./cache.ts";
import { IdMap } from "./id_map.ts";
import { publicationYear, type YearField } from "./publication_year.ts";

/** Answers for a set of ids. */
export interface KnownAnswers {
  /** By id; what NCBI does not know is not there. */
  values: IdMap;
  /** How many ids have a value. */
  found: number;
  /** How many ids NCBI was never asked for. */
  notCached: number;
}

/** PMIDs by PMCID. */
export function knownPmids(cache: NcbiCache, pmcids: Iterable<number>): KnownAnswers {
  return load(cache, pmcids, (pmcid) => cache.pmidOf(pmcid));
}

/** Publication years by PMID. */
export function knownYears(
  cache: NcbiCache,
  pmids: Iterable<number>,
  field: YearField,
): KnownAnswers {
  return load(cache, pmids, (pmid) => {
    const dates = cache.datesOf(pmid);
    return dates && publicationYear(dates, field);
  });
}

function load(
  cache: NcbiCache,
  ids: Iterable<number>,
  answer: (id: number) => number | null | undefined,
): KnownAnswers {
  const known = { values: new IdMap(), found: 0, notCached: 0 };
  cache.reading(() => {
    for (const id of ids) {
      const value = answer(id);
      if (value === undefined) known.notCached++;
      else if (value !== null) {
        known.values.set(id, value);
        known.found++;
      }
    }
  });
  return known;
}
