/** How many gold papers the lists of a file hold at each stage of its resolution. */
import { matchCandidates } from "../scoring/match.ts";
import type { PreparedGold } from "../scoring/prepared_gold.ts";
import type { OpenCandidate, ResolvedList } from "./resolve_list.ts";

/** Gold papers of the questions in the file that the lists hold, by the scorer's three tiers. */
export interface GoldCount {
  /** Questions whose gold is known. */
  questions: number;
  /** Gold papers of these questions. */
  total: number;
  /** Held by the lists as they came. */
  found_before: number;
  /** Held by the lists with PMIDs filled in, before anything is removed. */
  found: number;
  /** Of those, still held by the final lists. */
  kept: number;
  /** Of those, gone: the two that follow together. */
  dropped: number;
  /** Later than the cutoff by PubMed's date. */
  dropped_by_year: number;
  /** Held by a result that became one with an earlier result of another PMID or title. */
  lost_in_collapse: number;
}

/** Counts list by list. */
export class GoldCounter {
  readonly #count: GoldCount = {
    questions: 0,
    total: 0,
    found_before: 0,
    found: 0,
    kept: 0,
    dropped: 0,
    dropped_by_year: 0,
    lost_in_collapse: 0,
  };

  /**
   * Adds a question.
   *
   * @param gold Its gold papers.
   * @param before Its list as it came.
   * @param list What became of it.
   */
  add(gold: PreparedGold, before: readonly OpenCandidate[], list: ResolvedList): void {
    const pmids = (candidates: readonly OpenCandidate[]) =>
      new Set(matchCandidates(gold, candidates).map(({ pmid }) => pmid));
    const found = pmids(list.resolved);
    const kept = found.intersection(pmids(list.final));
    const late = found.difference(kept).difference(pmids(list.inTime));
    const count = this.#count;
    count.questions++;
    count.total += gold.length;
    count.found_before += pmids(before).size;
    count.found += found.size;
    count.kept += kept.size;
    count.dropped += found.size - kept.size;
    count.dropped_by_year += late.size;
    count.lost_in_collapse += found.size - kept.size - late.size;
  }

  /** The figures so far; null where no question's gold was known. */
  count(): GoldCount | null {
    return this.#count.questions === 0 ? null : { ...this.#count };
  }
}
