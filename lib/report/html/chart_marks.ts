/** What a chart of recall by depth is made of, as marks of Observable Plot. */
import * as Plot from "@observablehq/plot";
import type { ModelRun } from "../report_model.ts";
import { runClasses } from "./run_marks.ts";

/** A point of a curve: macro recall at a depth. */
export interface CurvePoint {
  depth: number;
  recall: number;
}

/**
 * Grid and axes.
 *
 * @param ticks Depths that are marked.
 * @param top The highest recall, a tenth.
 * @param labelOffset From the vertical axis to its label, in pixels.
 */
export function axisMarks(
  ticks: readonly number[],
  top: number,
  labelOffset: number,
  fontSize: number,
): Plot.Markish[] {
  return [
    Plot.gridY({ className: "grid" }),
    Plot.gridX(ticks, { className: "grid" }),
    Plot.axisX(ticks, {
      // A log scale would leave out some labels of its own choice with a tickFormat.
      text: String,
      tickSize: 4,
      label: "Depth (results read, log scale)",
      labelAnchor: "center",
      labelArrow: "none",
      fontSize,
    }),
    Plot.axisY({
      ticks: Math.round(top * 10),
      tickFormat: (value: number) => value.toFixed(1),
      tickSize: 4,
      label: "Macro recall",
      labelAnchor: "top",
      labelArrow: "none",
      labelOffset,
      fontSize,
    }),
  ];
}

/**
 * Bands under curves under the dots at their ends.
 *
 * @param curves Of the runs, in their order.
 */
export function curveMarks(
  runs: readonly ModelRun[],
  curves: readonly (readonly CurvePoint[])[],
): Plot.Markish[] {
  const look = (part: string, at: number) => ({
    className: `${part} ${runClasses(at)}`,
    ariaHidden: "true",
  });
  return [
    ...runs.map(({ curve }, at) =>
      Plot.areaY(curve.band, { x: "depth", y1: "low", y2: "high", ...look("band", at) })
    ),
    ...curves.map((points, at) =>
      Plot.line(points, { x: "depth", y: "recall", ...look("curve", at) })
    ),
    // A curve of a single depth is a dot; elsewhere the dot shows where the run ends.
    ...curves.map((points, at) =>
      Plot.dot(points.slice(-1), { x: "depth", y: "recall", r: 3, ...look("end", at) })
    ),
  ];
}

/**
 * The names at the ends of the curves.
 *
 * @param shifts How far each name moves down, in pixels.
 */
export function nameMarks(
  curves: readonly (readonly CurvePoint[])[],
  names: readonly string[],
  shifts: readonly number[],
  fontSize: number,
): Plot.Markish[] {
  return curves.map((points, at) =>
    Plot.text(points.slice(-1), {
      x: "depth",
      y: "recall",
      text: () => names[at]!,
      textAnchor: "start",
      dx: 8,
      dy: shifts[at]!,
      fontSize,
      className: "name",
      ariaHidden: "true",
    })
  );
}
