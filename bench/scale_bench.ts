/**
 * Ten times BioASQ (54,860 questions, 10.9 million candidates a run): scored,
 * two runs compared, a web provider's run resolved, and scored in four shards
 * by four processes. Printed as ratios to BioASQ's own size, measured in the
 * same run. Processor seconds are what is compared: the machine may have other
 * work.
 *
 * ```sh
 * deno run -A bench/scale_bench.ts [--questions N] [--times N]
 * ```
 */
import { parseArgs } from "@std/cli/parse-args";
import { forEachLine } from "../lib/benchmark/lines.ts";
import { printError as progress, printResult } from "../lib/cli/output.ts";
import { renderTable } from "../lib/report/table.ts";
import { defaultCutoffs } from "../lib/scoring/recall.ts";
import { bioasqScale, generate } from "./generate.ts";
import { generateWebRun } from "./generate_web_run.ts";
import { measure, type Measured } from "./measured_process.ts";
import { type MergedRecall, mergeShards, splitLines } from "./shards.ts";

const root = new URL("../", import.meta.url).pathname;
const SHARDS = 4;
const flags = parseArgs(Deno.args, {
  string: ["questions", "times"],
  default: { questions: String(bioasqScale.questions), times: "10" },
});
const base = Number(flags.questions);
const times = Number(flags.times);

/** What was measured at one size. */
interface Sized {
  /** Bytes of the gold papers' JSON in the question file. */
  goldBytes: number;
  measured: Record<string, Measured>;
}

