/**
 * Percentile bootstrap intervals over questions (Efron and Tibshirani, "An
 * Introduction to the Bootstrap", 1993, chapter 13), 95 %.
 */

import { orderStatistics } from "./order_statistics.ts";
import { interpolate, percentile, percentilePlace } from "./percentile.ts";
import { resampledMeans } from "./resampled_means.ts";
import {
  type Contrast,
  contrastEstimate,
  contrastScores,
  EQUAL_WITHIN,
  type ScoreMatrix,
} from "./score_matrix.ts";

/** Why an interval says nothing about other questions. */
export type DegenerateInterval = "no questions" | "one question" | "constant";

/** An estimate with its 95 % interval; null where there is no question. */
export interface Interval {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /**
   * Null for a real interval. Else `low` and `high` are the estimate itself: no
   * resample can differ from it, which is no evidence of precision.
   */
  readonly degenerate: DegenerateInterval | null;
}

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

/** The percentiles that bound the interval, as fractions. */
export const INTERVAL_FRACTIONS = [0.025, 0.975] as const;

export const DEFAULT_RESAMPLES = 10_000;
const DEFAULT_KEEP_UP_TO = 16_384;
/** Resamples computed at a time where their means are not kept. */
const BLOCK = 1024;

/**
 * An interval for each contrast, all from the same resamples.
 *
 * @param matrix Scores of the questions that all compared runs share.
 * @param contrasts Means and differences of means, by column.
 * @returns One interval a contrast, in the same order.
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
  const flags = contrasts.map((contrast) => degenerateReason(contrastScores(matrix, contrast)));
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
 * The same intervals from means that were computed before, for example in
 * several workers.
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
    const flag = degenerateReason(contrastScores(matrix, contrast));
    if (flag !== null) return pointInterval(matrix, contrast, flag);
    let filled = 0;
    for (const chunk of chunks) {
      for (let row = 0; row < chunk.length; row += stride) {
        sorted[filled++] = contrastOfRow(chunk, row, contrast);
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

/** Why resampling these scores cannot give anything but their mean, or null. */
export function degenerateReason(
  scores: Float64Array,
): DegenerateInterval | null {
  if (scores.length === 0) return "no questions";
  if (scores.length === 1) return "one question";
  const first = scores[0]!;
  return scores.every((score) => Math.abs(score - first) <= EQUAL_WITHIN) ? "constant" : null;
}

function pointInterval(
  matrix: ScoreMatrix,
  contrast: Contrast,
  degenerate: DegenerateInterval,
): Interval {
  if (degenerate === "no questions") {
    return { estimate: null, low: null, high: null, degenerate };
  }
  const estimate = contrastEstimate(matrix, contrast);
  return { estimate, low: estimate, high: estimate, degenerate };
}

function contrastOfRow(
  means: Float64Array,
  row: number,
  { left, right }: Contrast,
): number {
  return means[row + left]! - (right === null ? 0 : means[row + right]!);
}

/** Lower and upper bounds, one pair a contrast, without keeping the means. */
function boundsByReplay(
  matrix: ScoreMatrix,
  contrasts: readonly Contrast[],
  seed: number,
  resamples: number,
): number[][] {
  const places = INTERVAL_FRACTIONS.map((fraction) => percentilePlace(resamples, fraction));
  const values = orderStatistics(
    (visit) => {
      for (let from = 0; from < resamples; from += BLOCK) {
        const to = Math.min(from + BLOCK, resamples);
        const means = resampledMeans(matrix, { seed, from, to });
        for (let row = 0; row < means.length; row += matrix.stride) {
          for (let at = 0; at < contrasts.length; at++) {
            visit(at, contrastOfRow(means, row, contrasts[at]!));
          }
        }
      }
    },
    contrasts.map((contrast) => ({
      centre: contrastEstimate(matrix, contrast),
      deviation: standardError(contrastScores(matrix, contrast)),
    })),
    places.flatMap(({ lower, upper }) => [lower, upper]),
  );
  return values.map((found) =>
    places.map(({ share }, at) => interpolate(found[2 * at]!, found[2 * at + 1]!, share))
  );
}

/** Standard deviation of the mean of a resample of these scores. */
function standardError(scores: Float64Array): number {
  let sum = 0;
  for (const score of scores) sum += score;
  const mean = sum / scores.length;
  let squares = 0;
  for (const score of scores) squares += (score - mean) ** 2;
  return Math.sqrt(squares) / scores.length;
}
