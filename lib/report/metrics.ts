/** What runs are compared in: recall at the cutoffs, then the measures that were asked for. */
import { type Measure, parseMeasure } from "../scoring/measures.ts";
import type { RankedQuestion } from "../scoring/ranked_question.ts";
import { type CutoffStatus, cutoffStatus, type RunDepth } from "./recall_rows.ts";

/** A figure that every question has. */
export interface Metric {
  /** `R@10`, or a measure's notation. */
  readonly name: string;
  /** Value for one question; null where it is undefined. */
  readonly value: (question: RankedQuestion) => number | null;
  /** What the value means for a run of some depth. */
  readonly status: (depth: RunDepth) => CutoffStatus;
}

/** Recall at each cutoff, in their order. */
export function recallMetrics(cutoffs: readonly number[]): Metric[] {
  return cutoffs.map((cutoff) => metricOf(parseMeasure(`R@${cutoff}`)));
}

/** A measure as a metric. */
export function metricOf({ name, value, needsCompleteRanking }: Measure): Metric {
  const rank = needsCompleteRanking ? undefined : /@(\d+)$/.exec(name)?.[1];
  return {
    name,
    value,
    status: (depth) => {
      const status = rank === undefined ? "measured" : cutoffStatus(Number(rank), depth);
      // Only recall stays what it was beyond the end of a list.
      return status === "ceiling" && !name.startsWith("R@") ? "measured" : status;
    },
  };
}

/** Both, without one that is there already. */
export function allMetrics(cutoffs: readonly number[], measures: readonly Measure[]): Metric[] {
  const recall = recallMetrics(cutoffs);
  const names = new Set(recall.map(({ name }) => name));
  return [...recall, ...measures.filter(({ name }) => !names.has(name)).map(metricOf)];
}
