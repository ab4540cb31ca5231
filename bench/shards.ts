/**
 * Splitting a benchmark into shards that are scored apart, and putting the
 * scores together again: the sums are those of one process, to the last bit.
 *
 * ```sh
 * deno run --allow-read --allow-write bench/shards.ts split FILE FOLDER NAME COUNT
 * deno run --allow-read bench/shards.ts merge rows.shard-1.jsonl rows.shard-2.jsonl ...
 * ```
 */
import { AtomicWriter } from "../lib/benchmark/atomic_writer.ts";
import { forEachLine } from "../lib/benchmark/lines.ts";
import { printResult } from "../lib/cli/output.ts";
import { renderTable } from "../lib/report/table.ts";
import type { Match } from "../lib/scoring/match.ts";
import { defaultCutoffs, type QuestionScore, recallFigures } from "../lib/scoring/recall.ts";

/**
 * Deals the lines of a file out in turns, as `search --shard K/N` deals the questions.
 *
 * @returns Paths of the shards, `NAME.shard-K-of-N.jsonl` in the folder.
 */
export async function splitLines(
  path: string,
  folder: string,
  name: string,
  count: number,
): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const paths: string[] = [];
  const files: AtomicWriter[] = [];
  for (let shard = 1; shard <= count; shard++) {
    const shardPath = `${folder}/${name}.shard-${shard}-of-${count}.jsonl`;
    paths.push(shardPath);
    files.push(stack.use(await AtomicWriter.create(shardPath)));
  }
  let at = 0;
  await forEachLine({ name: path }, ({ text }) => files[at++ % count]!.write(`${text}\n`));
  for (const file of files) await file.commit();
  return paths;
}

/** Recall over all shards, a number a cutoff. */
export interface MergedRecall {
  questions: number;
  macro: number[];
  micro: number[];
}

/**
 * Puts the per-question files of shards together.
 *
 * @param paths Written by `score --per-question`, in the order of the shards;
 * every question of a shard must have a row, as the order of the questions is
 * that in which `splitLines` dealt them.
 */
export async function mergeShards(
  paths: readonly string[],
  cutoffs: readonly number[],
): Promise<MergedRecall> {
  const shards: QuestionScore[][] = [];
  for (const path of paths) {
    const shard: QuestionScore[] = [];
    await forEachLine({ name: path }, ({ text }) => {
      const { total_gold, matches } = JSON.parse(text) as {
        total_gold: number;
        matches: Record<string, Omit<Match, "pmid">>;
      };
      const found = Object.entries(matches).map(([pmid, match]) => ({ pmid, ...match }));
      shard.push({ totalGold: total_gold, matches: found.sort((a, b) => a.rank - b.rank) });
    });
    shards.push(shard);
  }
  const scores: QuestionScore[] = [];
  for (let at = 0; at < Math.max(...shards.map(({ length }) => length)); at++) {
    for (const shard of shards) if (at < shard.length) scores.push(shard[at]!);
  }
  return {
    questions: scores.length,
    ...recallFigures(scores, cutoffs),
  };
}

if (import.meta.main) {
  const [verb, ...args] = Deno.args;
  if (verb === "split") {
    const [file, folder, name, count] = args as [string, string, string, string];
    printResult(`${(await splitLines(file, folder, name, Number(count))).join("\n")}\n`);
  } else if (verb === "merge") {
    const { questions, macro, micro } = await mergeShards(args, defaultCutoffs);
    const head = [`${questions} questions`, ...defaultCutoffs.map((cutoff) => `@${cutoff}`)];
    const row = (name: string, values: number[]) => [name, ...values.map(String)];
    const rows = [row("Macro recall", macro), row("Micro recall", micro)];
    printResult(renderTable({ head, rows }, "table"));
  } else {
    throw new Error(`Cannot ${verb ?? "do nothing"}: it splits or merges`);
  }
}
