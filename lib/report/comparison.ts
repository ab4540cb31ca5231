/** What a comparison of runs says, in the shape of the JSON report. */
import type { DegenerateInterval } from "../scoring/interval.ts";
import type { DegenerateTest } from "../scoring/permutation.ts";
import type { Tier } from "../scoring/tier.ts";
import type { CutoffStatus } from "./recall_rows.ts";

/** A 95 % percentile bootstrap interval over questions. */
export interface ReportInterval {
  /** Null where there is no question. */
  low: number | null;
  high: number | null;
  /** Why the interval says nothing; null for a real one. */
  degenerate: DegenerateInterval | null;
}

/** The intervals of one run. */
export interface RunIntervals {
  seed: number;
  resamples: number;
  /** By cutoff, as the keys of `macro_recall`. */
  macro_recall: Record<string, ReportInterval>;
  /** By measure, as the keys of `measures`. */
  measures: Record<string, ReportInterval>;
}

/** One paired difference: `run` minus `versus`, in one measure. */
export interface PairedDifference {
  run: string;
  versus: string;
  /** `R@10` for macro recall at 10, else the measure's notation. */
  measure: string;
  /** Whether the figure is one: `beyond_depth` where either provider does not go so deep. */
  status: CutoffStatus;
  /** Questions that count: those that all compared runs answered, or all with `--missing zero`. */
  num_questions: number;
  /** Difference of the means, -1 to 1; null where there is no question. */
  difference: number | null;
  low: number | null;
  high: number | null;
  /** Why the interval says nothing; null for a real one. */
  degenerate_interval: DegenerateInterval | null;
  /** Two-sided p-value of the paired sign-flip test, above 0; null where there is no question. */
  p: number | null;
  /** Adjusted (Holm) over all differences that are shown; null for those that are not. */
  p_holm: number | null;
  /** Whether all signs were enumerated. */
  p_method: "exact" | "monte carlo";
  /** Why the test says nothing; null for a real one. */
  degenerate_test: DegenerateTest | null;
  /** Questions on which `run` is better, equal, worse. */
  won: number;
  tied: number;
  lost: number;
}

/** A question on which the runs differ much. */
export interface QuestionGap {
  question_id: string;
  /** Largest minus smallest recall of the compared runs at `cutoff`. */
  gap: number;
  /** By run label; null where the run has no result for it. */
  recall: Record<string, number | null>;
}

/** Macro recall of a run under weaker matching or with repeated papers collapsed. */
export interface SensitivityRow {
  /** The tiers that may match. */
  tiers: readonly Tier[];
  /** Whether results that share a PMID or DOI were taken as one and later ranks moved up. */
  collapse_repeats: boolean;
  /** By cutoff. */
  macro_recall: Record<string, number>;
}
