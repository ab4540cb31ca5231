/** Comparison, measures and exports of score.ts, as its users run it. */
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { ROOT, runScript, TempFolder } from "./support/run_script.ts";

const REAL = new URL("../../shared/real/", import.meta.url).pathname;
const noReal = await Deno.stat(REAL).then(() => false, () => true);
const GOLD_11B2 = `${REAL}bioasq_gold/11B2_golden.json`;
const run11b2 = (model: string) =>
  `${REAL}bioasq_runs/BioASQ-task11bPhaseA-testset2_model_bm25-${model}.json`;

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const question = (id: string, ...pmids: string[]) => ({
  question_id: id,
  question: `What of ${id}?`,
  gold: pmids.map((pmid) => ({ pmid, doi: `10.1/${pmid}`, title: `Paper ${pmid}` })),
});
const row = (provider: string, id: string, ...candidates: Record<string, unknown>[]) => ({
  question_id: id,
  provider,
  candidates: candidates.map((candidate, at) => ({ rank: at + 1, ...candidate })),
});

/** Five questions, a good run, and a poorer one that lacks the last question. */
async function twoRuns() {
  const folder = await TempFolder.create();
  const input = await folder.write(
    "questions.jsonl",
    lines(
      question("a", "1", "2"),
      question("b", "3"),
      question("c", "4"),
      question("d", "5", "6"),
      question("e", "7"),
    ),
  );
  const good = await folder.write(
    "good.jsonl",
    lines(
      row("p", "a", { pmid: "1" }, { doi: "10.1/2" }),
      row("p", "b", { title: "paper 3." }),
      row("p", "c", { pmid: "99" }, { pmid: "99" }, { pmid: "4" }),
      row("p", "d", { pmid: "5" }),
      row("p", "e", { pmid: "7" }),
    ),
  );
  const poor = await folder.write(
    "poor.jsonl",
    lines(row("p", "a", { pmid: "1" }), row("p", "b"), row("p", "c", { pmid: "4" }), row("p", "d")),
  );
  return { folder, input, good, poor };
}

async function json(args: readonly string[]) {
  const result = await runScript("score.ts", [...args, "--json"]);
  assertEquals([result.code, result.stderr], [0, ""]);
  return JSON.parse(result.stdout);
}

Deno.test("several runs give a report each and their differences on the questions all answered", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const report = await json(["--input", input, "--results", poor, "--results", `best=${good}`]);
  assertEquals(report.runs.map((run: { run: string }) => run.run), ["p", "best"]);
  assertEquals(
    report.runs.map((run: { num_scored_questions: number }) => run.num_scored_questions),
    [
      4,
      5,
    ],
  );
  assertEquals([report.num_compared_questions, report.seed, report.resamples], [4, 0, 10000]);
  assertEquals(report.comparisons.length, 5);
  const [at10] = report.comparisons;
  assertEquals(
    [at10.run, at10.versus, at10.measure, at10.num_questions, at10.won, at10.tied, at10.lost],
    ["best", "p", "R@10", 4, 3, 1, 0],
  );
  assertAlmostEquals(at10.difference, (0.5 + 1 + 0 + 0.5) / 4, 1e-12);
  // Three questions differ: of 8 sign assignments only two reach the observed sum.
  assertEquals([at10.p_method, at10.p, at10.degenerate_test], ["exact", 0.25, null]);
  assertEquals(report.largest_gaps.questions[0], {
    question_id: "b",
    gap: 1,
    recall: { p: 0, best: 1 },
  });
  const intervals = report.runs[0].intervals;
  assertEquals([intervals.seed, intervals.macro_recall["10"].degenerate], [0, null]);
});

Deno.test("with --missing zero a missing question scores 0 and counts for all", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const args = ["--input", input, "--results", poor, "--results", good, "--missing", "zero"];
  const report = await json(args);
  assertEquals(report.num_compared_questions, 5);
  assertEquals(report.runs[0].num_scored_questions, 5);
  assertAlmostEquals(report.runs[0].macro_recall["10"], 1.5 / 5, 1e-12);
  assertAlmostEquals(report.comparisons[0].difference, (4.5 - 1.5) / 5, 1e-12);
});

