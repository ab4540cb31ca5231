/** Rows of recall by cutoff, with what a reader must know about a cell. */
import { toFixed } from "./fixed.ts";
import type { Cell } from "./table.ts";

/** How deep the lists of a run are. */
export interface RunDepth {
  /** Results that the provider gives at the most; null where that is not known. */
  declared: number | null;
  /** The deepest rank found in the run. */
  deepest: number;
}

/** What a cutoff is for a run: measured, deeper than the provider goes, or deeper than any list found. */
export type CutoffStatus = "measured" | "beyond_depth" | "ceiling";

/**
 * Tells what a value at a cutoff means. A value beyond the declared depth is
 * no measurement of the provider; one beyond the end of the longest list
 * repeats the value there.
 */
export function cutoffStatus(cutoff: number, { declared, deepest }: RunDepth): CutoffStatus {
  if (declared !== null && cutoff > declared) return "beyond_depth";
  return cutoff > deepest ? "ceiling" : "measured";
}

/** Stands where there is no figure. */
export const NO_FIGURE = "–";

/** The mark of a ceiling; explained by {@linkcode ceilingNotes}. */
export const CEILING_MARK = "*";

const CEILING_NOTE =
  `${CEILING_MARK} deeper than the longest list: the value is the ceiling of what was found`;

/** What stands below a table with cells of these statuses: the explanation of the mark, if one has it. */
export function ceilingNotes(statuses: Iterable<CutoffStatus | undefined>): string[] {
  return [...statuses].includes("ceiling") ? [CEILING_NOTE] : [];
}

/**
 * One row: a label and a cell for each cutoff.
 *
 * @param recall By cutoff, 0 to 1; null where there is no figure.
 * @param depth How deep the run goes; without it every figure counts as measured.
 */
export function recallRow(
  label: string,
  recall: Readonly<Record<string, number | null>>,
  cutoffs: readonly number[],
  depth?: RunDepth,
): (string | Cell)[] {
  const cells = cutoffs.map((cutoff): Cell => {
    const value = recall[String(cutoff)] ?? null;
    const status = depth ? cutoffStatus(cutoff, depth) : "measured";
    if (value === null || status === "beyond_depth") return { text: NO_FIGURE, value: null };
    return { text: toFixed(value, 3) + (status === "ceiling" ? CEILING_MARK : ""), value };
  });
  return [label, ...cells];
}
