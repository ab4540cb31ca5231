/** The curves of recall by depth as SVG, drawn by Observable Plot without a browser. */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { ModelRun } from "../report_model.ts";
import { type Label, placeLabels } from "./label_places.ts";
import { Markup, markup } from "./markup.ts";
import { runClasses, runKey } from "./run_marks.ts";

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

interface CurvePoint {
  depth: number;
  recall: number;
}

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
  const longest = Math.max(...names.map((name) => name.length));
  const marginRight = 14 + Math.ceil(longest * size.fontSize * LETTER_WIDTH);
  const xRange: [number, number] = [AXIS_MARGIN.left, size.width - marginRight];
  const yRange: [number, number] = [size.height - AXIS_MARGIN.bottom, AXIS_MARGIN.top];
  const xOf = (depth: number) =>
    xRange[0] + (xRange[1] - xRange[0]) * Math.log(depth) / Math.log(deepest);
  const yOf = (recall: number) => yRange[0] + (yRange[1] - yRange[0]) * recall / top;
  const ends = curves.map((points, at): Label => {
    const end = points.at(-1);
    return {
      x: xOf(end?.depth ?? 1),
      y: yOf(end?.recall ?? 0) - AXIS_MARGIN.top,
      width: names[at]!.length * size.fontSize * LETTER_WIDTH + 8,
    };
  });
  const places = placeLabels(ends, size.fontSize * 1.2, yRange[0] - AXIS_MARGIN.top);
  const ticks = [1, ...cutoffs].filter((depth) => depth <= deepest);
  return draw({
    ...size,
    marginRight,
    marginLeft: AXIS_MARGIN.left,
    marginTop: AXIS_MARGIN.top,
    marginBottom: AXIS_MARGIN.bottom,
    x: { type: "log", domain: [1, deepest], range: xRange },
    y: { domain: [0, top], range: yRange },
    marks: [
      Plot.gridY({ className: "grid" }),
      Plot.gridX(ticks, { className: "grid" }),
      Plot.axisX(ticks, {
        // A log scale would leave out some labels of its own choice with a tickFormat.
        text: String,
        tickSize: 4,
        label: "Depth (results read, log scale)",
        labelAnchor: "center",
        labelArrow: "none",
        fontSize: size.fontSize,
      }),
      Plot.axisY({
        ticks: Math.round(top * 10),
        tickFormat: (value: number) => value.toFixed(1),
        tickSize: 4,
        label: "Macro recall",
        labelAnchor: "top",
        labelArrow: "none",
        labelOffset: AXIS_MARGIN.left,
        fontSize: size.fontSize,
      }),
      ...runs.map(({ curve }, at) =>
        Plot.areaY(curve.band, {
          x: "depth",
          y1: "low",
          y2: "high",
          className: `band ${runClasses(at)}`,
          ariaHidden: "true",
        })
      ),
      ...curves.map((points, at) =>
        Plot.line(points, {
          x: "depth",
          y: "recall",
          className: `curve ${runClasses(at)}`,
          ariaHidden: "true",
        })
      ),
      // A curve of a single depth is a dot; elsewhere the dot shows where the run ends.
      ...curves.map((points, at) =>
        Plot.dot(points.slice(-1), {
          x: "depth",
          y: "recall",
          r: 3,
          className: `end ${runClasses(at)}`,
          ariaHidden: "true",
        })
      ),
      ...curves.map((points, at) =>
        Plot.text(points.slice(-1), {
          x: "depth",
          y: "recall",
          text: () => names[at]!,
          textAnchor: "start",
          dx: 8,
          dy: places[at]! - ends[at]!.y,
          fontSize: size.fontSize,
          className: "name",
          ariaHidden: "true",
        })
      ),
    ],
  }, description);
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

/** Plots, and makes the drawing one picture with a description. */
function draw(
  options: Plot.PlotOptions & Pick<ChartSize, "width" | "height" | "fontSize">,
  description: string,
): Markup {
  const { document } = parseHTML("<html></html>") as unknown as Dom;
  const svg = Plot.plot({ ...options, document } as Plot.PlotOptions) as unknown as DomElement;
  // The page's style sheet has these rules; its policy allows no other sheet.
  svg.querySelector("style")?.remove();
  // The page scales the drawing to its column.
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("class", "chart");
  for (const element of svg.querySelectorAll("[aria-label],[aria-hidden]")) {
    element.removeAttribute("aria-label");
    element.removeAttribute("aria-hidden");
  }
  // The description is escaped here: linkedom leaves "&" in SVG attributes as it is.
  const picture = new Markup(svg.outerHTML.replace(/^<svg /, ""));
  return markup`<svg role="img" aria-label="${description}" ${picture}`;
}

/** What is used of a DOM: Deno's types have none. */
interface Dom {
  document: unknown;
}

interface DomElement {
  outerHTML: string;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}
