/** What an estimate with an interval is, and when the interval is none. */
import { type Contrast, contrastEstimate, EQUAL_WITHIN, type ScoreMatrix } from "./score_matrix.ts";

/** Why an interval says nothing about other questions. */
export type DegenerateInterval = "no questions" | "one question" | "constant" | "one resample";

/** An estimate with its 95 % interval; null where there is no question. */
export interface Interval {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /**
   * Null for a real interval. Else `low` and `high` are the estimate itself,
   * which is no evidence of precision.
   */
  readonly degenerate: DegenerateInterval | null;
}

/** The percentiles that bound the interval, as fractions. */
export const INTERVAL_FRACTIONS = [0.025, 0.975] as const;

/** Why resampling these scores so many times cannot give an interval, or null. */
export function degenerateReason(
  scores: Float64Array,
  resamples: number,
): DegenerateInterval | null {
  if (scores.length === 0) return "no questions";
  if (scores.length === 1) return "one question";
  const first = scores[0]!;
  if (scores.every((score) => Math.abs(score - first) <= EQUAL_WITHIN)) return "constant";
  return resamples === 1 ? "one resample" : null;
}

/**
 * The interval of width 0 of a degenerate case.
 *
 * @param degenerate Why it is one; without any question there is no estimate either.
 */
export function pointInterval(
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
