/** What a measure sees of one question: relevance is binary, one credit a gold paper. */
export interface RankedQuestion {
  /** Ranks, from 1, at which gold papers were credited, ascending. */
  readonly ranks: readonly number[];
  /** Number of gold papers, at least 1. */
  readonly totalGold: number;
  /** Number of candidates in the list. */
  readonly numRetrieved: number;
  /**
   * Number of papers in the screened pool, where one was ranked. Without it the
   * list itself is taken for the pool, provided that it holds every gold paper.
   */
  readonly poolSize?: number;
}

/** How many gold papers were found at rank `cutoff` or better. */
export function foundAt({ ranks }: RankedQuestion, cutoff: number): number {
  let found = 0;
  while (found < ranks.length && ranks[found]! <= cutoff) found++;
  return found;
}
