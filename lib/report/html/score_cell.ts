/** A score with its interval in a table cell. */
import type { ReportInterval } from "../comparison.ts";
import { CEILING_MARK, ceilingNotes, type CutoffStatus, NO_FIGURE } from "../recall_rows.ts";
import { intervalText, scoreText } from "./figures.ts";
import { intervalWords } from "./flags_in_words.ts";
import { type Markup, markup } from "./markup.ts";

/** What a score means, and how finely it is shown. */
export interface ScoreOptions {
  /** @default "measured" */
  status?: CutoffStatus | undefined;
  /** Decimals; as recall where absent. */
  digits?: number | undefined;
}

/** A score with its mark; no figure where the provider does not go so deep. */
export function scoreFigure(
  value: number | null,
  { status = "measured", digits }: ScoreOptions = {},
): string {
  if (status === "beyond_depth" || value === null) return NO_FIGURE;
  return scoreText(value, digits) + (status === "ceiling" ? CEILING_MARK : "");
}

/**
 * A score over its interval.
 *
 * @param value From 0 to 1 (-1 to 1 for some measures); null where there is none.
 * @param interval Of the same value; none where none was computed.
 */
export function scoreCell(
  value: number | null,
  interval: ReportInterval | undefined,
  options: ScoreOptions = {},
): Markup {
  const figure = scoreFigure(value, options);
  if (figure === NO_FIGURE) return markup`${figure}`;
  return markup`<span class="score">${figure}</span>${
    interval !== undefined &&
    markup` <span class="interval">${rangeText(interval, options.digits)}</span>`
  }`;
}

function rangeText({ low, high, degenerate }: ReportInterval, digits?: number): string {
  return degenerate === null
    ? intervalText(low, high, (bound) => scoreText(bound, digits))
    : "no interval";
}

/** Explains the marks that cells of these statuses have. */
export function statusNotes(statuses: Iterable<CutoffStatus | undefined>): string[] {
  const all = new Set(statuses);
  return [
    ...(all.has("beyond_depth") ? [`${NO_FIGURE} deeper than the provider gives results.`] : []),
    ...ceilingNotes(all).map((note) => `${note}.`),
  ];
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
