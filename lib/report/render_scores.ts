/** What is printed of a scoring, in every format. */
import { comparisonSections } from "./comparison_sections.ts";
import { figureTable } from "./figure_rows.ts";
import { jsonReport, type JsonReportOptions } from "./json_report.ts";
import { jsonText } from "./score_report.ts";
import type { Scores } from "./score_runs.ts";
import { scoreText } from "./score_text.ts";
import { renderSections } from "./sections.ts";
import { renderTable, type TableFormat } from "./table.ts";

/** How to render. */
export interface RenderOptions extends JsonReportOptions {
  format: TableFormat | "json";
  /** Whether the table of a single run has its interval. */
  intervals: boolean;
}

/** Renders the scores, ending in a newline. */
export function renderScores(scores: Scores, options: RenderOptions): string {
  const { format, intervals } = options;
  if (format === "json") return jsonText(jsonReport(scores, options));
  if (scores.comparison === null) return scoreText(scores, format, intervals);
  if (format === "csv") return renderTable(figureTable(scores), "csv");
  return renderSections(comparisonSections(scores, options), format);
}
