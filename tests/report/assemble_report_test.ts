import { assert, assertEquals } from "@std/assert";
import { openScoreData } from "../../lib/benchmark/score_data.ts";
import { assembleReport } from "../../lib/report/assemble_report.ts";
import type { ReportModel } from "../../lib/report/report_model.ts";
import { scoreRuns } from "../../lib/report/score_runs.ts";
import { parseMeasures } from "../../lib/scoring/measures.ts";
import { ROOT, TempFolder } from "../support/run_script.ts";

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

async function modelOf(
  named: { input?: string; dataset?: string; results: string[] },
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<ReportModel> {
  const data = await openScoreData({ ...named, root: ROOT, offline: true, hashed: true });
  const settings = { seed: 3, resamples: 500, pairwise: false, published: false };
  const scores = await scoreRuns(data, {
    ...settings,
    root: ROOT,
    onNotice: () => {},
    missing: "skip",
    strictComplete: false,
    measures: parseMeasures("AP"),
    intervals: true,
    sensitivity: true,
  });
  return await assembleReport(data, scores, {
    ...settings,
    program: { name: "test", version: "1" },
    texts,
  });
}

async function twoRuns(folder: TempFolder) {
  const input = await folder.write(
    "q.jsonl",
    lines(
      { question_id: "a", gold: [{ pmid: "01", doi: "doi:10.1/A", title: "<b>" }, { pmid: "2" }] },
      { question_id: "b", gold: [{ pmid: "3" }] },
      { question_id: "no gold", gold: [] },
    ),
  );
  const row = (id: string, ...ranks: [number, string][]) => ({
    question_id: id,
    provider: "consensus",
    candidates: ranks.map(([rank, pmid]) => ({ rank, pmid })),
  });
  const whole = await folder.write("whole.jsonl", lines(row("a", [4, "1"]), row("b", [9, "3"])));
  const part = await folder.write("part.resolved.jsonl", lines(row("a", [1, "2"], [2, "x"])));
  await folder.write(
    "part.run.jsonl",
    lines(
      {
        event: "start",
        version: "9",
        flags: { output: "/home/me/x" },
        settings: { email: "me@example.org", tool: "t" },
        input: { path: "/home/q" },
      },
      { event: "counter", calls: 3 },
      { event: "end", reason: "finished" },
    ) + '{"event": "sta',
  );
  return { input, whole, part };
}

Deno.test("the model has each question's gold and what each run found, null where it has no result", async () => {
  await using folder = await TempFolder.create();
  const { input, whole, part } = await twoRuns(folder);
  const texts = new Map([["a", "What of <a>?"]]);
  const model = await modelOf({ input, results: [whole, part] }, texts);
  assertEquals(model.questions, [
    {
      id: "a",
      text: "What of <a>?",
      gold: [
        { pmid: "1", doi: "10.1/a", title: "<b>" },
        { pmid: "2", doi: null, title: null },
      ],
      lists: [
        { length: 1, matches: [{ pmid: "1", rank: 4, tier: "pmid" }] },
        { length: 2, matches: [{ pmid: "2", rank: 1, tier: "pmid" }] },
      ],
    },
    {
      id: "b",
      text: "",
      gold: [{ pmid: "3", doi: null, title: null }],
      lists: [{ length: 1, matches: [{ pmid: "3", rank: 9, tier: "pmid" }] }, null],
    },
  ]);
  assertEquals(model.runs.map(({ label }) => label), ["whole", "part.resolved"]);
  assertEquals(model.numComparedQuestions, 1);
  assertEquals(model.dataset, { name: null, title: "q.jsonl", notes: [] });
});

Deno.test("a curve ends at the provider's depth; at the cutoffs its band is the table's interval", async () => {
  await using folder = await TempFolder.create();
  const { input, whole } = await twoRuns(folder);
  const { runs: [run] } = await modelOf({ input, results: [whole] });
  // Consensus gives 20 results at the most.
  assertEquals(run!.curve.recall.length, 20);
  assertEquals([3, 4, 9].map((depth) => run!.curve.recall[depth - 1]), [0, 0.25, 0.75]);
  assertEquals(run!.curve.recall[9], run!.report.macro_recall["10"]);
  const at = (depth: number) => run!.curve.band.find((point) => point.depth === depth);
  const { low, high } = run!.report.intervals!.macro_recall["10"]!;
  assertEquals(at(10), { depth: 10, low: low!, high: high! });
  // Up to rank 3 nothing is found: a band of no width would look like certainty.
  assertEquals(run!.curve.band.map(({ depth }) => depth), [5, 7, 10, 14, 20]);
});

Deno.test("files have their names and hashes, runs the records beside them, nothing tells of machine or user", async () => {
  await using folder = await TempFolder.create();
  const { input, whole, part } = await twoRuns(folder);
  await folder.write("whole.failures.jsonl", lines({ question_id: "b", retryable: true }));
  const model = await modelOf({ input, results: [whole, part] });
  const hash = async (path: string) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path))).toHex();
  assertEquals(model.files.map(({ role, run, name }) => [role, run, name]), [
    ["questions", null, "q.jsonl"],
    ["results", "whole", "whole.jsonl"],
    ["failures", "whole", "whole.failures.jsonl"],
    ["results", "part.resolved", "part.resolved.jsonl"],
  ]);
  assertEquals(model.files[0], {
    role: "questions",
    run: null,
    name: "q.jsonl",
    sha256: await hash(input),
    pinned: false,
  });
  assertEquals(model.runs.map(({ records }) => records), [[], [
    { event: "start", version: "9", settings: { tool: "t" }, input: { path: "q" } },
    { event: "end", reason: "finished" },
  ]]);
  assert(!JSON.stringify(model).includes(folder.path));
});

Deno.test("the sample's files are pinned by its manifest", async () => {
  const model = await modelOf({ dataset: "sample", results: [] });
  assertEquals(model.files.map(({ name, pinned }) => [name, pinned]), [
    ["questions.jsonl", true],
    ["results.jsonl", true],
  ]);
  assertEquals([model.dataset.name, model.runs.length, model.comparisons], ["sample", 1, []]);
  assertEquals(model.numComparedQuestions, null);
  assert(!JSON.stringify(model).includes(ROOT));
});

Deno.test("records that cannot be read do not stop the report", async () => {
  await using folder = await TempFolder.create();
  const { input, part } = await twoRuns(folder);
  await Deno.remove(`${folder.path}/part.run.jsonl`);
  await Deno.mkdir(`${folder.path}/part.run.jsonl`);
  const model = await modelOf({ input, results: [part] });
  assertEquals(model.runs[0]!.records, []);
});
