/**
 * Paired sign-flip permutation tests of the difference of two means, two-sided
 * (Fisher, "The Design of Experiments", 1935, section 21; used for retrieval
 * by Smucker, Allan and Carterette, CIKM 2007).
 */

import { exactSignFlip } from "./exact_sign_flip.ts";
import { DEFAULT_RESAMPLES, requireResamples, type ResampleRange } from "./resampled_means.ts";
import {
  columnSum,
  type Contrast,
  contrastScores,
  EQUAL_WITHIN,
  type ScoreMatrix,
} from "./score_matrix.ts";
import { forEachSignFlip } from "./sign_flips.ts";

/** Why a p-value says nothing: no questions at all, a single one, or no question with a difference. */
export type DegenerateTest = "no questions" | "one question" | "no difference";

/** The result of one test. */
export interface PermutationTest {
  /** Two-sided p-value, above 0 and at most 1; null where there is no question. */
  readonly p: number | null;
  /** Whether all assignments of signs were counted or a random sample of them. */
  readonly method: "exact" | "monte carlo";
  readonly degenerate: DegenerateTest | null;
}

/** A pair of columns; their differences are tested. */
export interface PairedContrast extends Contrast {
  readonly right: number;
}

/** Options of the test. */
export interface PermutationOptions {
  /** An integer from 0 to 2^53 - 1. */
  readonly seed: number;
  /** Number of random assignments where they are not enumerated, at least 1. @default 10000 */
  readonly resamples?: number;
}

/** Up to this many questions with a difference, all assignments of signs are counted. */
export const EXACT_UP_TO = 24;

/**
 * Tests each pair of columns.
 *
 * With at most `EXACT_UP_TO` differences that are not zero the p-value is
 * exact. Otherwise it is (count + 1) / (resamples + 1), which keeps the test
 * valid and never gives 0 (Phipson and Smyth, Statistical Applications in
 * Genetics and Molecular Biology 9(1), 2010).
 *
 * @param matrix Scores of the questions that both runs answered.
 * @returns One result a contrast, in the same order.
 * @throws {RangeError} where the seed or the number of resamples is out of range.
 */
export function permutationTests(
  matrix: ScoreMatrix,
  contrasts: readonly PairedContrast[],
  { seed, resamples = DEFAULT_RESAMPLES }: PermutationOptions,
): PermutationTest[] {
  requireResamples(resamples);
  const exact = contrasts.map((contrast) => enumeratedTest(matrix, contrast));
  const sampled = contrasts.filter((_, at) => exact[at] === null);
  const counts = sampled.length === 0
    ? new Float64Array(0)
    : countExtremeFlips(matrix, sampled, { seed, from: 0, to: resamples });
  let next = 0;
  return exact.map((test) =>
    test ?? {
      p: monteCarloP(counts[next++]!, resamples),
      method: "monte carlo",
      degenerate: null,
    }
  );
}

/** The test by enumeration, or null where there are too many differences for it. */
function enumeratedTest(
  matrix: ScoreMatrix,
  contrast: PairedContrast,
): PermutationTest | null {
  const { questions } = matrix;
  const differences = contrastScores(matrix, contrast);
  const moved = [...differences].filter((difference) => Math.abs(difference) > EQUAL_WITHIN);
  if (moved.length > EXACT_UP_TO) return null;
  const p = questions === 0 ? null : exactSignFlip(moved, EQUAL_WITHIN * questions);
  const degenerate = questions === 0
    ? "no questions"
    : questions === 1
    ? "one question"
    : moved.length === 0
    ? "no difference"
    : null;
  return { p, method: "exact", degenerate };
}

/**
 * For each contrast, how many of the given random flips are at least as far
 * from zero as the observed difference. Counts of ranges add up.
 *
 * @param matrix Scores of the questions that both runs answered.
 * @param range Numbers of the flips, and their seed.
 * @returns One count a contrast, in the same order.
 */
export function countExtremeFlips(
  matrix: ScoreMatrix,
  contrasts: readonly PairedContrast[],
  range: ResampleRange,
): Float64Array {
  // Differences of means are compared within the tolerance; these are sums.
  const tolerance = EQUAL_WITHIN * matrix.questions;
  const left = Int32Array.from(contrasts, (contrast) => contrast.left);
  const right = Int32Array.from(contrasts, (contrast) => contrast.right);
  const bounds = Float64Array.from(
    contrasts,
    (contrast) =>
      Math.abs(
        columnSum(matrix, contrast.left) - columnSum(matrix, contrast.right),
      ) - tolerance,
  );
  const counts = new Float64Array(contrasts.length);
  forEachSignFlip(matrix, range, (sums) => {
    for (let at = 0; at < counts.length; at++) {
      const flipped = Math.abs(sums[left[at]!]! - sums[right[at]!]!);
      if (flipped >= bounds[at]!) counts[at] = counts[at]! + 1;
    }
  });
  return counts;
}

/** The p-value from a count of extreme flips among `resamples` random ones. */
export function monteCarloP(count: number, resamples: number): number {
  return (count + 1) / (resamples + 1);
}