Deno.test("the sensitivity says what each tier and collapsing repeats contribute", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const report = await json(["--input", input, "--results", good]);
  const at = (tiers: string, collapsed: boolean) =>
    report.sensitivity.find((each: { tiers: string[]; collapse_repeats: boolean }) =>
      each.tiers.join() === tiers && each.collapse_repeats === collapsed
    ).macro_recall["10"];
  assertAlmostEquals(at("pmid", false), (0.5 + 0 + 1 + 0.5 + 1) / 5, 1e-12);
  assertAlmostEquals(at("pmid,doi", false), (1 + 0 + 1 + 0.5 + 1) / 5, 1e-12);
  assertEquals(at("pmid,doi,title", false), report.macro_recall["10"]);
  assertEquals(at("pmid,doi,title", true), report.macro_recall["10"]);
});

Deno.test("per-question rows of several runs name their run first", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const path = `${folder.path}/per_question.jsonl`;
  const { code } = await runScript("score.ts", [
    ...["--input", input, "--results", good, "--results", poor],
    ...["--per-question", path],
  ]);
  assertEquals(code, 0);
  const rows = (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  assertEquals(rows.map((each) => `${each.run} ${each.question_id}`), [
    ...["a", "b", "c", "d", "e"].map((id) => `good ${id}`),
    ...["a", "b", "c", "d"].map((id) => `poor ${id}`),
  ]);
  assertEquals(Object.keys(rows[0]), ["run", "question_id", "total_gold", "recall", "matches"]);
  assertEquals(rows[0].matches, {
    "1": { rank: 1, tier: "pmid" },
    "2": { rank: 2, tier: "doi" },
  });
});

Deno.test("a missing question of any run is refused with --strict-complete, naming its file", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const { code, stdout, stderr } = await runScript("score.ts", [
    ...["--input", input, "--results", good, "--results", poor, "--strict-complete"],
  ]);
  assertEquals([code, stdout], [1, ""]);
  assertMatch(stderr, /^error: missing results for 1 questions of .*poor\.jsonl: e;[^\n]*\n$/);
});

Deno.test("every format holds the comparison; CSV is one table with a row a figure", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const runs = ["--input", input, "--results", poor, "--results", good, "--measures", "AP"];
  const of = async (format: string) =>
    (await runScript("score.ts", [...runs, "--format", format])).stdout;
  const table = await of("table");
  assertStringIncludes(table, "Paired differences on 4 questions");
  assertMatch(
    table,
    /\ngood +poor +R@10 +\+0\.500\* +\[\+0\.125, \+0\.875\] +0\.2500 +1\.0000 +3\/1\/0\n/,
  );
  assertMatch(table, /\npoor +0\.3750 \[0\.0000, 0\.7500\]\n/);
  const csv = (await of("csv")).trimEnd().split("\n").map((line) => line.split(","));
  assertEquals(csv[0]!.slice(0, 6), ["kind", "run", "versus", "measure", "questions", "value"]);
  // Notes with commas are quoted and not split rightly here: the rows without must be whole.
  assertEquals(
    new Set(csv.filter((each) => each[0] !== "sensitivity").map(({ length }) => length)),
    new Set([14]),
  );
  const difference = csv.find(([kind, , , measure]) =>
    kind === "difference" && measure === "R@10"
  )!;
  assertEquals(difference.slice(0, 6), ["difference", "good", "poor", "R@10", "4", "0.5"]);
  assertStringIncludes(await of("markdown"), "| good | poor | R@10 | +0.500\\* |");
  assertStringIncludes(await of("latex"), "good & poor & R@10 & +0.500* &");
});

Deno.test("degenerate comparisons are named in words", async () => {
  await using folder = await TempFolder.create();
  const input = await folder.write("q.jsonl", lines(question("a", "1")));
  const found = await folder.write("found.jsonl", lines(row("x", "a", { pmid: "1" })));
  const lost = await folder.write("lost.jsonl", lines(row("y", "a")));
  const { code, stdout } = await runScript("score.ts", [
    ...["--input", input, "--results", found, "--results", lost],
  ]);
  assertEquals(code, 0);
  assertMatch(stdout, /\nx +1\.000\* \[none: one question\]/);
  assertMatch(stdout, /\ny +x +R@10 +-1\.000\* +\[none: one question\] +1\.0000 \(one question\)/);
});

