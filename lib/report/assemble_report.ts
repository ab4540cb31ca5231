/** From scores to everything that the HTML report shows. */
import { basename } from "@std/path";
import type { ScoreData } from "../benchmark/score_data.ts";
import { normalizeDoi } from "../scoring/normalize.ts";
import { recallCurve } from "./recall_curve.ts";
import { reportFiles } from "./report_files.ts";
import type { ModelQuestion, ReportModel } from "./report_model.ts";
import { runRecords } from "./run_records.ts";
import type { Scores } from "./score_runs.ts";

/** What the scores do not hold. */
export interface AssembleOptions {
  program: ReportModel["program"];
  seed: number;
  resamples: number;
  /** Texts of the questions by id. */
  texts: ReadonlyMap<string, string>;
}

/**
 * Assembles the report: computes the curves, hashes the files and reads the
 * runner's records.
 *
 * @param data What was scored.
 * @param scores With intervals and sensitivity.
 * @throws whatever the file system throws.
 */
export async function assembleReport(
  data: ScoreData,
  scores: Scores,
  { program, seed, resamples, texts }: AssembleOptions,
): Promise<ReportModel> {
  const { runs, comparison, cutoffs } = scores;
  const manifest = data.dataset?.manifest;
  const [{ report }] = runs as [Scores["runs"][number]];
  const labels = runs.map(({ label }) => label);
  return {
    program,
    dataset: {
      name: data.dataset?.name ?? null,
      title: manifest?.title ?? data.questions.map(({ name }) => basename(name)).join(", "),
      notes: manifest?.notes ?? [],
    },
    files: reportFiles(data, labels),
    seed,
    resamples,
    missingPolicy: report.missing_policy,
    matching: report.matching,
    cutoffs,
    runs: await Promise.all(runs.map(async (run) => ({
      label: run.label,
      report: run.report,
      curve: recallCurve(run, { seed, resamples }),
      records: await runRecords(run.data.sources.map(({ name }) => name)),
    }))),
    numComparedQuestions: comparison?.numQuestions ?? null,
    comparisons: comparison?.differences ?? [],
    largestGaps: scores.largestGaps,
    published: scores.published,
    questions: modelQuestions(scores, texts),
  };
}

function modelQuestions(
  { goldSet: { ids, gold }, runs }: Scores,
  texts: ReadonlyMap<string, string>,
): ModelQuestion[] {
  return ids.flatMap((id, position): ModelQuestion[] => {
    const papers = gold.at(position)!;
    if (papers.length === 0) return [];
    return [{
      id,
      text: texts.get(id) ?? "",
      gold: papers.map(({ pmid, doi, title }) => ({ pmid, doi: normalizeDoi(doi), title })),
      lists: runs.map(({ run }) => {
        const matches = run.matches.at(position);
        return matches ? { length: run.listLengths[position]!, matches } : null;
      }),
    }];
  });
}
