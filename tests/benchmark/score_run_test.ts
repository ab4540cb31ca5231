import { assertEquals, assertRejects } from "@std/assert";
import { loadGold } from "../../lib/benchmark/gold_set.ts";
import { readFailures } from "../../lib/benchmark/read_failures.ts";
import { scoreRun } from "../../lib/benchmark/score_run.ts";
import { FileError, type TextSource } from "../../lib/benchmark/text_source.ts";
import { defaultCutoffs } from "../../lib/scoring/recall.ts";
import { reportRun } from "../../lib/scoring/run_report.ts";

const REPORTS = new URL("../fixtures/reports/", import.meta.url).pathname;

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
  assertEquals((await scoreRun(goldSet, shards)).matches.map((each) => each?.length), [1, 1]);
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
    'r:2: unknown question "zz"; q has 1 others such as "a"',
  );
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  await scoreRun(goldSet, [text("t", "a Q0 1 1 0.5 x", "zz Q0 1 1 0.5 x")], { onNotice });
  assertEquals(notices, ["t: 1 question without gold left out: zz"]);
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
  assertEquals(judged.gold.map((papers) => papers.map(({ pmid }) => pmid)), [["1", "3"], ["7"]]);
  assertEquals([...judged.poolSizes], [3, 1]);
  const relevantOnly = await qrels("q", "a 0 1 1", "a 0 2 1");
  assertEquals(relevantOnly.poolSizes[0], undefined);
});