Deno.test("runs that share no question are compared with no figure", async () => {
  await using folder = await TempFolder.create();
  const input = await folder.write("q.jsonl", lines(question("a", "1"), question("b", "2")));
  const one = await folder.write("one.jsonl", lines(row("x", "a", { pmid: "1" })));
  const other = await folder.write("other.jsonl", lines(row("y", "b", { pmid: "2" })));
  const { code, stdout } = await runScript("score.ts", [
    ...["--input", input, "--results", one, "--results", other],
  ]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Paired differences on 0 questions");
  assertMatch(stdout, /\ny +x +R@10 +– +\[none: no questions\] +– \(no questions\) +– +0\/0\/0\n/);
});

for (
  const [what, args, message] of [
    ["an unknown measure", ["--measures", "nDGC@10"], /did you mean nDCG@10\?/],
    ["a measure without its cutoff", ["--measures", "P"], /it needs a cutoff, as in P@10/],
    ["an empty list of measures", ["--measures", ","], /the list "," is empty/],
    ["--pairwise with one run", ["--pairwise"], /it needs several runs/],
    ["0 resamples", ["--resamples", "0"], /a whole number from 1/],
    ["a negative seed", ["--seed=-1"], /a whole number from 0/],
  ] as [string, string[], RegExp][]
) {
  Deno.test(`${what} is a wrong command line`, async () => {
    const { code, stdout, messages } = await runScript("score.ts", [
      ...["--input", "none.jsonl", "--results", "none.jsonl"],
      ...args,
    ]);
    assertEquals([code, stdout, messages.length], [2, "", 1]);
    assertMatch(messages[0]!, /^error: Cannot .*\(deno task score --help\)$/);
    assertMatch(messages[0]!, message);
  });
}

for (const flag of ["--failures", "--export-run"]) {
  Deno.test(`${flag} is about one run`, async () => {
    const { code, stderr } = await runScript("score.ts", [
      ...["--input", "q", "--results", "a", "--results", "b", flag, "x"],
    ]);
    assertEquals(code, 2);
    assertMatch(stderr, /with several runs: it is about one/);
  });
}

Deno.test("measures of a run that is no complete ranking are refused with the questions' names", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const { code, stdout, messages } = await runScript("score.ts", [
    ...["--input", input, "--results", good, "--measures", "P@10,WSS@95"],
  ]);
  assertEquals([code, stdout, messages.length], [1, "", 1]);
  assertMatch(messages[0]!, /^error: Cannot compute WSS@95 of p: .*: d;/);
});

Deno.test("qrels with all judgements give screening measures, and graded ones a notice", async () => {
  await using folder = await TempFolder.create();
  // Worked by hand: gold at ranks 1 and 3 of a pool of 10; 95 % recall needs both, so 3 are read.
  const qrels = await folder.write(
    "qrels.txt",
    Array.from({ length: 10 }, (_, at) => `t 0 ${at + 1} ${[2, 0, 1][at] ?? 0}\n`).join(""),
  );
  const run = await folder.write(
    "run.txt",
    Array.from({ length: 4 }, (_, at) => `t Q0 ${at + 1} 0 ${9 - at} x\n`).join(""),
  );
  const { code, stdout, stderr } = await runScript("score.ts", [
    ...["--input", qrels, "--results", run, "--measures", "WSS@95,TNR@95,nDCG", "--json"],
  ]);
  assertEquals(code, 0);
  const { measures } = JSON.parse(stdout);
  assertAlmostEquals(measures["WSS@95"], 7 / 10 - 0.05, 1e-12);
  assertAlmostEquals(measures["TNR@95"], 7 / 8, 1e-12);
  assertMatch(
    stderr,
    /^notice: the gold has grades of relevance; nDCG here takes all gold papers alike\n$/,
  );
});

