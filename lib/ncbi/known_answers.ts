/**
 * What the cache knows of a file's ids, taken into memory once: an id recurs in
 * many lists, and asking the cache for each candidate would be most of the time.
 */
import type { NcbiCache } from "./cache.ts";
import type { IdSet } from "./id_set.ts";
import { IdValues } from "./id_values.ts";
import { publicationYear, type YearField } from "./publication_year.ts";

/** Answers for a set of ids. */
export interface KnownAnswers {
  /** By id; what NCBI does not know is not there. */
  values: IdValues;
  /** How many ids have a value. */
  found: number;
  /** How many ids NCBI was never asked for. */
  notCached: number;
}

/** PMIDs by PMCID. @throws {FileError} where the cache cannot be read. */
export function knownPmids(cache: NcbiCache, pmcids: IdSet): KnownAnswers {
  return load(cache, pmcids, Uint32Array, (pmcid) => cache.pmidOf(pmcid));
}

/**
 * Publication years by PMID.
 *
 * @param field Which date counts.
 * @throws {FileError} where the cache cannot be read.
 */
export function knownYears(cache: NcbiCache, pmids: IdSet, field: YearField): KnownAnswers {
  return load(cache, pmids, Uint16Array, (pmid) => {
    const dates = cache.datesOf(pmid);
    return dates && publicationYear(dates, field);
  });
}

function load(
  cache: NcbiCache,
  ids: IdSet,
  kind: Uint16ArrayConstructor | Uint32ArrayConstructor,
  answer: (id: number) => number | null | undefined,
): KnownAnswers {
  let found = 0;
  let notCached = 0;
  const valueOf = (id: number) => {
    const value = answer(id);
    if (value === undefined) notCached++;
    else if (value !== null) found++;
    return value ?? 0;
  };
  const values = cache.reading(() => new IdValues(ids, kind, valueOf));
  return { values, found, notCached };
}
