/** A scored run as text. */
import { CEILING_NOTE, recallRow, type RunDepth } from "./recall_rows.ts";
import type { ScoreReport } from "./score_report.ts";
import { renderTable, type TableFormat } from "./table.ts";

/** A published row to print beside the measured ones. */
export interface PublishedRow {
  label: string;
  recall: Readonly<Record<string, number | null>>;
}

/** Renders the table of a run and what belongs under it. */
export function scoreText(
  report: ScoreReport,
  published: readonly PublishedRow[],
  format: TableFormat,
): string {
  const { cutoffs } = report;
  const depth: RunDepth = { declared: report.declared_depth, deepest: report.deepest_rank };
  const rows = [
    recallRow("Macro recall", report.macro_recall, cutoffs, depth),
    recallRow("Micro recall", report.micro_recall, cutoffs, depth),
  ];
  if (report.num_missing_questions > 0 && report.missing_policy === "skip") {
    rows.push(recallRow("Macro, missing as 0", report.macro_recall_missing_zero, cutoffs, depth));
  }
  for (const { label, recall } of published) rows.push(recallRow(label, recall, cutoffs));
  const table = renderTable(
    { head: ["Metric", ...cutoffs.map((cutoff) => `@${cutoff}`)], rows },
    format,
  );
  return format === "table" ? table + footer(report) : table;
}

function footer(report: ScoreReport): string {
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
  if (Object.values(report.cutoff_status).includes("ceiling")) lines.push(CEILING_NOTE);
  if (report.reproduced !== null) lines.push(reproductionLine(report));
  return lines.map((line) => `${line}\n`).join("");
}

function tierText(counts: Readonly<Record<string, number>>): string {
  return `{${Object.entries(counts).map(([tier, count]) => `"${tier}": ${count}`).join(", ")}}`;
}

/** Says whether the expected values came out, in the words of the dataset. */
export function reproductionLine({ dataset, reproduced }: ScoreReport): string {
  const what = dataset === "bioasq"
    ? "reproduces the published result"
    : `matches the ${dataset}'s expected values`;
  return `${what}: ${reproduced ? "yes" : "no"}`;
}
