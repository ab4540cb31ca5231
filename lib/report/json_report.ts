/** The JSON report: that of the one run, or of several with their comparison. */
import type { PairedDifference, QuestionGap } from "./comparison.ts";
import type { PublishedRow } from "./published_rows.ts";
import type { ScoreReport } from "./score_report.ts";
import type { Scores } from "./score_runs.ts";

/** The report of several runs. */
export interface ComparisonReport {
  dataset: string | null;
  cutoffs: readonly number[];
  seed: number;
  resamples: number;
  missing_policy: ScoreReport["missing_policy"];
  /** Whether all pairs are compared or each run with the first. */
  pairwise: boolean;
  runs: ScoreReport[];
  /** Questions on which all comparisons rest. */
  num_compared_questions: number;
  comparisons: readonly PairedDifference[];
  largest_gaps: { cutoff: number; questions: QuestionGap[] };
  /** With `--published`: figures of data/reported.json. */
  published?: (PublishedRow & { measured: false })[];
}

/** What the report says about how it was made. */
export interface JsonReportOptions {
  seed: number;
  resamples: number;
  pairwise: boolean;
  /** Whether published figures were asked for. */
  published: boolean;
}

/** The report as one value for JSON. */
export function jsonReport(
  scores: Scores,
  { seed, resamples, pairwise, published }: JsonReportOptions,
): ScoreReport | ComparisonReport {
  const { runs, comparison, cutoffs, largestGaps } = scores;
  const rows = published && {
    published: scores.published.map((row) => ({ ...row, measured: false as const })),
  };
  const [{ report }] = runs as [Scores["runs"][number]];
  if (comparison === null) return { ...report, ...rows };
  return {
    dataset: report.dataset,
    cutoffs,
    seed,
    resamples,
    missing_policy: report.missing_policy,
    pairwise,
    runs: runs.map((run) => run.report),
    num_compared_questions: comparison.numQuestions,
    comparisons: comparison.differences,
    largest_gaps: largestGaps,
    ...rows,
  };
}
