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
  totalGold: number;
  /** In rank order. */
  matches: readonly Match[];
}

/**
 * Macro recall: the mean over questions of found / gold, each question alike.
 *
 * The sum runs left to right in the order given, as the published scorer's
 * does, so that the result is the same to the last bit.
 *
 * @returns From 0 to 1; 0 for no questions.
 */
export function macroRecall(scores: readonly QuestionScore[], cutoff: number): number {
  let sum = 0;
  for (const { matches, totalGold } of scores) sum += foundAt(matches, cutoff) / totalGold;
  return scores.length === 0 ? 0 : sum / scores.length;
}

/**
 * Micro recall: found / gold over all questions pooled, each gold paper alike.
 *
 * @returns From 0 to 1; 0 for no questions.
 */
export function microRecall(scores: readonly QuestionScore[], cutoff: number): number {
  let found = 0;
  let gold = 0;
  for (const { matches, totalGold } of scores) {
    found += foundAt(matches, cutoff);
    gold += totalGold;
  }
  return gold === 0 ? 0 : found / gold;
}