Deno.test("exported TREC files score as what they were made from", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const qrels = `${folder.path}/exported.qrels`;
  const run = `${folder.path}/exported.run`;
  const before = await json([
    ...["--input", input, "--results", good, "--export-run", run, "--export-qrels", qrels],
  ]);
  const after = await json(["--input", qrels, "--results", run]);
  assertEquals(after.macro_recall, before.macro_recall);
  assertEquals(after.micro_recall, before.micro_recall);
  // What was found by DOI and title stands under its PMID now.
  assertEquals(after.match_tier_counts, { pmid: 6 });
});

Deno.test("an export that fails leaves nothing behind, and an input is not overwritten", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const bad = await folder.write("bad.jsonl", lines(row("p", "a", { pmid: "1" }), row("p", "zz")));
  const failed = await runScript("score.ts", [
    ...["--input", input, "--results", bad, "--export-run", `${folder.path}/x.run`],
  ]);
  assertEquals(failed.code, 1);
  const refused = await runScript("score.ts", [
    ...["--input", input, "--results", good, "--export-qrels", good],
  ]);
  assertMatch(refused.stderr, /^error: Cannot write .*good\.jsonl: it is also/);
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assertEquals(names, ["bad.jsonl", "good.jsonl", "poor.jsonl", "questions.jsonl"]);
});

Deno.test("published figures are shown as not measured here, of both tables", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const args = ["--input", input, "--results", good, "--published"];
  const { stdout } = await runScript("score.ts", args);
  assertMatch(
    stdout,
    /\nConsensus \(academic table; published, not measured here\) +0\.369 +0\.434 +– +– +–\n/,
  );
  const { published } = await json(args);
  assertEquals(published.length, 11);
  assert(published.every((each: { measured: boolean }) => !each.measured));
});

