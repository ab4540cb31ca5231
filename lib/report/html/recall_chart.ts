/** The curves of recall by depth: where everything stands. */
import type { ModelRun } from "../report_model.ts";
import { axisMarks, curveMarks, type CurvePoint, nameMarks } from "./chart_marks.ts";
import { type Label, placeLabels } from "./label_places.ts";
import type { Markup } from "./markup.ts";
import { drawPlot } from "./plot_svg.ts";
import { runKey } from "./run_marks.ts";

/** The room that a chart has. */
export interface ChartSize {
  /** In pixels of the drawing; a page scales it. */
  width: number;
  height: number;
  fontSize: number;
  /** Whether curves carry the names of the runs, or for want of room their letters only. */
  names: boolean;
}

/** Names longer than this are cut at a curve's end; the tables have them whole. */
const NAME_LENGTH = 22;
/** Width of a letter in parts of the font size, on the safe side. */
const LETTER_WIDTH = 0.62;
const AXIS_MARGIN = { left: 46, top: 30, bottom: 46 };

/**
 * Draws a curve for each run, with its interval band.
 *
 * Depth is on a logarithmic scale, for the cutoffs are spaced so. A curve ends
 * where the model's does: at the deepest cutoff or where the provider ends.
 * Colours and dashes come from classes that style/runs.css knows, so that they
 * follow the reader's colour scheme.
 *
 * @param cutoffs Become the ticks of the depth axis.
 * @param description Read out in place of the picture.
 * @returns null where no run has two depths to connect.
 */
export function recallChart(
  runs: readonly ModelRun[],
  cutoffs: readonly number[],
  size: ChartSize,
  description: string,
): Markup | null {
  const curves = runs.map(({ curve }) =>
    curve.recall.map((recall, at): CurvePoint => ({ depth: at + 1, recall }))
  );
  const deepest = Math.max(...curves.map((points) => points.length));
  if (deepest < 2) return null;
  const top = highestTick(runs);
  const names = runs.map(({ label }, at) => size.names ? nameOf(label, at) : runKey(at));
  const frame = frameOf(deepest, top, names, size);
  const ticks = [1, ...cutoffs].filter((depth) => depth <= deepest);
  return drawPlot({
    width: size.width,
    height: size.height,
    marginRight: frame.marginRight,
    marginLeft: AXIS_MARGIN.left,
    marginTop: AXIS_MARGIN.top,
    marginBottom: AXIS_MARGIN.bottom,
    x: { type: "log", domain: [1, deepest], range: frame.x },
    y: { domain: [0, top], range: frame.y },
    marks: [
      ...axisMarks(ticks, top, AXIS_MARGIN.left, size.fontSize),
      ...curveMarks(runs, curves),
      ...nameMarks(curves, names, nameShifts(curves, names, frame, size), size.fontSize),
    ],
  }, description);
}

/** Where the curves are drawn, in pixels, and what they reach. */
interface Frame {
  /** Room for the names. */
  marginRight: number;
  /** Of depth 1 and of the deepest. */
  x: [number, number];
  /** Of recall 0 and of the highest tick. */
  y: [number, number];
  deepest: number;
  top: number;
}

function frameOf(deepest: number, top: number, names: readonly string[], size: ChartSize): Frame {
  const longest = Math.max(...names.map((name) => name.length));
  const marginRight = 14 + Math.ceil(longest * size.fontSize * LETTER_WIDTH);
  return {
    marginRight,
    x: [AXIS_MARGIN.left, size.width - marginRight],
    y: [size.height - AXIS_MARGIN.bottom, AXIS_MARGIN.top],
    deepest,
    top,
  };
}

/** How far each name moves down from the end of its curve, so that none covers another. */
function nameShifts(
  curves: readonly (readonly CurvePoint[])[],
  names: readonly string[],
  { x, y, deepest, top }: Frame,
  { fontSize }: ChartSize,
): number[] {
  const ends = curves.map((points, at): Label => {
    const { depth, recall } = points.at(-1) ?? { depth: 1, recall: 0 };
    return {
      x: x[0] + (x[1] - x[0]) * Math.log(depth) / Math.log(deepest),
      y: y[0] + (y[1] - y[0]) * recall / top - AXIS_MARGIN.top,
      width: names[at]!.length * fontSize * LETTER_WIDTH + 8,
    };
  });
  const places = placeLabels(ends, fontSize * 1.2, y[0] - AXIS_MARGIN.top);
  return places.map((place, at) => place - ends[at]!.y);
}

function nameOf(label: string, at: number): string {
  const letters = [...label];
  const cut = letters.length <= NAME_LENGTH
    ? label
    : letters.slice(0, NAME_LENGTH - 1).join("").trimEnd() + "…";
  return `${runKey(at)} ${cut}`;
}

/** The next tenth above all curves and bands. */
function highestTick(runs: readonly ModelRun[]): number {
  const values = runs.flatMap(({ curve }) => [
    ...curve.recall,
    ...curve.band.map(({ high }) => high),
  ]);
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  return Math.min(10, Math.max(1, Math.ceil(highest * 10 - 1e-9))) / 10;
}
