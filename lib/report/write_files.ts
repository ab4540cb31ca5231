/** The files that a scoring leaves. */
import { writeFileAtomically } from "../benchmark/atomic_file.ts";
import type { ScoreData } from "../benchmark/score_data.ts";
import { qrelsLines } from "../benchmark/trec_export.ts";
import { type AssembleOptions, assembleReport } from "./assemble_report.ts";
import { jsonReport, type JsonReportOptions } from "./json_report.ts";
import { perQuestionLines } from "./per_question.ts";
import { jsonText } from "./score_report.ts";
import type { Scores } from "./score_runs.ts";

/** Paths of the wanted files; a file without a path is not written. */
export interface ScorePaths {
  /** The JSON report. */
  output?: string | undefined;
  "per-question"?: string | undefined;
  "export-qrels"?: string | undefined;
  /** The HTML report. */
  report?: string | undefined;
}

/** What the files say besides the scores. */
export type FileOptions = JsonReportOptions & AssembleOptions;

/**
 * Writes the files, each whole or not at all.
 *
 * @throws whatever the file system throws.
 */
export async function writeFiles(
  paths: ScorePaths,
  data: ScoreData,
  scores: Scores,
  options: FileOptions,
): Promise<void> {
  const { goldSet, runs, cutoffs } = scores;
  const write = async (path: string | undefined, chunks: () => Iterable<string>) => {
    if (path !== undefined) await writeFileAtomically(path, chunks());
  };
  await write(paths["export-qrels"], () => qrelsLines(goldSet));
  await write(paths["per-question"], () => perQuestionLines(goldSet.ids, runs, cutoffs));
  await write(paths.output, () => [jsonText(jsonReport(scores, options))]);
  if (paths.report !== undefined) {
    // Here only, since it brings the charting library.
    const { renderReport } = await import("./html/render_report.ts");
    const model = await assembleReport(data, scores, options);
    await write(paths.report, () => [renderReport(model)]);
  }
}
