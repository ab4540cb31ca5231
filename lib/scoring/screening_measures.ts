/**
 * Measures of the work a ranking saves where all of a pool would be screened
 * (technology-assisted review). They look at the shortest prefix of the ranking
 * that holds at least r % of the gold papers: what is in it has been read, what
 * follows has not. TP and FP count the gold and the other papers read, FN and
 * TN those not read.
 *
 * They need the whole ranking. Where the pool's size is known but the target
 * is not reached in the list, the whole pool has to be read. Where it is not
 * known and gold papers are missing from the list, the measures are undefined;
 * so they are where the list shows that it ranks papers from outside the pool.
 */
import type { RankedQuestion } from "./ranked_question.ts";

/** The state of screening when the target has been reached. */
export interface ScreeningState {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
}

/**
 * Reads down the ranking until r % of the gold papers are found.
 *
 * @param percent The target, above 0 and at most 100.
 * @returns The counts, or null where the list is no complete ranking.
 */
export function screenUntil(question: RankedQuestion, percent: number): ScreeningState | null {
  const { matches, totalGold, numRetrieved, poolSize } = question;
  if (poolSize === undefined && matches.length < totalGold) return null;
  const pool = poolSize ?? numRetrieved;
  // More results, or deeper ones, than the pool has are not all from the pool.
  const deepest = Math.max(numRetrieved, matches.at(-1)?.rank ?? 0);
  if (totalGold > pool || deepest > pool) return null;
  // Multiplied first: 95 x 20 / 100 is exactly 19, while 0.95 x 20 need not be.
  const target = Math.ceil(percent * totalGold / 100);
  const reached = matches[target - 1]?.rank;
  const read = reached ?? pool;
  const truePositives = reached === undefined ? totalGold : target;
  const falsePositives = read - truePositives;
  // So are more other papers read than the pool has.
  if (falsePositives > pool - totalGold) return null;
  return {
    truePositives,
    falsePositives,
    trueNegatives: pool - totalGold - falsePositives,
    falseNegatives: totalGold - truePositives,
  };
}

/**
 * Work saved over sampling, (TN + FN) / N - (1 - r): the share of the pool that
 * need not be read, less what a random order would save (Cohen, Hersh, Peterson
 * and Yen, "Reducing workload in systematic review preparation using automated
 * citation classification", JAMIA 13(2), 2006, doi 10.1197/jamia.M1929).
 *
 * From -(1 - r), nothing saved, to less than r.
 */
export function workSavedOverSampling(question: RankedQuestion, percent: number): number | null {
  const state = screenUntil(question, percent);
  if (state === null) return null;
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = state;
  const pool = truePositives + falsePositives + trueNegatives + falseNegatives;
  return (trueNegatives + falseNegatives) / pool - (100 - percent) / 100;
}

/**
 * True negative rate, TN / (TN + FP): the share of the other papers that need
 * not be read. It is work saved over sampling, scaled so that the worst ranking
 * of any pool has 0 and the best 1 (Kusa, Lipani, Knoth and Hanbury, "An
 * analysis of work saved over sampling in the evaluation of automated citation
 * screening in systematic literature reviews", Intelligent Systems with
 * Applications 18, 2023, doi 10.1016/j.iswa.2023.200193).
 *
 * A pool of gold papers only leaves nothing to save: 0.
 */
export function trueNegativeRate(question: RankedQuestion, percent: number): number | null {
  const state = screenUntil(question, percent);
  if (state === null) return null;
  const { trueNegatives, falsePositives } = state;
  const others = trueNegatives + falsePositives;
  return others === 0 ? 0 : trueNegatives / others;
}

/**
 * Normalised precision at fixed recall: TP / (TP + FP) scaled so that the worst
 * ranking of any pool has 0 and the best 1, which equals precision times the
 * true negative rate (Kusa, Peikos, Staudinger, Lipani and Hanbury, "Normalised
 * precision at fixed recall for evaluating TAR", ICTIR 2024,
 * doi 10.1145/3664190.3672532).
 */
export function normalisedPrecision(question: RankedQuestion, percent: number): number | null {
  const state = screenUntil(question, percent);
  const rate = trueNegativeRate(question, percent);
  if (state === null || rate === null) return null;
  return rate * state.truePositives / (state.truePositives + state.falsePositives);
}
