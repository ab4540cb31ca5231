import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { explorerData } from "../../../lib/report/html/explorer_data.ts";
import { renderReport } from "../../../lib/report/html/render_report.ts";
import { type MadeUp, madeUpModel } from "./made_up_model.ts";
import { explorerDataIn, parsedReport, rowsOf } from "./parsed_report.ts";

const RUNS = [
  { label: "alpha", depth: 200, skill: 0.8 },
  { label: "beta", depth: 20, skill: 0.7 },
];
const SMALL: MadeUp = { questions: 12, runs: RUNS };

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "<!--<script>",
  "]]>\u2028&amp;\"'`",
  "</style></title><svg onload=alert(1)>",
];

for (const hostile of HOSTILE) {
  Deno.test(`text from data stays text: ${hostile}`, async () => {
    const model = madeUpModel({ ...SMALL, hostile });
    const html = renderReport(model);
    const page = parsedReport(html);
    assertEquals(page.querySelector("h1")!.textContent, `Recall on ${hostile}`);
    assertEquals(page.querySelector("title")!.textContent, `Recall on ${hostile}`);
    assertEquals([...page.querySelectorAll("img,iframe,object,[onload],[onerror]")], []);
    assertEquals(
      Array.from(page.querySelectorAll("script"), (script) => script.getAttribute("type")),
      ["application/json", "module"],
    );
    assertStringIncludes(rowsOf(page, "recall-table")[1]![0]!, hostile);
    assertEquals(await explorerDataIn(html), JSON.parse(JSON.stringify(explorerData(model))));
  });
}

Deno.test("any text comes through unchanged, in the page and in its data", async () => {
  const text = fc.string({ unit: "binary", maxLength: 40 });
  const model = madeUpModel({ questions: 2, runs: RUNS, resamples: 10 });
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const [first, ...others] = model.questions;
      const questions = [
        { ...first!, text, gold: first!.gold.map((paper) => ({ ...paper, title: text })) },
        ...others,
      ];
      const html = renderReport({
        ...model,
        questions,
        dataset: { ...model.dataset, title: text },
      });
      const data = await explorerDataIn(html) as { questions: [string, string][] };
      assertEquals(data.questions[0]![1], text);
      const shown = text.toWellFormed().replaceAll("\0", "\u2400").replace(/\r(?!\n)/g, "\u240d");
      assertEquals(
        parsedReport(html).querySelector("h1")!.textContent.replaceAll("\r\n", "\n"),
        `Recall on ${shown}`.replaceAll("\r\n", "\n"),
      );
    }),
    { numRuns: 40 },
  );
});

Deno.test("the same model gives the same bytes", () => {
  assertEquals(renderReport(madeUpModel(SMALL)), renderReport(madeUpModel(SMALL)));
});

