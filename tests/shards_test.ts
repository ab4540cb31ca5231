/** A benchmark in shards: asked apart, scored together or apart, the same figures to the last bit. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { mergeShards, splitLines } from "../bench/shards.ts";
import { defaultCutoffs } from "../lib/scoring/recall.ts";
import { ROOT, runScript, TempFolder } from "./support/run_script.ts";

const SHARDS = 3;
const sample = join(ROOT, "data/sample");

async function run(script: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runScript(script, args);
  assertEquals(code, 0, stderr);
  return stdout;
}

Deno.test("shards that were searched apart score together as one run does", async () => {
  await using folder = await TempFolder.create();
  for (let k = 1; k <= SHARDS; k++) {
    await run("search.ts", [
      ...["local", "--dataset=sample", `--shard=${k}/${SHARDS}`, "--quiet"],
      `--output=${folder.path}/local.shard-${k}-of-${SHARDS}.jsonl`,
    ]);
  }
  const score = async (results: string) => {
    const report = JSON.parse(
      await run("score.ts", ["--input", `${sample}/questions.jsonl`, "--json", ...[
        ...["--results", results, "--measures", "nDCG@10,AP"],
      ]]),
    );
    const { macro_recall, micro_recall, match_tier_counts, measures, intervals } = report;
    return { macro_recall, micro_recall, match_tier_counts, measures, intervals };
  };
  assertEquals(
    await score(`${folder.path}/local.shard-*.jsonl`),
    await score(`${sample}/results.jsonl`),
  );
});

Deno.test("shards that were scored apart merge into the figures of one process", async () => {
  await using folder = await TempFolder.create();
  const parts = await splitLines(`${sample}/questions.jsonl`, folder.path, "questions", SHARDS);
  const lists = await splitLines(`${sample}/results.jsonl`, folder.path, "results", SHARDS);
  assertEquals(parts[1], `${folder.path}/questions.shard-2-of-3.jsonl`);
  const rows = await Promise.all(parts.map(async (part, at) => {
    const path = `${folder.path}/rows.shard-${at + 1}.jsonl`;
    await run("score.ts", ["--input", part, "--results", lists[at]!, "--per-question", path]);
    return path;
  }));
  const { macro, micro, questions } = await mergeShards(rows, defaultCutoffs);
  const { expected } = JSON.parse(await Deno.readTextFile(`${sample}/manifest.json`));
  const byCutoff = (values: number[]) =>
    Object.fromEntries(defaultCutoffs.map((cutoff, at) => [String(cutoff), values[at]]));
  assertEquals([byCutoff(macro), byCutoff(micro), questions], [
    expected.macro_recall,
    expected.micro_recall,
    expected.num_questions,
  ]);
  assertStringIncludes(
    await run("bench/shards.ts", ["merge", ...rows]),
    String(expected.macro_recall["200"]),
  );
});
