import { INTERVAL_FRACTIONS } from "./interval.ts";
import { orderStatistics } from "./order_statistics.ts";
import { interpolate, percentilePlace } from "./percentile.ts";
import { contrastOfMeans, resampledMeans } from "./resampled_means.ts";
import {
  type Contrast,
  contrastEstimate,
  contrastScores,
  type ScoreMatrix,
} from "./score_matrix.ts";

/** Resamples computed at a time. */
const BLOCK = 1024;

/**
 * Lower and upper bounds of the intervals without keeping the resamples' means:
 * the resamples are made twice, and memory does not depend on their number.
 *
 * @returns The two bounds of each contrast; no contrast may be degenerate.
 */
export function boundsByReplay(
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
            visit(at, contrastOfMeans(means, row, contrasts[at]!));
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