const folder = await Deno.makeTempDir({ prefix: "scale_bench_" });
try {
  const one = await measureAt(base);
  const deep = await measureDeep();
  const many = await measureAt(base * times);
  print(one, many);
  printResult(
    `score, ${base} questions with ${times} times as many candidates each: ` +
      `${deep.cpu.toFixed(1)} CPU s, ${deep.seconds.toFixed(1)} wall s, ` +
      `${deep.megabytes.toFixed(0)} peak MB\n`,
  );
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function measureAt(questionCount: number): Promise<Sized> {
  const here = `${folder}/${questionCount}`;
  await Deno.mkdir(here);
  progress(`${questionCount} questions: generating`);
  const scale = { ...bioasqScale, questions: questionCount };
  const { questions, runs: [first, second] } = await generate(here, scale, 1, 2);
  const measured: Record<string, Measured> = {};
  const take = async (name: string, script: string, args: string[]) => {
    progress(`${questionCount} questions: ${name}`);
    measured[name] = await measure(`${root}${script}`, args);
  };
  const whole = `${here}/whole.json`;
  const input = ["--input", questions, "--quiet"];
  await take("score", "score.ts", [...input, "--results", first!, "--output", whole]);
  await take("compare two runs", "score.ts", [
    ...input,
    ...["--results", `first=${first}`, "--results", `second=${second}`, "--pairwise"],
  ]);
  const report = JSON.parse(await Deno.readTextFile(whole));
  measured[`score in ${SHARDS} processes`] = await scoreInShards(here, questions, first!, report);
  for (const run of [first!, second!]) await Deno.remove(run);

  const [web, output, cache] = ["web.jsonl", "resolved.jsonl", "cache.sqlite"]
    .map((name) => `${here}/${name}`) as [string, string, string];
  await generateWebRun(web, questionCount);
  await take("resolve, NCBI answering at once", "bench/resolve_unpaced.ts", [web, output, cache]);
  await take("resolve from the cache", "resolve_pmcids.ts", [
    ...["--results", web, "--output", output, "--cache", cache],
    ...["--offline", "--input", questions, "--quiet"],
  ]);
  return { goldBytes: await goldBytesOf(questions), measured };
}

/** As many candidates as the larger size has, for as many questions as the smaller one. */
async function measureDeep(): Promise<Measured> {
  const here = `${folder}/deep`;
  await Deno.mkdir(here);
  const candidatesPerQuestion = bioasqScale.candidatesPerQuestion * times;
  progress(`${base} questions with ${candidatesPerQuestion} candidates each`);
  const { questions, results } = await generate(here, {
    ...bioasqScale,
    questions: base,
    candidatesPerQuestion,
  });
  return await measure(`${root}score.ts`, [
    ...["--input", questions, "--results", results, "--quiet"],
  ]);
}

/**
 * Deals questions and results out to four folders, scores each in a process of
 * its own, all at once, and puts the scores together.
 *
 * @throws {Error} where the merged recall is not that of the one process, bit for bit.
 */
async function scoreInShards(
  here: string,
  questions: string,
  results: string,
  whole: { macro_recall: Record<string, number>; micro_recall: Record<string, number> },
): Promise<Measured> {
  progress("splitting");
  const parts = await splitLines(questions, here, "questions", SHARDS);
  const lists = await splitLines(results, here, "results", SHARDS);
  const rows = parts.map((_, at) => `${here}/rows.shard-${at + 1}.jsonl`);
  progress(`scoring ${SHARDS} shards`);
  const started = performance.now();
  const shards = await Promise.all(parts.map((part, at) =>
    measure(`${root}score.ts`, [
      ...["--input", part, "--results", lists[at]!, "--per-question", rows[at]!, "--quiet"],
    ])
  ));
  const merged = await mergeShards(rows, defaultCutoffs);
  const seconds = (performance.now() - started) / 1000;
  checkMerged(merged, whole);
  progress("scoring the shard files together, by a pattern");
  const together = `${here}/together.json`;
  await measure(`${root}score.ts`, [
    ...["--input", questions, "--results", `${here}/results.shard-*.jsonl`],
    ...["--output", together, "--quiet"],
  ]);
  const { macro_recall, micro_recall } = JSON.parse(await Deno.readTextFile(together));
  same("shards by a pattern", { macro_recall, micro_recall }, whole);
  for (const path of [...parts, ...lists, ...rows]) await Deno.remove(path);
  return {
    seconds,
    cpu: shards.reduce((sum, { cpu }) => sum + cpu, 0),
    megabytes: Math.max(...shards.map(({ megabytes }) => megabytes)),
  };
}

function checkMerged(
  { macro, micro }: MergedRecall,
  whole: { macro_recall: Record<string, number>; micro_recall: Record<string, number> },
): void {
  const byCutoff = (values: number[]) =>
    Object.fromEntries(defaultCutoffs.map((cutoff, at) => [String(cutoff), values[at]!]));
  same("merged shards", { macro_recall: byCutoff(macro), micro_recall: byCutoff(micro) }, whole);
}

function same(name: string, found: object, { macro_recall, micro_recall }: {
  macro_recall: object;
  micro_recall: object;
}): void {
  const [left, right] = [found, { macro_recall, micro_recall }].map((each) => JSON.stringify(each));
  if (left !== right) throw new Error(`${name} give ${left}, one process ${right}`);
}

async function goldBytesOf(questions: string): Promise<number> {
  let bytes = 0;
  await forEachLine({ name: questions }, ({ text }) => {
    bytes += new TextEncoder().encode(JSON.stringify(JSON.parse(text).gold)).length;
  });
  return bytes;
}

function print(one: Sized, many: Sized): void {
  const rows = Object.entries(one.measured).map(([name, small]) => {
    const large = many.measured[name]!;
    return [
      name,
      ...[small.cpu, large.cpu].map((each) => each.toFixed(1)),
      (large.cpu / small.cpu).toFixed(1),
      ...[small.seconds, large.seconds].map((each) => each.toFixed(1)),
      ...[small.megabytes, large.megabytes].map((each) => each.toFixed(0)),
      ((large.megabytes - small.megabytes) * 1e6 / (many.goldBytes - one.goldBytes)).toFixed(1),
    ];
  });
  const head = [
    `${base} questions, and ${times} times that`,
    "CPU s",
    `CPU s x${times}`,
    "ratio",
    "wall s",
    `wall s x${times}`,
    "peak MB",
    `peak MB x${times}`,
    "bytes a byte of added gold",
  ];
  printResult(renderTable({ head, rows }, "markdown"));
}