Deno.test("the page loads nothing and its policy allows its own style and script only", () => {
  const html = renderReport(madeUpModel(SMALL));
  const page = parsedReport(html);
  for (const element of page.querySelectorAll("*")) {
    for (const name of ["src", "href", "srcset", "data", "action", "xlink:href", "style"]) {
      const value = element.getAttribute(name);
      assert(
        value === null || value.startsWith("#") || value === "data:,",
        `${element.tagName} ${name}="${value}"`,
      );
    }
    assert(![...element.getAttributeNames()].some((name) => name.startsWith("on")));
  }
  const style = page.querySelector("style")!.textContent;
  assert(!/@import|url\(/.test(style));
  const script = page.querySelector("script[type=module]")!.textContent;
  const policy = page.querySelector("meta[http-equiv]")!.getAttribute("content")!;
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  assertEquals(policy.split("; "), [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

Deno.test("ids are unique and what is referred to is there", () => {
  const page = parsedReport(renderReport(madeUpModel(SMALL)));
  const ids = Array.from(page.querySelectorAll("[id]"), (element) => element.getAttribute("id")!);
  assertEquals(ids, [...new Set(ids)]);
  for (const element of page.querySelectorAll("[aria-labelledby]")) {
    assert(ids.includes(element.getAttribute("aria-labelledby")!));
  }
  for (const link of page.querySelectorAll("a[href^='#']")) {
    assert(ids.includes(link.getAttribute("href")!.slice(1)));
  }
});

Deno.test("tables have captions, and heads with scopes", () => {
  const page = parsedReport(renderReport(madeUpModel(SMALL)));
  const tables = [...page.querySelectorAll("table")];
  assert(tables.length >= 6);
  for (const table of tables) {
    assert(table.querySelector("caption")!.textContent.length > 0);
    for (const head of table.querySelectorAll("th")) assert(head.getAttribute("scope") !== null);
    const width = table.querySelectorAll("thead th").length;
    for (const row of table.querySelectorAll("tbody tr:not(.group)")) {
      assertEquals(row.querySelectorAll("th,td").length, width);
    }
  }
});

Deno.test("what lies deeper than a provider goes is no figure", () => {
  const model = madeUpModel(SMALL);
  const page = parsedReport(renderReport(model));
  const beta = rowsOf(page, "recall-table")[2]!;
  assertEquals(beta.slice(3, 6), ["–", "–", "–"]);
  const measures = rowsOf(page, "comparison-table").map(([measure]) => measure);
  assertEquals(measures.slice(2), ["R@10", "R@20"]);
  assertStringIncludes(
    page.querySelector("p.notes")!.textContent.replace(/\s+/g, " "),
    "Left out: 3 differences, for they are at cutoffs deeper than the results of a provider.",
  );
  assertEquals(rowsOf(page, "depth-table")[21]!.slice(0, 3).with(1, ""), ["21", "", "–"]);
  const sensitivity = rowsOf(page, "sensitivity-table").at(-1)!;
  assertEquals(sensitivity.slice(4), ["–", "–", "–"]);
});

Deno.test("a ceiling is marked and explained", () => {
  const model = madeUpModel({ questions: 12, runs: [RUNS[0]!] });
  model.runs[0]!.report.cutoff_status["200"] = "ceiling";
  const page = parsedReport(renderReport(model));
  assert(/^[01]\.\d{3}\*/.test(rowsOf(page, "recall-table")[1]![5]!));
  assertStringIncludes(page.querySelector(".notes")!.textContent, "ceiling of what was found");
});

Deno.test("marks of measures are explained where they stand", () => {
  const model = madeUpModel({ questions: 12, runs: [RUNS[0]!] });
  const { report } = model.runs[0]!;
  report.measures = { "R@500": 0.5, "P@900": 0.1 };
  report.measure_status = { "R@500": "ceiling", "P@900": "beyond_depth" };
  const section = parsedReport(renderReport(model))
    .querySelector("section[aria-labelledby=measures]")!;
  assertStringIncludes(section.textContent, "* deeper than the longest list");
  assertStringIncludes(section.textContent, "– deeper than the provider gives results.");
});

Deno.test("where questions are missing, the mean with them as 0 stands beside a run's own", () => {
  const model = madeUpModel({ questions: 12, runs: [RUNS[0]!] });
  const { report } = model.runs[0]!;
  const row = () =>
    rowsOf(parsedReport(renderReport(model)), "recall-table")
      .find(([name]) => name!.endsWith(", missing as 0"));
  Object.assign(report, {
    missing_policy: "skip",
    num_missing_questions: 3,
    macro_recall_missing_zero: { ...report.macro_recall, "10": 0.125 },
  });
  const missing = String(report.num_scored_questions + 3);
  assertEquals([row()!.at(1), row()!.at(-1)], ["0.125", missing]);
  report.missing_policy = "zero";
  assertEquals(row(), undefined);
});

Deno.test("degenerate intervals and tests are said in words, not dressed up", () => {
  const page = parsedReport(renderReport(madeUpModel({ questions: 1, runs: RUNS })));
  const [, , row] = rowsOf(page, "comparison-table");
  assertEquals(row![2], "–");
  assertEquals(row!.at(-1), "one question, so neither interval nor test has a meaning");
  assertStringIncludes(rowsOf(page, "recall-table")[1]![1]!, "no interval");
  assertStringIncludes(page.querySelector(".notes")!.textContent, "one question, so the interval");
  assertEquals(page.querySelector(".band path"), null);
});

Deno.test("figures are those of the model", () => {
  const model = madeUpModel(SMALL);
  const rows = rowsOf(parsedReport(renderReport(model)), "comparison-table");
  const { difference, p, won, tied, lost, num_questions } = model.comparisons[0]!;
  const sign = difference! < 0 ? "\u2212" : "+";
  assertEquals(rows[2]!.slice(0, 2), ["R@10", sign + Math.abs(difference!).toFixed(3)]);
  assertEquals(Number(rows[2]![3]!.replace(" exact", "")).toFixed(4), p!.toFixed(4));
  assertEquals(rows[2]!.slice(5, 7), [`${won} / ${tied} / ${lost}`, String(num_questions)]);
});

Deno.test("published figures are marked as not measured here", () => {
  const rows = rowsOf(parsedReport(renderReport(madeUpModel(SMALL))), "recall-table");
  assertEquals(rows.slice(-2), [
    ["Published, not measured here"],
    ["Elicit, academic table", "0.390", "0.483", "–", "–", "–", "–"],
  ]);
});

Deno.test("the figures of the curves are there at every depth", () => {
  const model = madeUpModel(SMALL);
  const rows = rowsOf(parsedReport(renderReport(model)), "depth-table");
  assertEquals(rows.length, 1 + 200);
  assertEquals(Number(rows[37]![1]!).toFixed(3), model.runs[0]!.curve.recall[36]!.toFixed(3));
});

Deno.test("a report without a question, or without a curve, is a page all the same", () => {
  const model = madeUpModel({ ...SMALL, questions: 1 });
  const page = parsedReport(renderReport({
    ...model,
    questions: [],
    runs: model.runs.map((run) => ({ ...run, curve: { recall: [], band: [] } })),
    comparisons: [],
  }));
  assertEquals(page.querySelector(".chart"), null);
  assertStringIncludes(page.querySelector(".summary")!.textContent, "2 runs, 0 questions");
});

Deno.test("a single run has no differences to show", () => {
  const page = parsedReport(renderReport(madeUpModel({ questions: 12, runs: [RUNS[0]!] })));
  assertEquals(page.querySelector("#comparisons"), null);
  assertEquals([...page.querySelectorAll("nav a[href='#comparisons']")], []);
});

Deno.test("six runs of 5,486 questions stay below 6 MB and unpack to what went in", async () => {
  const labels = ["one", "two", "three", "four", "five", "six"];
  const model = madeUpModel({
    questions: 5486,
    runs: labels.map((label, at) => ({ label, depth: 200, skill: 0.9 - at / 20 })),
    resamples: 10,
  });
  const html = renderReport(model);
  assertLess(new TextEncoder().encode(html).length, 6e6);
  assertEquals(await explorerDataIn(html), JSON.parse(JSON.stringify(explorerData(model))));
});
