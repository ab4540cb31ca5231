/** How a run is told from the others: by a letter and a dash pattern, and only then by colour. */
import { type Markup, markup } from "./markup.ts";

/** Number of colours in style/runs.css (`--ink-0` …), after Okabe and Ito's palette for colour-blind readers. */
const COLOURS = 8;
/** Number of dash patterns in style/runs.css (`.dash-0` …). */
const DASHES = 6;

/**
 * The letter of a run: A to Z, then AA, AB …
 *
 * @param at Position of the run, from 0.
 */
export function runKey(at: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + at % 26);
  return at < 26 ? last : runKey(Math.floor(at / 26) - 1) + last;
}

/** The classes that give a line or a swatch the look of a run; no two of 48 runs look alike. */
export function runClasses(at: number): string {
  const colour = at % COLOURS;
  const round = Math.floor(at / COLOURS);
  return `ink-${colour} dash-${(colour + round) % DASHES}`;
}

/** A short piece of the run's line and its letter, to stand beside its name. Decoration for screen readers. */
export function runSwatch(at: number): Markup {
  return markup`<span class="run-key" aria-hidden="true"><svg class="swatch ${runClasses(at)}"
 viewBox="0 0 28 10" width="28" height="10"><line x1="1" y1="5" x2="27" y2="5"/></svg>${
    runKey(at)
  }</span>`;
}

/** All runs with their marks. */
export function runLegend(labels: readonly string[]): Markup {
  return markup`<ul class="legend" aria-label="Runs">${
    labels.map((label, at) => markup`<li>${runSwatch(at)} <span class="label">${label}</span></li>`)
  }</ul>`;
}
