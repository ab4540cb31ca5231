/** From opened data to the reports of all runs and their comparison. */
import { join } from "@std/path";
import type { FileFormat } from "../benchmark/document_format.ts";
import { type GoldSet, loadGold } from "../benchmark/gold_set.ts";
import { listed } from "../benchmark/listed.ts";
import type { Question } from "../benchmark/records.ts";
import { differences } from "../benchmark/reproduction.ts";
import type { RunData, ScoreData } from "../benchmark/score_data.ts";
import type { Measure } from "../scoring/measures.ts";
import { defaultCutoffs } from "../scoring/recall.ts";
import { compareRuns, type RunComparison } from "./compare_runs.ts";
import type { QuestionGap, ReportInterval, RunIntervals } from "./comparison.ts";
import { largestGaps } from "./largest_gaps.ts";
import { allMetrics, metricOf } from "./metrics.ts";
import { type PublishedRow, publishedRows } from "./published_rows.ts";
import { runLabels } from "./run_labels.ts";
import { runMeasures } from "./run_measures.ts";
import { type ReadRun, type RunOptions, scoreOneRun } from "./score_one_run.ts";
import { type ScoreReport, scoreReport } from "./score_report.ts";
import { watchGrades } from "./watch_grades.ts";

/** How to score and compare. */
export interface ScoreOptions extends Omit<RunOptions, "cutoffs"> {
  /** The program's root folder. */
  root: string;
  inputFormat?: FileFormat | undefined;
  /** Refuse to score while a question is missing. */
  strictComplete: boolean;
  measures: readonly Measure[];
  /** Whether a single run gets intervals; several always do. */
  intervals: boolean;
  /** Compare all pairs, not only with the first run. */
  pairwise: boolean;
  /** Show all published figures. */
  published: boolean;
  seed: number;
  resamples: number;
  /** Receives every question. */
  onQuestion?: ((question: Question) => void) | undefined;
}

/** A run with all that is printed or written of it. */
export interface ScoredOne extends Omit<ReadRun, "report"> {
  label: string;
  data: RunData;
  report: ScoreReport;
}

/** Everything that a scoring found. */
export interface Scores {
  goldSet: GoldSet;
  cutoffs: readonly number[];
  /** At least one, in the order of the command line. */
  runs: ScoredOne[];
  /** Null for a single run. */
  comparison: Pick<RunComparison, "numQuestions" | "differences"> | null;
  largestGaps: { cutoff: number; questions: QuestionGap[] };
  published: PublishedRow[];
}

/**
 * Scores the runs of the data one after another.
 *
 * @throws {FileError} for anything wrong in a file.
 * @throws {Error} with `strictComplete`, where a question is missing; for a
 * measure that is undefined for a run.
 */
export async function scoreRuns(data: ScoreData, options: ScoreOptions): Promise<Scores> {
  const { onNotice, measures, seed, resamples, pairwise } = options;
  const goldSet = await loadGold(data.questions, {
    format: options.inputFormat,
    onNotice,
    onQuestion: watchGrades(options),
  });
  const cutoffs = data.dataset?.manifest.expected.cutoffs ?? defaultCutoffs;
  const read = await readRuns(data, goldSet, cutoffs, options);
  // First, since a measure that is undefined for a run ends it all.
  const means = read.map((run) => meansOf(run, measures, goldSet.ids));
  const metrics = allMetrics(cutoffs, measures);
  const comparison = options.intervals || read.length > 1
    ? compareRuns(read, { metrics, pairwise, seed, resamples })
    : null;
  const names = metrics.map(({ name }) => name);
  const runs = read.map((run, at): ScoredOne => {
    const expected = run.data.frozen ? data.dataset?.manifest.expected : undefined;
    const report = scoreReport({
      ...run,
      dataset: data.dataset,
      frozen: run.data.frozen,
      differences: expected ? differences(expected, run.report, run.run.numCandidates) : [],
      intervals: comparison &&
        { seed, resamples, ...byName(comparison.intervals[at]!, names, cutoffs, measures) },
      measures: means[at]!,
      measureStatus: Object.fromEntries(
        measures.map((measure) => [measure.name, metricOf(measure).status(run.depth)]),
      ),
    });
    return { ...run, report };
  });
  const [cutoff = 0] = cutoffs;
  return {
    goldSet,
    cutoffs,
    runs,
    comparison: runs.length > 1 ? comparison : null,
    largestGaps: { cutoff, questions: largestGaps(goldSet.ids, runs, cutoff) },
    published: await publishedOf(data, runs, options),
  };
}

/** A run that was read, with its name. */
type NamedRun = ReadRun & Pick<ScoredOne, "label" | "data">;

/** Reads the runs one after another, and tells what of them does not count. */
async function readRuns(
  data: ScoreData,
  goldSet: GoldSet,
  cutoffs: readonly number[],
  options: ScoreOptions,
): Promise<NamedRun[]> {
  const read: ReadRun[] = [];
  for (const run of data.runs) {
    const result = await scoreOneRun(goldSet, run, { ...options, cutoffs });
    const { missing_question_ids: missing } = result.report;
    if (options.strictComplete) refuseMissing(missing, data.runs.length > 1 ? run : null);
    if (result.report.num_scored_questions === 0) {
      throw new Error(
        `Cannot score ${run.sources[0]!.name}: no question has both gold papers and a result`,
      );
    }
    read.push(result);
  }
  const withoutGold = read[0]!.report.question_ids_without_gold;
  if (withoutGold.length > 0) {
    options.onNotice(`questions without gold are left out: ${listed(withoutGold)}`);
  }
  const labels = runLabels(read.map(({ run }, at) => {
    const { label, sources } = data.runs[at]!;
    return { label, provider: run.provider, file: sources[0]!.name };
  }));
  return read.map((run, at) => ({ ...run, label: labels[at]!, data: data.runs[at]! }));
}

function meansOf(
  { label, scored, questions }: NamedRun,
  measures: readonly Measure[],
  ids: readonly string[],
): Record<string, number> {
  return runMeasures(
    label,
    measures,
    scored.map(({ position }) => ids[position]!),
    scored.map(({ position }) => questions[position]!),
  );
}

function refuseMissing(ids: readonly string[], run: RunData | null): void {
  if (ids.length === 0) return;
  throw new Error(
    `missing results for ${ids.length} questions${run ? ` of ${run.sources[0]!.name}` : ""}: ` +
      `${listed(ids)}; run the search again for them, or score without --strict-complete`,
  );
}

function byName(
  intervals: readonly ReportInterval[],
  names: readonly string[],
  cutoffs: readonly number[],
  measures: readonly Measure[],
): Pick<RunIntervals, "macro_recall" | "measures"> {
  const of = (name: string) => intervals[names.indexOf(name)]!;
  return {
    macro_recall: Object.fromEntries(cutoffs.map((cutoff) => [String(cutoff), of(`R@${cutoff}`)])),
    measures: Object.fromEntries(measures.map(({ name }) => [name, of(name)])),
  };
}

/** All figures where asked for; else those of the one run's provider on the dataset they are about. */
async function publishedOf(
  { dataset }: ScoreData,
  runs: readonly ScoredOne[],
  { root, published }: ScoreOptions,
): Promise<PublishedRow[]> {
  const path = join(root, "data", "reported.json");
  if (published) return await publishedRows(path);
  const provider = runs.length === 1 ? runs[0]!.run.provider : null;
  return dataset?.shipped && dataset.name === "bioasq" && provider !== null
    ? await publishedRows(path, provider)
    : [];
}
