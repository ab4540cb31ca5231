/** A scored run as text. */
import { figureTable } from "./figure_rows.ts";
import { measureText } from "./figure_text.ts";
import { toFixed } from "./fixed.ts";
import { ceilingNotes, NO_FIGURE, recallRow, type RunDepth } from "./recall_rows.ts";
import { leavesOut, type ScoreReport } from "./score_report.ts";
import type { Scores } from "./score_runs.ts";
import { withNotes } from "./sections.ts";
import { type Cell, renderTable, type TableFormat } from "./table.ts";

/**
 * Renders the table of one run and what belongs under it. CSV with measures is
 * one table with a row a figure, as for several runs.
 *
 * @param scores Of a single run.
 * @param intervals Whether the interval of macro recall is shown.
 */
export function scoreText(scores: Scores, format: TableFormat, intervals: boolean): string {
  const { cutoffs, published } = scores;
  const { report } = scores.runs[0]!;
  if (format === "csv" && Object.keys(report.measures).length > 0) {
    return renderTable(figureTable(scores), "csv");
  }
  const depth: RunDepth = { declared: report.declared_depth, deepest: report.deepest_rank };
  const rows = [
    recallRow("Macro recall", report.macro_recall, cutoffs, depth),
    ...(intervals ? intervalRows(report) : []),
    recallRow("Micro recall", report.micro_recall, cutoffs, depth),
  ];
  if (leavesOut(report)) {
    rows.push(recallRow("Macro, missing as 0", report.macro_recall_missing_zero, cutoffs, depth));
  }
  for (const { label, recall } of published) rows.push(recallRow(label, recall, cutoffs));
  const table = { head: ["Metric", ...cutoffs.map((cutoff) => `@${cutoff}`)], rows };
  const ceiling = ceilingNotes(Object.values(report.cutoff_status));
  const notes = format === "table" ? footer(report, ceiling) : ceiling;
  return withNotes({ table, notes }, format) + measureTable(report, format);
}

/** Bounds of the 95 % interval of macro recall; why there is none where it is degenerate. */
function intervalRows(report: ScoreReport): (string | Cell)[][] {
  const bound = (label: string, end: "low" | "high") => [
    label,
    ...report.cutoffs.map((cutoff): Cell => {
      const interval = report.intervals!.macro_recall[String(cutoff)]!;
      const value = interval[end];
      if (report.cutoff_status[String(cutoff)] === "beyond_depth") {
        return { text: NO_FIGURE, value: null };
      }
      if (interval.degenerate !== null || value === null) {
        return { text: `none: ${interval.degenerate}`, value: null };
      }
      return { text: toFixed(value, 3), value };
    }),
  ];
  return [bound("Macro, 95 % low", "low"), bound("Macro, 95 % high", "high")];
}

function measureTable(report: ScoreReport, format: TableFormat): string {
  const names = Object.keys(report.measures);
  if (names.length === 0) return "";
  const rows = names.map((name) => [name, measureText(report, name)]);
  const notes = ceilingNotes(Object.values(report.measure_status));
  return `\n${withNotes({ table: { head: ["Measure", "Mean"], rows }, notes }, format)}`;
}

function footer(report: ScoreReport, ceiling: readonly string[]): string[] {
  const lines = [
    `num_scored_questions: ${report.num_scored_questions}`,
    `total_gold: ${report.total_gold}`,
    `match_tier_counts: ${tierText(report.match_tier_counts)}`,
  ];
  if (report.num_missing_questions > 0) {
    lines.push(
      `num_missing_questions: ${report.num_missing_questions} ` +
        `(${report.num_failed_questions} failed, ${report.num_unattempted_questions} unattempted)`,
    );
  }
  if (report.num_questions_without_gold > 0) {
    lines.push(`num_questions_without_gold: ${report.num_questions_without_gold}`);
  }
  lines.push(...ceiling);
  if (report.reproduced !== null) lines.push(reproductionLine(report));
  return lines;
}

function tierText(counts: Readonly<Record<string, number>>): string {
  return `{${Object.entries(counts).map(([tier, count]) => `"${tier}": ${count}`).join(", ")}}`;
}

/** Says whether the expected values came out, in the words of the dataset. */
function reproductionLine({ dataset, dataset_shipped: shipped, reproduced }: ScoreReport): string {
  const what = shipped && dataset === "bioasq"
    ? "reproduces the published result"
    : `matches the ${dataset}'s expected values`;
  return `${what}: ${reproduced ? "yes" : "no"}`;
}
