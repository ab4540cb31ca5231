/**
 * Percentile bootstrap intervals over questions (Efron and Tibshirani, "An
 * Introduction to the Bootstrap", 1993, chapter 13), 95 %.
 */

import { degenerateReason, type Interval, INTERVAL_FRACTIONS, pointInterval } from "./interval.ts";
import { percentile } from "./percentile.ts";
import { boundsByReplay } from "./replayed_bounds.ts";
import {
  contrastOfMeans,
  DEFAULT_RESAMPLES,
  requireResamples,
  resampledMeans,
} from "./resampled_means.ts";
import {
  type Contrast,
  contrastEstimate,
  contrastScores,
  type ScoreMatrix,
} from "./score_matrix.ts";

/** Options of the bootstrap. */
export interface BootstrapOptions {
  /** An integer from 0 to 2^53 - 1. */
  readonly seed: number;
  /** Number of resamples, at least 1. @default 10000 */
  readonly resamples?: number;
  /**
   * Up to this many resamples their means are kept; beyond it the resamples
   * are made twice instead, with the same result, so that memory has a bound.
   * @default 16384
   */
  readonly keepUpTo?: number;
}

const DEFAULT_KEEP_UP_TO = 16_384;

/**
 * An interval for each contrast, all from the same resamples.
 *
 * @param matrix Scores of the questions that all compared runs share.
 * @param contrasts Means and differences of means, by column.
 * @returns One interval a contrast, in the same order.
 * @throws {RangeError} where the seed or the number of resamples is out of range.
 */
export function bootstrapIntervals(
  matrix: ScoreMatrix,
  contrasts: readonly Contrast[],
  {
    seed,
    resamples = DEFAULT_RESAMPLES,
    keepUpTo = DEFAULT_KEEP_UP_TO,
  }: BootstrapOptions,
): Interval[] {
  requireResamples(resamples);
  const flags = contrasts.map((contrast) =>
    degenerateReason(contrastScores(matrix, contrast), resamples)
  );
  if (flags.every((flag) => flag !== null)) {
    return contrasts.map((contrast, at) => pointInterval(matrix, contrast, flags[at]!));
  }
  if (resamples <= keepUpTo) {
    const means = resampledMeans(matrix, { seed, from: 0, to: resamples });
    return intervalsFromMeans(matrix, contrasts, [means]);
  }
  const wanted = contrasts.filter((_, at) => flags[at] === null);
  const bounds = boundsByReplay(matrix, wanted, seed, resamples);
  let next = 0;
  return contrasts.map((contrast, at) => {
    const flag = flags[at]!;
    if (flag !== null) return pointInterval(matrix, contrast, flag);
    const [low, high] = bounds[next++]!;
    const estimate = contrastEstimate(matrix, contrast);
    return { estimate, low: low!, high: high!, degenerate: null };
  });
}

/**
 * The same intervals from means that are there already.
 *
 * @param chunks Results of `resampledMeans` that together cover the resamples; their order does not matter.
 */
export function intervalsFromMeans(
  matrix: ScoreMatrix,
  contrasts: readonly Contrast[],
  chunks: readonly Float64Array[],
): Interval[] {
  const { stride } = matrix;
  const resamples = chunks.reduce(
    (sum, chunk) => sum + chunk.length / stride,
    0,
  );
  const sorted = new Float64Array(resamples);
  return contrasts.map((contrast) => {
    const flag = degenerateReason(contrastScores(matrix, contrast), resamples);
    if (flag !== null) return pointInterval(matrix, contrast, flag);
    let filled = 0;
    for (const chunk of chunks) {
      for (let row = 0; row < chunk.length; row += stride) {
        sorted[filled++] = contrastOfMeans(chunk, row, contrast);
      }
    }
    sorted.sort();
    return {
      estimate: contrastEstimate(matrix, contrast),
      low: percentile(sorted, INTERVAL_FRACTIONS[0]),
      high: percentile(sorted, INTERVAL_FRACTIONS[1]),
      degenerate: null,
    };
  });
}
