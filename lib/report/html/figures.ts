/** Numbers as the report prints them. */
import { toFixed } from "../fixed.ts";
import { NO_FIGURE } from "../recall_rows.ts";

/** Decimals of recall, as in the published tables. */
const RECALL_DIGITS = 3;
/** Decimals of the other measures, as trec_eval prints them. */
export const MEASURE_DIGITS = 4;

/** A score from 0 to 1. */
export function scoreText(value: number | null, digits = RECALL_DIGITS): string {
  return value === null ? NO_FIGURE : toFixed(value, digits);
}

/** A difference, always with its sign; none for what rounds to zero. */
export function differenceText(value: number | null): string {
  if (value === null) return NO_FIGURE;
  const size = toFixed(Math.abs(value), RECALL_DIGITS);
  if (Number(size) === 0) return size;
  return (value < 0 ? "\u2212" : "+") + size;
}

/**
 * An interval of scores or, with `differenceText`, of differences; "" where
 * either bound is missing.
 */
export function intervalText(
  low: number | null,
  high: number | null,
  text: (value: number) => string = scoreText,
): string {
  return low === null || high === null ? "" : `[${text(low)}, ${text(high)}]`;
}
