/** The JSON report of a scored run: the published program's keys, then ours. */
import type { Dataset } from "../benchmark/dataset.ts";
import { printableJson } from "../benchmark/harmless_text.ts";
import type { ScoredRun } from "../benchmark/score_run.ts";
import type { RunReport } from "../scoring/run_report.ts";
import type { RunIntervals, SensitivityRow } from "./comparison.ts";
import { type CutoffStatus, cutoffStatus, type RunDepth } from "./recall_rows.ts";

/** A frozen file that a report rests on. */
export interface ReportArtifact {
  path: string;
  sha256: string;
}

/** What this program adds to the published report. */
export interface ScoreReport extends RunReport {
  /** Name of the dataset; null where questions came from a file of their own. */
  dataset: string | null;
  /** The dataset is one that comes with the program, so its expected values are the published ones. */
  dataset_shipped: boolean;
  /** The frozen files that were verified and scored. */
  artifacts: ReportArtifact[];
  /** What the run is called. */
  run: string;
  /** What the rows say; null where they do not. */
  provider: string | null;
  num_candidates: number;
  /** The provider's declared depth; null where it is not known. */
  declared_depth: number | null;
  /** The deepest rank in the run. */
  deepest_rank: number;
  /** By cutoff: `measured`, `beyond_depth` or `ceiling`. */
  cutoff_status: Record<string, CutoffStatus>;
  /** Macro recall with 0 for every missing question, over all questions with gold. */
  macro_recall_missing_zero: Record<string, number>;
  /** 95 % intervals; null where they were not asked for. */
  intervals: RunIntervals | null;
  /** Means by notation, for `--measures`. */
  measures: Record<string, number>;
  /** By measure, as `cutoff_status`. */
  measure_status: Record<string, CutoffStatus>;
  /** Recall under weaker matching; null where it was not asked for. */
  sensitivity: SensitivityRow[] | null;
  /** Whether the expected values came out; null where there are none for this run. */
  reproduced: boolean | null;
  /** Where they did not, what differs. */
  differences: string[];
}

/** What {@linkcode scoreReport} puts together. */
export interface ScoreReportInput {
  report: RunReport;
  /** The same with the other policy for missing questions. */
  missingZero: Record<string, number>;
  run: ScoredRun;
  label: string;
  dataset: Dataset | null;
  /** Whether the run is the dataset's frozen one. */
  frozen: boolean;
  depth: RunDepth;
  differences: string[];
  intervals: RunIntervals | null;
  measures: Record<string, number>;
  measureStatus: Record<string, CutoffStatus>;
  sensitivity: SensitivityRow[] | null;
}

/** Assembles the report. */
export function scoreReport(input: ScoreReportInput): ScoreReport {
  const { report, run, dataset, frozen, depth } = input;
  const artifacts = dataset === null ? [] : [
    dataset.manifest.artifacts.questions,
    ...(frozen ? [dataset.manifest.artifacts.results] : []),
  ];
  return {
    ...report,
    dataset: dataset?.name ?? null,
    dataset_shipped: dataset?.shipped ?? false,
    artifacts: artifacts.map(({ path, sha256 }) => ({ path, sha256 })),
    run: input.label,
    provider: run.provider,
    num_candidates: run.numCandidates,
    declared_depth: depth.declared,
    deepest_rank: depth.deepest,
    cutoff_status: Object.fromEntries(
      report.cutoffs.map((cutoff) => [String(cutoff), cutoffStatus(cutoff, depth)]),
    ),
    macro_recall_missing_zero: input.missingZero,
    intervals: input.intervals,
    measures: input.measures,
    measure_status: input.measureStatus,
    sensitivity: input.sensitivity,
    reproduced: frozen ? input.differences.length === 0 : null,
    differences: input.differences,
  };
}

/** Whether questions without a result are left out of the report's means, so that the mean with them as 0 is another one. */
export function leavesOut(report: ScoreReport): boolean {
  return report.missing_policy === "skip" && report.num_missing_questions > 0;
}

/** Renders JSON for people and programs, ending in a newline. */
export function jsonText(value: unknown): string {
  return printableJson(value, 2) + "\n";
}
