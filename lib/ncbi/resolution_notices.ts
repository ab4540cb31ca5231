/** What a user has to know of a resolution even with --quiet. */
import { counted } from "../benchmark/counted.ts";
import type { ResolutionSummary } from "./resolution_summary.ts";

/**
 * Offline, lists are not what they would be.
 *
 * @param pmcids How many PMCIDs the cache does not have.
 * @param pmids How many PMIDs it has no dates of.
 * @param cache Its name.
 * @param notice Told of it, if there are any.
 */
export function tellUnknown(
  pmcids: number,
  pmids: number,
  cache: string,
  notice: (text: string) => void,
): void {
  if (pmcids + pmids === 0) return;
  notice(
    `not in ${cache}: ${counted(pmcids, "PMCID")} and the years of ${counted(pmids, "PMID")}; ` +
      "their results stay as they are; run without --offline to ask NCBI",
  );
}

/** Tells what taking results for one paper may have lost, if anything. */
export function tellLosses(summary: ResolutionSummary, notice: (text: string) => void): void {
  const { pmid_conflicts: conflicts, gold } = summary;
  const lost = gold?.lost_in_collapse ?? 0;
  if (conflicts > 0) {
    notice(
      `${counted(conflicts, "result")} became one with an earlier result that has another PMID, ` +
        "because of a DOI or a PMCID that they share; --keep-duplicates keeps all",
    );
  }
  if (lost > 0) {
    notice(
      `lost ${counted(lost, "gold paper")} to an earlier result that was taken for the same paper`,
    );
  }
}
