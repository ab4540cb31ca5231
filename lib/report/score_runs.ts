/** From opened data to the reports of all runs and their comparison. */
import { join } from "@std/path";
import type { FileFormat } from "../benchmark/document_format.ts";
import { type GoldSet, loadGold } from "../benchmark/gold_set.ts";
import type { Question } from "../benchmark/records.ts";
import { differences } from "../benchmark/reproduction.ts";
import type { ScoreData } from "../benchmark/score_data.ts";
import type { Measure } from "../scoring/measures.ts";
import { defaultCutoffs } from "../scoring/recall.ts";
import { compareRuns, type RunComparison } from "./compare_runs.ts";
import type { QuestionGap, ReportInterval, RunIntervals } from "./comparison.ts";
import { largestGaps } from "./largest_gaps.ts";
import { allMetrics, metricOf } from "./metrics.ts";
import { type PublishedRow, publishedRows } from "./published_rows.ts";
import { type NamedRun, readRuns, type ReadRunsOptions } from "./read_runs.ts";
import { runMeasures } from "./run_measures.ts";
import { type ScoreReport, scoreReport } from "./score_report.ts";
import { watchGrades } from "./watch_grades.ts";

/** How to score and compare. */
export interface ScoreOptions extends Omit<ReadRunsOptions, "cutoffs"> {
  /** The program's root folder. */
  root: string;
  inputFormat?: FileFormat | undefined;
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
export interface ScoredOne extends Omit<NamedRun, "report"> {
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
  const read = await readRuns(data, goldSet, { ...options, cutoffs });
  // First, since a measure that is undefined for a run ends it all.
  const means = read.map(({ label, scored }) =>
    runMeasures(label, measures, scored.map(({ position }) => goldSet.ids[position]!), scored)
  );
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
