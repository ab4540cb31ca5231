import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { placeLabels } from "../../../lib/report/html/label_places.ts";
import { recallChart } from "../../../lib/report/html/recall_chart.ts";
import { runClasses, runKey } from "../../../lib/report/html/run_marks.ts";
import { madeUpModel } from "./made_up_model.ts";
import { parsedReport } from "./parsed_report.ts";

const SIZE = { width: 900, height: 450, fontSize: 13, names: true };
const { runs, cutoffs } = madeUpModel({
  questions: 30,
  runs: [{ label: "deep", depth: 200, skill: 0.8 }, { label: "short", depth: 20, skill: 0.7 }],
});
const chart = parsedReport(`<html><body>${recallChart(runs, cutoffs, SIZE, "what it shows")}`);

/** The x of the last point of a path. */
function endOf(path: string): number {
  return Number(/.*[ML]([\d.]+),[\d.]+$/.exec(path)![1]);
}

Deno.test("the chart has a curve and a band for each run, a curve ending at its depth", () => {
  const paths = Array.from(
    chart.querySelectorAll(".curve path"),
    (path) => path.getAttribute("d")!,
  );
  assertEquals(paths.length, 2);
  assertEquals(chart.querySelectorAll(".band path").length, 2);
  const [deep, short] = paths.map(endOf);
  const left = Number(/^M([\d.]+)/.exec(paths[0]!)![1]);
  assertAlmostEquals((short! - left) / (deep! - left), Math.log(20) / Math.log(200), 0.001);
});

Deno.test("the cutoffs are ticks and the ends of curves carry names", () => {
  const texts = Array.from(chart.querySelectorAll("text"), (text) => text.textContent);
  for (const cutoff of cutoffs) assert(texts.includes(String(cutoff)));
  assert(texts.includes("A deep") && texts.includes("B short"));
});

Deno.test("the chart is one picture with a description, without style of its own", () => {
  const svg = chart.querySelector("svg")!;
  assertEquals(svg.getAttribute("role"), "img");
  assertEquals(svg.getAttribute("aria-label"), "what it shows");
  assertEquals(chart.querySelector("style"), null);
  assertEquals([...chart.querySelectorAll("[style]")], []);
});

Deno.test("names are text however they look, and long ones are cut", () => {
  const label = `<b onclick="x">&amp;</b>`;
  const renamed = [{ ...runs[0]!, label }, { ...runs[1]!, label: "x".repeat(60) }];
  const drawn = parsedReport(`<html><body>${recallChart(renamed, cutoffs, SIZE, label)}`);
  assertEquals([...drawn.querySelectorAll("b")], []);
  assertEquals(drawn.querySelector("svg")!.getAttribute("aria-label"), label);
  const texts = Array.from(drawn.querySelectorAll(".name text"), (text) => text.textContent);
  assertEquals(texts[0]!.slice(0, 12), `A ${label}`.slice(0, 12));
  assertStringIncludes(texts[1]!, "x…");
});

Deno.test("without two depths there is nothing to draw", () => {
  const flat = [{ ...runs[0]!, curve: { recall: [0.5], band: [] } }];
  assertEquals(recallChart(flat, cutoffs, SIZE, ""), null);
});

Deno.test("no two of 48 runs look alike, and each has its own letter", () => {
  const looks = Array.from({ length: 48 }, (_, at) => runClasses(at));
  assertEquals(new Set(looks).size, 48);
  assertEquals([0, 25, 26, 27, 52].map(runKey), ["A", "Z", "AA", "AB", "BA"]);
});

Deno.test("labels do not cover each other, and those with room stay where they are", () => {
  assertEquals(
    placeLabels([{ x: 0, y: 10, width: 50 }, { x: 0, y: 100, width: 50 }], 15, 400),
    [10, 100],
  );
  assertEquals(
    placeLabels([{ x: 0, y: 10, width: 50 }, { x: 60, y: 10, width: 50 }], 15, 400),
    [10, 10],
  );
  const label = fc.record({
    x: fc.integer({ min: 0, max: 300 }),
    y: fc.integer({ min: 0, max: 400 }),
    width: fc.integer({ min: 20, max: 150 }),
  });
  fc.assert(fc.property(fc.array(label, { minLength: 1, maxLength: 8 }), (labels) => {
    const places = placeLabels(labels, 15, 400);
    for (const [a, first] of labels.entries()) {
      assert(places[a]! >= 0 && places[a]! <= 400);
      for (const [b, second] of labels.entries()) {
        const overlap = first.x < second.x + second.width && second.x < first.x + first.width;
        if (a < b && overlap) assert(Math.abs(places[a]! - places[b]!) >= 14);
      }
    }
  }));
});
