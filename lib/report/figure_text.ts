/** Figures as words and digits for tables. */
import type { PairedDifference, ReportInterval } from "./comparison.ts";
import { toFixed } from "./fixed.ts";
import { CEILING_MARK, NO_FIGURE } from "./recall_rows.ts";
import type { ScoreReport } from "./score_report.ts";

/** A difference with its sign, three decimals; `0.000` has none. */
export function signed(value: number): string {
  const text = toFixed(Math.abs(value), 3);
  return Number(text) === 0 ? text : `${value < 0 ? "-" : "+"}${text}`;
}

/** An interval, or why there is none. */
export function intervalText(
  { low, high, degenerate }: ReportInterval,
  number: (value: number) => string = (value) => toFixed(value, 3),
): string {
  if (degenerate === "constant") return "[none: constant values]";
  if (degenerate !== null || low === null || high === null) return `[none: ${degenerate}]`;
  return `[${number(low)}, ${number(high)}]`;
}

/** A p-value: four decimals, or two digits where that would show 0. */
export function pText(p: number | null): string {
  if (p === null) return NO_FIGURE;
  return p < 0.00005 ? p.toExponential(1) : toFixed(p, 4);
}

/** Why a test says nothing; "" for a real one. */
export function testNote({ degenerate_test: degenerate }: PairedDifference): string {
  return degenerate === null ? "" : ` (${degenerate})`;
}

/**
 * A measure, four decimals as trec_eval has them; a dash where the provider
 * does not go so deep, a mark on a recall deeper than the longest list.
 */
export function measureText(
  { measures, measure_status: status }: ScoreReport,
  name: string,
): string {
  if (status[name] === "beyond_depth") return NO_FIGURE;
  return toFixed(measures[name]!, 4) + (status[name] === "ceiling" ? CEILING_MARK : "");
}

/** The tiers in words. */
export function tiersText(tiers: readonly string[]): string {
  const names: Record<string, string> = { pmid: "PMID", doi: "DOI", title: "title" };
  return tiers.map((tier) => names[tier]).join(", ");
}
