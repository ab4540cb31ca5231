/** The name of a run where a table or list speaks of it. */
import type { ModelRun } from "../report_model.ts";
import { type Markup, markup } from "./markup.ts";
import { runSwatch } from "./run_marks.ts";

/** The run's line, letter and label; the label alone where no run has it. */
export function runName(runs: readonly ModelRun[], label: string): Markup {
  const at = runs.findIndex((run) => run.label === label);
  return markup`<span class="run-name">${
    at >= 0 && runSwatch(at)
  } <span class="label">${label}</span></span>`;
}
