/** Means over bootstrap resamples of the questions, and how many resamples there may be. */
import { countDraws, randomState } from "./random.ts";
import { COLUMN_BLOCK, type Contrast, type ScoreMatrix } from "./score_matrix.ts";

/** Resamples of an interval, and random signs of a test, where the user names no number. */
export const DEFAULT_RESAMPLES = 10_000;

/** Which resamples: numbers `from` (included) to `to` (excluded) of a seed. */
export interface ResampleRange {
  /** The user's seed, an integer from 0 to 2^53 - 1. */
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Refuses a number of resamples that cannot be drawn.
 *
 * @throws {RangeError} where it is no integer from 1 to 2^32 - 1.
 */
export function requireResamples(resamples: number): void {
  if (!Number.isInteger(resamples) || resamples < 1 || resamples >= 2 ** 32) {
    throw new RangeError(
      `Cannot resample ${resamples} times: the number must be an integer of at least 1`,
    );
  }
}

/** Keeps the bootstrap's numbers apart from those of the permutation test. */
const BOOTSTRAP_STREAM = 1;

/**
 * Means of all columns over bootstrap resamples of the questions.
 *
 * A resample draws as many questions as there are, with replacement; all
 * columns use the same draw, so runs and cutoffs stay paired and the mean of a
 * difference is the difference of two columns here. A resample depends on the
 * seed and its number only: ranges can be computed apart and put together.
 *
 * @returns Row-major, (`to` - `from`) x `matrix.stride`.
 */
export function resampledMeans(
  matrix: ScoreMatrix,
  { seed, from, to }: ResampleRange,
): Float64Array {
  const { questions, stride, values } = matrix;
  const means = new Float64Array((to - from) * stride);
  const counts = new Int32Array(questions);
  const words = new Int32Array(questions);
  const rows = new Int32Array(questions);
  const weights = new Float64Array(questions);
  for (let resample = from; resample < to; resample++) {
    countDraws(randomState(seed, BOOTSTRAP_STREAM, resample), counts, words);
    let drawn = 0;
    for (let question = 0; question < questions; question++) {
      const count = counts[question]!;
      if (count === 0) continue;
      rows[drawn] = question * stride;
      weights[drawn++] = count;
    }
    const target = (resample - from) * stride;
    for (let block = 0; block < stride; block += COLUMN_BLOCK) {
      // Sums in local variables stay in registers; this loop is where the time goes.
      let sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0;
      for (let at = 0; at < drawn; at++) {
        const row = (rows[at]! + block) | 0;
        const weight = weights[at]!;
        sum0 += weight * values[row]!;
        sum1 += weight * values[row + 1]!;
        sum2 += weight * values[row + 2]!;
        sum3 += weight * values[row + 3]!;
        sum4 += weight * values[row + 4]!;
      }
      means[target + block] = sum0 / questions;
      means[target + block + 1] = sum1 / questions;
      means[target + block + 2] = sum2 / questions;
      means[target + block + 3] = sum3 / questions;
      means[target + block + 4] = sum4 / questions;
    }
  }
  return means;
}

/**
 * The value of a contrast in one resample.
 *
 * @param means From {@linkcode resampledMeans}.
 * @param row Where the means of the resample start.
 */
export function contrastOfMeans(
  means: Float64Array,
  row: number,
  { left, right }: Contrast,
): number {
  return means[row + left]! - (right === null ? 0 : means[row + right]!);
}
