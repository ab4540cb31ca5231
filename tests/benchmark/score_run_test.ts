import { assertEquals, assertRejects } from "@std/assert";
import { loadGold } from "../../lib/benchmark/gold_set.ts";
import { readFailures } from "../../lib/benchmark/read_failures.ts";
import { scoreRun } from "../../lib/benchmark/score_run.ts";
import { FileError, type TextSource } from "../../lib/benchmark/text_source.ts";
import { defaultCutoffs } from "../../lib/scoring/recall.ts";
import { reportRun } from "../../lib/scoring/run_report.ts";

const REPORTS = new URL("../fixtures/reports/", import.meta.url).pathname;

/** What the published program says with --strict-complete: "ok", or its error line. */
const strictOf = (missing: readonly string[]) =>
  missing.length === 0 ? "ok" : `error: missing results for ${missing.length} questions`;

for (const { name } of Deno.readDirSync(REPORTS)) {
  Deno.test(`${name}: the report equals the published scorer's to the last bit`, async () => {
    const files = [...Deno.readDirSync(`${REPORTS}${name}`)].map((entry) => entry.name);
    const source = (prefix: string): TextSource => ({
      name: `${REPORTS}${name}/${files.find((file) => file.startsWith(prefix))}`,
    });
    const goldSet = await loadGold([source("input")]);
    const run = await scoreRun(goldSet, [source("results")]);
    const failures = files.includes("failures.jsonl")
      ? await readFailures(source("failures"))
      : undefined;
    const report = reportRun({
      ...goldSet,
      matches: run.matches,
      failures,
      cutoffs: defaultCutoffs,
    });
    const expected = JSON.parse(await Deno.readTextFile(`${REPORTS}${name}/expected.json`));
    const published = Object.fromEntries(
      Object.keys(expected).map((key) => [key, report[key as keyof typeof report]]),
    );
    assertEquals(published, expected);
    const strict = (await Deno.readTextFile(`${REPORTS}${name}/expected_strict.txt`)).trim();
    assertEquals(strictOf(report.missing_question_ids), strict);
  });
}

const text = (name: string, ...lines: string[]): TextSource => ({
  name,
  bytes: new TextEncoder().encode(lines.join("\n")),
});
const question = (id: string, pmids: string[]) =>
  JSON.stringify({ question_id: id, gold: pmids.map((pmid) => ({ pmid })) });
const row = (id: string, pmids: string[]) =>
  JSON.stringify({
    question_id: id,
    provider: "p",
    candidates: pmids.map((pmid, at) => ({ rank: at + 1, pmid })),
  });

Deno.test("a question without gold is excluded and named, a missing one counts as asked", async () => {
  const goldSet = await loadGold([
    text("q", question("a", ["1", "2"]), question("b", []), question("c", ["3"])),
  ]);
  const run = await scoreRun(goldSet, [text("r", row("a", ["2"]), row("b", ["9"]))]);
  const report = (missing: "skip" | "zero") =>
    reportRun({ ...goldSet, matches: run.matches, cutoffs: [10], missing });
  assertEquals(report("skip").macro_recall, { "10": 0.5 });
  assertEquals(report("zero").macro_recall, { "10": 0.25 });
  assertEquals(report("skip").question_ids_without_gold, ["b"]);
  assertEquals(report("skip").unattempted_question_ids, ["c"]);
});

Deno.test("shards of one run are scored together, overlaps are refused", async () => {
  const goldSet = await loadGold([text("q", question("a", ["1"]), question("b", ["2"]))]);
  const shards = [text("1.jsonl", row("a", ["1"])), text("2.jsonl", row("b", ["2"]))];
  const { matches } = await scoreRun(goldSet, shards);
  assertEquals([0, 1].map((at) => matches.at(at)?.length), [1, 1]);
  await assertRejects(
    () => scoreRun(goldSet, [...shards, text("3.jsonl", row("a", []))]),
    FileError,
    '3.jsonl:1: question "a" is in an earlier file of this run too',
  );
});

Deno.test("an unknown question is an error in our format and left out with its name in TREC", async () => {
  const goldSet = await loadGold([text("q", question("a", ["1"]))]);
  await assertRejects(
    () => scoreRun(goldSet, [text("r", row("a", []), row("zz", []))]),
    FileError,
    'r:2: unknown question "zz"; q has "a"; do both files belong together?',
  );
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  await scoreRun(goldSet, [text("t", "a Q0 1 1 0.5 x", "zz Q0 1 1 0.5 x")], { onNotice });
  assertEquals(notices, ["t: 1 question without gold left out: zz"]);
});

