/** Other measures than recall at the cutoffs. */
import type { ReportModel } from "../report_model.ts";
import { dataTable } from "./data_table.ts";
import { MEASURE_DIGITS } from "./figures.ts";
import { type Markup, markup } from "./markup.ts";
import { runName } from "./run_name.ts";
import { degenerateNotes, scoreCell, statusNotes } from "./score_cell.ts";

/** Renders the section; null where no measure was asked for. */
export function measuresSection({ runs }: ReportModel): Markup | null {
  const names = [...new Set(runs.flatMap(({ report }) => Object.keys(report.measures)))];
  if (names.length === 0) return null;
  const notes = [
    ...statusNotes(runs.flatMap(({ report }) => Object.values(report.measure_status))),
    ...runs.flatMap(({ label, report }) =>
      degenerateNotes(label, report.intervals?.measures ?? {}, (name) => name)
    ),
  ];
  return markup`<section aria-labelledby="measures">
<h2 id="measures">Measures</h2>
${
    dataTable({
      id: "measures-table",
      caption: "Means over questions, in the notation of ir_measures, with 95 % intervals",
      head: ["Run", ...names],
      groups: [{
        rows: runs.map(({ label, report }) => [
          runName(runs, label),
          ...names.map((name) =>
            scoreCell(report.measures[name] ?? null, report.intervals?.measures[name], {
              status: report.measure_status[name],
              digits: MEASURE_DIGITS,
            })
          ),
        ]),
      }],
      align: "figures",
    })
  }
${
    notes.length > 0 &&
    markup`<ul class="notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`
  }
</section>`;
}