Deno.test("a closed pipe is no error", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const command = `"${Deno.execPath()}" run -A --config deno.json score.ts --input "${input}" ` +
    `--results "${poor}" --results "${good}" --json | head -1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", command],
    cwd: ROOT,
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  assertEquals([decoder.decode(stdout), decoder.decode(stderr)], ["{\n0\n", ""]);
});

Deno.test("no network and no environment is needed to compare files", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const { code, stderr } = await runScript(
    "score.ts",
    ["--input", input, "--results", poor, "--results", good, "--quiet"],
    { permissions: ["--allow-read"] },
  );
  assertEquals([code, stderr], [0, ""]);
});

Deno.test({
  name: "the 11B2 runs have the known differences, the same bytes for the same seed",
  ignore: noReal,
  fn: async () => {
    const args = [
      ...["--input", GOLD_11B2],
      ...["--results", `bm25=${run11b2("100docs")}`],
      ...["--results", `MiniLM=${run11b2("cross-encoder-MiniLM")}`],
      ...["--results", `distilbert=${run11b2("distilbert")}`],
      ...["--pairwise", "--json"],
    ];
    const [first, second, other] = await Promise.all([
      runScript("score.ts", args),
      runScript("score.ts", args),
      runScript("score.ts", [...args, "--seed", "5"]),
    ]);
    assertEquals(first.code, 0);
    assertEquals(first.stdout, second.stdout);
    assert(first.stdout !== other.stdout);
    const report = JSON.parse(first.stdout);
    const [at10] = report.comparisons;
    assertEquals([at10.run, at10.versus, at10.measure], ["MiniLM", "bm25", "R@10"]);
    assertEquals(at10.difference.toFixed(6), "0.098706");
    assertEquals([at10.num_questions, at10.won, at10.tied, at10.lost], [74, 30, 40, 4]);
    // SciPy's percentile bootstrap and permutation test, 200,000 resamples.
    assertAlmostEquals(at10.low, 0.048659, 0.003);
    assertAlmostEquals(at10.high, 0.155608, 0.003);
    assertAlmostEquals(at10.p, 0.0000999, 0.0005);
    assertEquals(report.comparisons.length, 15);
    // All lists hold the same 100 documents: no difference there, and said so.
    const at100 = report.comparisons.find((each: { measure: string }) => each.measure === "R@100");
    assertEquals([at100.difference, at100.p, at100.degenerate_test], [0, 1, "no difference"]);
    assertEquals(first.messages.length, 3);
    assertMatch(first.messages[0]!, /1 question without gold left out: 6415c5d4690f196b51000014$/);
  },
});

Deno.test("--report writes one page, the same bytes again, and says where", async () => {
  const { folder, input, good, poor } = await twoRuns();
  await using _ = folder;
  const path = `${folder.path}/report.html`;
  const write = async () => {
    const { code, stderr, stdout } = await runScript("score.ts", [
      ...["--input", input, "--results", poor, "--results", good, "--report", path],
    ]);
    assertEquals([code, stderr], [0, `notice: the report is ${path}; open it in a browser\n`]);
    assertStringIncludes(stdout, "Paired differences");
    return await Deno.readTextFile(path);
  };
  const first = await write();
  assertStringIncludes(first, "What of a?");
  assertEquals(await write(), first);
});

Deno.test("a measure deeper than the provider goes is a dash; the JSON keeps it and says so", async () => {
  await using folder = await TempFolder.create();
  const input = await folder.write("q.jsonl", lines(question("a", "1"), question("b", "2")));
  // Consensus gives 20 results at the most.
  const run = await folder.write(
    "r.jsonl",
    lines(row("consensus", "a", { pmid: "1" }), row("consensus", "b", { pmid: "9" })),
  );
  const args = ["--input", input, "--results", run, "--measures", "P@10,P@50"];
  const { stdout } = await runScript("score.ts", args);
  assertMatch(stdout, /\nMacro recall +0\.500\* +0\.500\* +– +– +–\n/);
  assertMatch(stdout, /\nMeasure +Mean\nP@10 +0\.0500\nP@50 +–\n$/);
  const { measures, measure_status } = await json(args);
  assertEquals(measures, { "P@10": 0.05, "P@50": 0.01 });
  assertEquals(measure_status, { "P@10": "measured", "P@50": "beyond_depth" });
});

Deno.test("gzip is told by its content through a pipe that gives its first byte alone", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const packed = `${folder.path}/packed`;
  const score = `${Deno.execPath()} run --no-prompt --no-check -A "${ROOT}score.ts"`;
  const { code, stdout } = await new Deno.Command("sh", {
    args: [
      "-c",
      `gzip -c "${good}" > "${packed}"; { head -c 1 "${packed}"; sleep 1; tail -c +2 "${packed}"; } | ` +
      `${score} --input "${input}" --results /dev/stdin`,
    ],
    stderr: "null",
  }).output();
  assertEquals(code, 0);
  assertMatch(new TextDecoder().decode(stdout), /\nnum_scored_questions: 5\n/);
});

Deno.test("a run exported with --missing zero has the same recall when it is read as it is", async () => {
  const { folder, input, poor } = await twoRuns();
  await using _ = folder;
  const run = `${folder.path}/poor.trec`;
  const args = ["--input", input, "--missing", "zero", "--results"];
  const before = await json([...args, poor, "--export-run", run]);
  assertEquals(before.num_missing_questions, 1);
  const after = await json(["--input", input, "--results", run, "--strict-complete"]);
  assertEquals([after.macro_recall, after.micro_recall], [
    before.macro_recall,
    before.micro_recall,
  ]);
  assertMatch(await Deno.readTextFile(run), /\ne Q0 none 1 1 p\n$/);
});

Deno.test("the report has the hash of what came through a pipe, which cannot be read again", async () => {
  const { folder, input, good } = await twoRuns();
  await using _ = folder;
  const report = `${folder.path}/report.html`;
  const score = `${Deno.execPath()} run --no-prompt --no-check -A "${ROOT}score.ts"`;
  const { code } = await new Deno.Command("sh", {
    args: [
      "-c",
      `cat "${good}" | ${score} --input "${input}" --results /dev/stdin --report "${report}"`,
    ],
    stdout: "null",
    stderr: "null",
  }).output();
  assertEquals(code, 0);
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(good));
  assertStringIncludes(await Deno.readTextFile(report), new Uint8Array(digest).toHex());
});
