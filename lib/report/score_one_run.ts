/** From opened data to the report of one run. */
import { join } from "@std/path";
import type { FileFormat } from "../benchmark/document_format.ts";
import { type GoldSet, loadGold } from "../benchmark/gold_set.ts";
import { type FailureSummary, readFailures } from "../benchmark/read_failures.ts";
import { listed } from "../benchmark/read_questions.ts";
import { readReported, reportedRows } from "../benchmark/reported.ts";
import { differences } from "../benchmark/reproduction.ts";
import type { RunData, ScoreData } from "../benchmark/score_data.ts";
import { scoreRun } from "../benchmark/score_run.ts";
import { providers } from "../providers/registry.ts";
import { defaultCutoffs } from "../scoring/recall.ts";
import {
  type MissingPolicy,
  reportRun,
  type ScoredQuestion,
  scoredQuestions,
} from "../scoring/run_report.ts";
import { ResolutionWatch } from "./resolution_note.ts";
import { type ScoreReport, scoreReport } from "./score_report.ts";
import type { PublishedRow } from "./score_text.ts";

/** How to score. */
export interface ScoreOptions {
  /** The program's root folder. */
  root: string;
  onNotice: (text: string) => void;
  inputFormat?: FileFormat | undefined;
  resultsFormat?: FileFormat | undefined;
  /** A failure file; those beside the run where absent. */
  failures?: string | undefined;
  missing: MissingPolicy;
  /** Refuse to score while a question is missing. */
  strictComplete: boolean;
}

/** A scored run with all that is printed or written of it. */
export interface ScoredOne {
  report: ScoreReport;
  scored: ScoredQuestion[];
  /** Question ids in input order. */
  ids: readonly string[];
  published: PublishedRow[];
}

/**
 * Scores the one run of the data.
 *
 * @throws {FileError} for anything wrong in a file.
 * @throws {Error} with `strictComplete`, where a question is missing.
 */
export async function scoreOneRun(data: ScoreData, options: ScoreOptions): Promise<ScoredOne> {
  const { onNotice, missing } = options;
  const goldSet = await loadGold(data.questions, { format: options.inputFormat, onNotice });
  // The bytes of the questions are not needed any more; the run's still are.
  data.questions = [];
  const [runData] = data.runs as [RunData];
  const watch = new ResolutionWatch(providers);
  const run = await scoreRun(goldSet, runData.sources, {
    format: options.resultsFormat,
    onNotice,
    onRow: (_position, row) => watch.add(row),
  });
  const note = watch.note(runData.sources.map(({ name }) => name));
  if (note !== null) onNotice(note);
  const failures = await failuresOf(runData, goldSet, options);
  const cutoffs = data.dataset?.manifest.expected.cutoffs ?? defaultCutoffs;
  const input = { ...goldSet, matches: run.matches, failures, cutoffs };
  const report = reportRun({ ...input, missing });
  if (report.num_questions_without_gold > 0) {
    onNotice(`questions without gold are left out: ${listed(report.question_ids_without_gold)}`);
  }
  if (options.strictComplete) refuseMissing(report.missing_question_ids);
  const depth = {
    declared: providers.find(({ name }) => name === run.provider)?.depth ?? null,
    deepest: run.deepestRank,
  };
  const expected = runData.frozen ? data.dataset?.manifest.expected : undefined;
  return {
    report: scoreReport({
      report,
      missingZero: reportRun({ ...input, missing: "zero" }).macro_recall,
      run,
      label: runData.label ?? run.provider ?? runData.sources[0]!.name,
      dataset: data.dataset,
      frozen: runData.frozen,
      depth,
      differences: expected ? differences(expected, report, run.numCandidates) : [],
    }),
    scored: scoredQuestions({ ...input, missing }),
    ids: goldSet.ids,
    published: data.dataset?.name === "bioasq"
      ? await publishedRows(run.provider, options.root)
      : [],
  };
}

function refuseMissing(ids: readonly string[]): void {
  if (ids.length === 0) return;
  throw new Error(
    `missing results for ${ids.length} questions: ${listed(ids)}; ` +
      "run the search again for them, or score without --strict-complete",
  );
}

async function failuresOf(
  run: RunData,
  goldSet: GoldSet,
  { failures, onNotice }: ScoreOptions,
): Promise<FailureSummary> {
  const sources = failures === undefined ? run.failures : [{ name: failures }];
  let numRecords = 0;
  const questionIds = new Set<string>();
  for (const source of sources) {
    const summary = await readFailures(source, onNotice);
    numRecords += summary.numRecords;
    const unknown: string[] = [];
    for (const id of summary.questionIds) {
      if (goldSet.positions.has(id)) questionIds.add(id);
      else unknown.push(id);
    }
    if (unknown.length > 0) {
      onNotice(`${source.name}: failures of unknown questions ignored: ${listed(unknown)}`);
    }
  }
  return { numRecords, questionIds };
}

async function publishedRows(provider: string | null, root: string): Promise<PublishedRow[]> {
  if (provider === null) return [];
  const reported = await readReported(join(root, "data", "reported.json"));
  return reportedRows(reported, provider).map(({ table, row }) => ({
    label: `Published, ${table.name} table`,
    recall: row.macro_recall,
  }));
}
