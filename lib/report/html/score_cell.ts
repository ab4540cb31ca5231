/** A score with its interval in a table cell. */
import type { ReportInterval } from "../comparison.ts";
import type { CutoffStatus } from "../recall_rows.ts";
import { intervalText, NO_FIGURE, scoreText } from "./figures.ts";
import { intervalWords } from "./flags_in_words.ts";
import { type Markup, markup } from "./markup.ts";

/** A score over its interval; no figure where the provider does not go so deep. */
export function scoreCell(
  value: number | null,
  interval: ReportInterval | undefined,
  { status = "measured", digits }: { status?: CutoffStatus | undefined; digits?: number } = {},
): Markup {
  if (status === "beyond_depth" || value === null) return markup`${NO_FIGURE}`;
  const mark = status === "ceiling" ? "*" : "";
  const range = interval === undefined
    ? ""
    : interval.degenerate === null
    ? intervalText(interval.low, interval.high, (bound) => scoreText(bound, digits))
    : "no interval";
  return markup`<span class="score">${scoreText(value, digits)}${mark}</span>${
    range !== "" && markup` <span class="interval">${range}</span>`
  }`;
}

/**
 * Says for which columns of a run there is no interval, and why.
 *
 * @param intervals By column key.
 * @param nameOf The column's head from its key.
 */
export function degenerateNotes(
  label: string,
  intervals: Readonly<Record<string, ReportInterval>>,
  nameOf: (key: string) => string,
): string[] {
  const columns = new Map<string, string[]>();
  for (const [key, { degenerate }] of Object.entries(intervals)) {
    const words = intervalWords(degenerate);
    if (words !== null) columns.set(words, [...columns.get(words) ?? [], nameOf(key)]);
  }
  return [...columns].map(([words, names]) => `${label}, ${names.join(", ")}: ${words}.`);
}
