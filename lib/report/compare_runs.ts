/** Intervals of runs and the paired differences between them. */
import { bootstrapIntervals } from "../scoring/bootstrap.ts";
import { holm } from "../scoring/holm.ts";
import type { Interval } from "../scoring/interval.ts";
import { type PermutationTest, permutationTests } from "../scoring/permutation.ts";
import { type Contrast, contrastScores, scoreMatrix } from "../scoring/score_matrix.ts";
import { winsTiesLosses } from "../scoring/wins.ts";
import type { PairedDifference, ReportInterval } from "./comparison.ts";
import type { Metric } from "./metrics.ts";
import type { CutoffStatus, RunDepth } from "./recall_rows.ts";
import {
  commonPositions,
  countedPositions,
  type CountedQuestions,
  metricColumns,
} from "./score_columns.ts";

/** A run as the comparison sees it. */
export interface ComparedRun {
  readonly label: string;
  readonly depth: RunDepth;
  readonly questions: CountedQuestions;
}

/** How to compare. */
export interface CompareOptions {
  metrics: readonly Metric[];
  /** Which pairs: all, or each later run with the first. */
  pairwise: boolean;
  /** An integer from 0 to 2^53 - 1. */
  seed: number;
  resamples: number;
}

/** What came out. */
export interface RunComparison {
  /** Questions that count for all runs. */
  numQuestions: number;
  /** By run and metric; each run's over the questions that count for it. */
  intervals: ReportInterval[][];
  /** By pair, then metric. */
  differences: PairedDifference[];
}

/** Two places in the list of runs; the difference is `left` minus `right`. */
interface Pair {
  left: number;
  right: number;
}

/**
 * Compares runs on the questions that count for all of them.
 *
 * All intervals of one set of questions come from the same resamples, so a
 * run's interval does not depend on what it is compared with.
 *
 * @param runs At least one; a single one gets its intervals.
 * @throws {RangeError} where seed or resamples are out of range or a metric is undefined for a question.
 */
export function compareRuns(
  runs: readonly ComparedRun[],
  { metrics, pairwise, seed, resamples }: CompareOptions,
): RunComparison {
  const options = { seed, resamples };
  const common = commonPositions(runs.map(({ questions }) => questions));
  const matrix = scoreMatrix(
    runs.flatMap(({ questions }) => metricColumns(questions, metrics, common)),
  );
  const column = (run: number, metric: number) => run * metrics.length + metric;
  const means = (run: number) => metrics.map((_, at) => ({ left: column(run, at), right: null }));
  const pairs = pairsOf(runs.length, pairwise);
  const contrasts = pairs.flatMap(({ left, right }) =>
    metrics.map((_, at) => ({ left: column(left, at), right: column(right, at) }))
  );
  const whole = runs.map(({ questions }) => countedPositions(questions).length === common.length);
  const ofRuns: Contrast[] = runs.flatMap((_, run) => whole[run] ? means(run) : []);
  const computed = bootstrapIntervals(matrix, [...ofRuns, ...contrasts], options);
  const ofPairs = computed.splice(ofRuns.length);
  const intervals = runs.map(({ questions }, run) =>
    (whole[run] ? computed.splice(0, metrics.length) : intervalsAlone(questions, metrics, options))
      .map(reportInterval)
  );
  const tests = permutationTests(matrix, contrasts, options);
  const statuses = pairs.flatMap(({ left, right }) =>
    metrics.map(({ status }) => worst(status(runs[left]!.depth), status(runs[right]!.depth)))
  );
  // The family is what is shown: a figure beyond a provider's depth is none.
  const adjusted = holm(tests.map(({ p }, at) => statuses[at] === "beyond_depth" ? null : p));
  return {
    numQuestions: common.length,
    intervals,
    differences: contrasts.map((contrast, at): PairedDifference => {
      const { left, right } = pairs[Math.floor(at / metrics.length)]!;
      return {
        run: runs[left]!.label,
        versus: runs[right]!.label,
        measure: metrics[at % metrics.length]!.name,
        status: statuses[at]!,
        num_questions: common.length,
        ...figuresOf(ofPairs[at]!, tests[at]!, adjusted[at]!, contrastScores(matrix, contrast)),
      };
    }),
  };
}

/** The figures of a difference, with the keys of the JSON report in its order. */
function figuresOf(
  interval: Interval,
  test: PermutationTest,
  adjusted: number | null,
  scores: Float64Array,
) {
  const { wins, ties, losses } = winsTiesLosses(scores);
  return {
    difference: interval.estimate,
    low: interval.low,
    high: interval.high,
    degenerate_interval: interval.degenerate,
    p: test.p,
    p_holm: adjusted,
    p_method: test.method,
    degenerate_test: test.degenerate,
    won: wins,
    tied: ties,
    lost: losses,
  };
}

/** The later run of a pair is compared with the earlier one. */
function pairsOf(count: number, pairwise: boolean): Pair[] {
  const pairs: Pair[] = [];
  for (let right = 0; right < (pairwise ? count : Math.min(1, count)); right++) {
    for (let left = right + 1; left < count; left++) pairs.push({ left, right });
  }
  return pairs;
}

/** Intervals of a run over more questions than all runs share. */
function intervalsAlone(
  questions: CountedQuestions,
  metrics: readonly Metric[],
  options: { seed: number; resamples: number },
): Interval[] {
  const matrix = scoreMatrix(metricColumns(questions, metrics, countedPositions(questions)));
  return bootstrapIntervals(matrix, metrics.map((_, left) => ({ left, right: null })), options);
}

function reportInterval({ low, high, degenerate }: Interval): ReportInterval {
  return { low, high, degenerate };
}

function worst(one: CutoffStatus, other: CutoffStatus): CutoffStatus {
  return (["beyond_depth", "ceiling"] as const).find((each) => one === each || other === each) ??
    "measured";
}
