/** Recall by depth: the chart, then the figures at the cutoffs. */
import { counted } from "../../benchmark/counted.ts";
import { NO_FIGURE } from "../recall_rows.ts";
import type { ModelRun, ReportModel } from "../report_model.ts";
import { leavesOut } from "../score_report.ts";
import { dataTable } from "./data_table.ts";
import { depthTable } from "./depth_table.ts";
import { scoreText } from "./figures.ts";
import { type Markup, markup, type Part } from "./markup.ts";
import { recallChart } from "./recall_chart.ts";
import { runLegend } from "./run_marks.ts";
import { runName } from "./run_name.ts";
import { degenerateNotes, scoreCell, scoreFigure, statusNotes } from "./score_cell.ts";

/** The chart for wide pages and print, and the one for narrow screens; style/runs.css shows one of them. */
const WIDE = { width: 920, height: 470, fontSize: 13, names: true };
const NARROW = { width: 380, height: 340, fontSize: 12, names: false };

/** Renders the section. */
export function recallSection(model: ReportModel): Markup {
  const notes = recallNotes(model);
  return markup`<section aria-labelledby="recall">
<h2 id="recall">Recall by depth</h2>
${recallFigure(model)}
${recallTable(model)}
${depthTable(model)}
${
    notes.length > 0 &&
    markup`<ul class="notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`
  }
</section>`;
}

function recallFigure({ runs, cutoffs }: ReportModel): Markup | null {
  const description = chartDescription(runs, cutoffs);
  const wide = recallChart(runs, cutoffs, WIDE, description);
  const narrow = recallChart(runs, cutoffs, NARROW, description);
  if (wide === null || narrow === null) return null;
  const ceiling = runs.some(({ curve, report }) => curve.recall.length > report.deepest_rank);
  const banded = runs.some(({ curve }) => curve.band.length > 0);
  return markup`<figure>
${runLegend(runs.map(({ label }) => label))}
<div class="wide">${wide}</div>
<div class="narrow">${narrow}</div>
<figcaption>Mean over questions of the share of gold papers found by depth (macro recall).${
    banded && " Bands are pointwise 95 % bootstrap intervals over questions."
  } A curve ends at the deepest cutoff or where the provider’s results end${
    ceiling && "; deeper than a run’s longest list it is flat"
  }.</figcaption>
</figure>`;
}

/** What the picture shows, for those who do not see it; the table below it has the figures. */
function chartDescription(runs: readonly ModelRun[], cutoffs: readonly number[]): string {
  const ends = runs.map(({ label, curve }) => {
    const depth = curve.recall.length;
    const at = cutoffs.filter((cutoff) => cutoff < depth).slice(0, 1);
    const points = [...at, depth].filter((point) => point > 0).map((point) =>
      `${scoreText(curve.recall[point - 1]!)} at depth ${point}`
    );
    return `${label}: ${points.join(", ") || "no curve"}`;
  });
  return `Line chart of macro recall by depth. ${ends.join("; ")}.`;
}

function recallTable(model: ReportModel): Markup {
  const { runs, cutoffs, published } = model;
  const groups = [{
    rows: runs.flatMap((run) => [runRow(run, model), ...missingZeroRows(run, model)]),
  }];
  const head = ["Run", ...cutoffs.map((cutoff) => `@${cutoff}`), "Questions"];
  const publishedGroup = {
    head: "Published, not measured here",
    rows: published.map(({ name, table, recall }) => [
      `${name}, ${table} table`,
      ...cutoffs.map((cutoff) => scoreText(recall[String(cutoff)] ?? null)),
      NO_FIGURE,
    ]),
  };
  return dataTable({
    id: "recall-table",
    caption: "Macro recall at each cutoff, with 95 % intervals",
    head,
    groups: published.length > 0 ? [...groups, publishedGroup] : groups,
    align: "figures",
  });
}

function runRow({ label, report }: ModelRun, { runs, cutoffs }: ReportModel) {
  return [
    runName(runs, label),
    ...cutoffs.map((cutoff) => {
      const key = String(cutoff);
      return scoreCell(
        report.macro_recall[key] ?? null,
        report.intervals?.macro_recall[key],
        { status: report.cutoff_status[key] },
      );
    }),
    String(report.num_scored_questions),
  ];
}

/** The mean over all questions with gold, where a run's own leaves some of them out. */
function missingZeroRows({ label, report }: ModelRun, { runs, cutoffs }: ReportModel): Part[][] {
  if (!leavesOut(report)) return [];
  return [[
    markup`${runName(runs, label)}, missing as 0`,
    ...cutoffs.map((cutoff) => {
      const key = String(cutoff);
      const status = report.cutoff_status[key];
      return scoreFigure(report.macro_recall_missing_zero[key] ?? null, { status });
    }),
    String(report.num_scored_questions + report.num_missing_questions),
  ]];
}

function recallNotes({ runs, cutoffs, missingPolicy }: ReportModel): string[] {
  const notes = statusNotes(
    runs.flatMap(({ report }) => cutoffs.map((at) => report.cutoff_status[String(at)])),
  );
  for (const { label, report } of runs) {
    notes.push(...degenerateNotes(label, report.intervals?.macro_recall ?? {}, (at) => `@${at}`));
    const missing = report.num_missing_questions;
    if (missing > 0) {
      notes.push(
        `${label}: ${counted(missing, "question")} without a result ` +
          `(${report.num_failed_questions} failed, ${report.num_unattempted_questions} unattempted), ` +
          (missingPolicy === "zero" ? "scored 0." : "left out of its means."),
      );
    }
  }
  return notes;
}
