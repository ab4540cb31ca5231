/** Which ids of a result file have to be known before it can be resolved. */
import { IdSet } from "./id_set.ts";
import { pmidNumber } from "./identifiers.ts";
import { pmcidToResolve } from "./resolve_list.ts";
import type { ResultLine } from "./result_lines.ts";

/** The distinct ids of a file; filled row by row. */
export class WantedIds {
  /** Rows seen. */
  rows = 0;
  /** PMCIDs of results without a PMID. */
  readonly pmcids = new IdSet();
  /** Those of them that stand in a list to which the year cutoff applies. */
  readonly pmcidsForYears = new IdSet();
  /** PMIDs in lists to which the year cutoff applies. */
  readonly pmids = new IdSet();

  /** Adds a row's ids. */
  add({ candidates }: ResultLine, cutoff: boolean): void {
    this.rows++;
    for (const candidate of candidates) {
      const pmcid = pmcidToResolve(candidate);
      if (pmcid !== null) {
        this.pmcids.add(pmcid);
        if (cutoff) this.pmcidsForYears.add(pmcid);
      } else if (cutoff) {
        const pmid = pmidNumber(candidate.pmid);
        if (pmid !== null) this.pmids.add(pmid);
      }
    }
  }

  /** Adds the PMIDs that PMCIDs turned out to be. */
  addPmidsOfPmcids(pmidOf: (pmcid: number) => number | null): void {
    for (const pmcid of this.pmcidsForYears) {
      const pmid = pmidOf(pmcid);
      if (pmid !== null) this.pmids.add(pmid);
    }
  }
}
