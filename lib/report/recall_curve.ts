/** Macro recall by depth, for the chart. */
import { bootstrapIntervals, type BootstrapOptions } from "../scoring/bootstrap.ts";
import { recallFigures } from "../scoring/recall.ts";
import { scoreMatrix } from "../scoring/score_matrix.ts";
import { recallMetrics } from "./metrics.ts";
import type { RecallCurve } from "./report_model.ts";
import { countedPositions, metricColumns } from "./score_columns.ts";
import type { ScoredOne } from "./score_runs.ts";

/** Depths at which the band is computed besides the cutoffs: even steps on a logarithmic axis. */
const BAND_DEPTHS = [1, 2, 3, 5, 7, 14, 30, 70, 140];

/**
 * The curve of a run to the deepest cutoff, or as deep as its provider goes.
 * At the cutoffs the band is the interval of the table.
 *
 * @param run With intervals.
 */
export function recallCurve(
  { scored, questions, report, depth }: ScoredOne,
  options: BootstrapOptions,
): RecallCurve {
  const { cutoffs } = report;
  const end = Math.min(Math.max(...cutoffs), depth.declared ?? Infinity);
  const depths = BAND_DEPTHS.filter((each) => each <= end && !cutoffs.includes(each));
  const columns = metricColumns(questions, recallMetrics(depths), countedPositions(questions));
  const between = bootstrapIntervals(
    scoreMatrix(columns),
    depths.map((_, left) => ({ left, right: null })),
    options,
  );
  const points = [
    ...depths.map((each, at) => ({ depth: each, ...between[at]! })),
    ...cutoffs.filter((each) => each <= end).map((each) => ({
      depth: each,
      ...report.intervals!.macro_recall[String(each)]!,
    })),
  ];
  return {
    recall: recallFigures(scored, Array.from({ length: end }, (_, at) => at + 1)).macro,
    band: points.flatMap(({ depth: at, low, high, degenerate }) =>
      degenerate !== null || low === null || high === null ? [] : [{ depth: at, low, high }]
    ).sort((one, other) => one.depth - other.depth),
  };
}
