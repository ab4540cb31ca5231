/** The most digits that `Number.prototype.toFixed` gives: enough to show any score exactly. */
const ALL_DIGITS = 100;

/**
 * A number with a fixed count of decimals, rounded as C's printf and Python's
 * format round: a value exactly halfway goes to the even digit. (`toFixed` of
 * JavaScript rounds it away from zero: 0.03125 is 0.0313 there, 0.0312 in the
 * tables of trec_eval.)
 *
 * @param digits Number of decimals, from 0 to 12.
 *
 * @example
 * ```ts
 * import { toFixed } from "./fixed.ts";
 * if (toFixed(0.03125, 4) !== "0.0312") throw new Error();
 * ```
 */
export function toFixed(value: number, digits: number): string {
  const rounded = value.toFixed(digits);
  if (!Number.isFinite(value)) return rounded;
  const exact = value.toFixed(ALL_DIGITS);
  const point = exact.indexOf(".");
  const halfway = /^50*$/.test(exact.slice(point + 1 + digits));
  const odd = Number(rounded.at(-1)) % 2 === 1;
  if (!halfway || !odd) return rounded;
  return exact.slice(0, digits === 0 ? point : point + 1 + digits);
}
