import type { Match } from "./match.ts";

/** What a measure sees of one question: relevance is binary, one credit a gold paper. */
export interface RankedQuestion {
  /** The gold papers found, in rank order; ranks start at 1. */
  readonly matches: readonly Pick<Match, "rank">[];
  /** Number of gold papers, at least 1. */
  readonly totalGold: number;
  /** Number of candidates in the list. */
  readonly numRetrieved: number;
  /**
   * Number of papers in the screened pool, where one was ranked. Without it the
   * list itself is taken for the pool, provided that it holds every gold paper.
   */
  readonly poolSize?: number | undefined;
}
