/** Numbers as the report prints them. */
import { toFixed } from "../fixed.ts";

/** Stands where there is no figure. */
export const NO_FIGURE = "–";

/** Decimals of recall and other measures. */
const SCORE_DIGITS = 3;
/** Decimals of p-values. */
const P_DIGITS = 4;

/** A score from 0 to 1. */
export function scoreText(value: number | null): string {
  return value === null ? NO_FIGURE : toFixed(value, SCORE_DIGITS);
}

/** A difference, always with its sign; none for what rounds to zero. */
export function differenceText(value: number | null): string {
  if (value === null) return NO_FIGURE;
  const size = toFixed(Math.abs(value), SCORE_DIGITS);
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

/** A p-value; small ones with two significant digits, for none is zero. */
export function pText(p: number | null): string {
  if (p === null) return NO_FIGURE;
  const fixed = toFixed(p, P_DIGITS);
  return Number(fixed) > 0 ? fixed : p.toExponential(1).replace("-", "\u2212");
}

/** A count with thousands separated. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count and what is counted. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