Deno.test("a run whose fields are called otherwise is told as such, not only scored 0", async () => {
  const goldSet = await loadGold([text("gold", question("a", ["1"]), question("b", ["2"]))]);
  const run = (...candidates: unknown[]) =>
    text(
      "run",
      JSON.stringify({ question_id: "a", candidates: [] }),
      JSON.stringify({ question_id: "b", candidates }),
    );
  const noticesOf = async (source: TextSource) => {
    const notices: string[] = [];
    await scoreRun(goldSet, [source], { onNotice: (notice) => notices.push(notice) });
    return notices;
  };
  assertEquals(await noticesOf(run({ rank: 1, PMID: "2" }, { rank: 2, PMID: "3" })), [
    "run: no result has a pmid, doi or title, so none can be found; " +
    'the first has the fields "rank", "PMID"',
  ]);
  assertEquals(await noticesOf(run({ rank: 1, PMID: "2" }, { rank: 2, title: "x" })), []);
  assertEquals(await noticesOf(run()), []);
});

Deno.test("qrels that judge papers as not relevant too tell the size of the pool", async () => {
  const qrels = (name: string, ...lines: string[]) => loadGold([text(name, ...lines)]);
  const judged = await qrels(
    "q",
    "a 0 1 1",
    "a 0 2 0",
    "a 0 3 2",
    "a 0 4 -1",
    "a 0 3 0",
    "b 0 7 1",
  );
  assertEquals(judged.ids.map((_, at) => judged.gold.at(at)!.map(({ pmid }) => pmid)), [
    ["1", "3"],
    [
      "7",
    ],
  ]);
  assertEquals([...judged.poolSizes], [3, 1]);
  const relevantOnly = await qrels("q", "a 0 1 1", "a 0 2 1");
  assertEquals(relevantOnly.poolSizes[0], undefined);
});

Deno.test("a shard without a row yet is no obstacle; a run without any is an error", async () => {
  const goldSet = await loadGold([text("q", question("a", ["1"]))]);
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  const shards = [text("1", ""), text("2", '{"question_'), text("3", row("a", ["1"]))];
  const { matches } = await scoreRun(goldSet, shards, { onNotice });
  assertEquals(matches.at(0)?.length, 1);
  assertEquals(notices.length, 1);
  await assertRejects(
    () => scoreRun(goldSet, [text("2", '{"question_')], { onNotice }),
    FileError,
    "2: there is no whole result row yet",
  );
});

for (
  const [line, reason] of [
    ['{"question_id":"b","candidates":[]}}', "broken JSON"],
    ["oops", "broken JSON"],
    [`{'question_id":"b"}`, "broken JSON"],
    [`${row("b", [])} ${row("c", [])}`, "broken JSON"],
  ]
) {
  Deno.test(`a last line that is wrong but not cut off is an error: ${line}`, async () => {
    const goldSet = await loadGold([text("q", question("a", ["1"]), question("b", ["2"]))]);
    await assertRejects(
      () => scoreRun(goldSet, [text("r", row("a", []), line!)]),
      FileError,
      `r:2: ${reason}`,
    );
  });
}

Deno.test("a last line of bad UTF-8 is an error, one that is cut inside a character is not", async () => {
  const goldSet = await loadGold([text("q", question("a", ["1"]), question("b", ["2"]))]);
  const bytes = (...tail: number[]) => ({
    name: "r",
    bytes: new Uint8Array([
      ...text("", row("a", []), '{"question_id":"b","query":"').bytes as Uint8Array,
      ...tail,
    ]),
  });
  assertEquals((await scoreRun(goldSet, [bytes(0xc3)])).matches.at(1), undefined);
  await assertRejects(
    () => scoreRun(goldSet, [bytes(0xff, 0x22, 0x7d)]),
    FileError,
    "r:2: invalid UTF-8",
  );
});

Deno.test("an error at the end of a TREC file names the line where the question began", async () => {
  const goldSet = await loadGold([text("q", question("a", ["1"]), question("b", ["2"]))]);
  const shards = [
    text("1", "a Q0 1 1 1 x"),
    text("2", "b Q0 1 1 1 x", "a Q0 1 1 1 x", "b Q0 2 1 1 x"),
  ];
  await assertRejects(
    () => scoreRun(goldSet, shards),
    FileError,
    '2:2: question "a" is in an earlier file',
  );
});

Deno.test("thousands of gold papers in one question, all found by one title, take no quadratic time", async () => {
  const papers = Array.from(
    { length: 20_000 },
    (_, at) => ({ pmid: String(at + 1), title: "Editorial" }),
  );
  const goldSet = await loadGold([text("q", JSON.stringify({ question_id: "a", gold: papers }))]);
  const candidates = papers.map((_, at) => ({ rank: at + 1, title: "editorial." }));
  const { matches } = await scoreRun(goldSet, [
    text("r", JSON.stringify({ question_id: "a", candidates })),
  ]);
  assertEquals(matches.at(0)?.length, 20_000);
  assertEquals(matches.at(0)?.slice(0, 3).map(({ pmid }) => pmid), ["1", "10", "100"]);
});
