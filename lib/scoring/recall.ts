/** Recall: of the gold papers of a question, the share that a list holds. */
import type { Match } from "./match.ts";

/** The cutoffs of the published comparison. */
export const defaultCutoffs: readonly number[] = [10, 20, 50, 100, 200];

/**
 * Counts the gold papers found within a cutoff.
 *
 * @param matches Of one question, in rank order.
 * @param cutoff Deepest rank that counts, from 1.
 */
export function foundAt(matches: readonly Pick<Match, "rank">[], cutoff: number): number {
  let found = 0;
  while (found < matches.length && matches[found]!.rank <= cutoff) found++;
  return found;
}

/** What a question contributes to the recall of a run. */
export interface QuestionScore {
  /** Gold papers of the question, at least 1. */
  readonly totalGold: number;
  /** In rank order. */
  readonly matches: readonly Match[];
}

/** The recall of a run at some cutoffs. */
export interface RecallFigures {
  /**
   * By cutoff in the order given: the mean over questions of found / gold,
   * each question alike. From 0 to 1; 0 for no questions.
   */
  macro: number[];
  /**
   * By cutoff in the order given: found / gold over all questions pooled, each
   * gold paper alike. From 0 to 1; 0 for no questions.
   */
  micro: number[];
}

/**
 * Computes the recall of a run in one pass over its questions.
 *
 * The sums run left to right in the order given, as the published scorer's do,
 * so that the result is the same to the last bit.
 *
 * @param scores Of the questions that count; each is looked at once.
 * @param cutoffs Deepest ranks that count, from 1.
 */
export function recallFigures(
  scores: Iterable<QuestionScore>,
  cutoffs: readonly number[],
): RecallFigures {
  const sums = cutoffs.map(() => 0);
  const found = cutoffs.map(() => 0);
  let questions = 0;
  let gold = 0;
  for (const { matches, totalGold } of scores) {
    questions++;
    gold += totalGold;
    for (const [at, cutoff] of cutoffs.entries()) {
      const count = foundAt(matches, cutoff);
      found[at]! += count;
      sums[at]! += count / totalGold;
    }
  }
  const shares = (parts: readonly number[], whole: number) =>
    parts.map((part) => whole === 0 ? 0 : part / whole);
  return { macro: shares(sums, questions), micro: shares(found, gold) };
}
