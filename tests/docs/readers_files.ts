/**
 * The files that the documents call a reader's own, made from the sample, in a
 * copy of the program that has a small BioASQ in the place of the frozen one.
 */
import { join } from "@std/path";
import type { Question, ResultRow } from "../../lib/benchmark/records.ts";
import { NcbiCache } from "../../lib/ncbi/cache.ts";
import { copyProgram } from "../support/program_copy.ts";
import { ROOT } from "../support/run_script.ts";
import { pinSmallBioasq } from "../support/small_bioasq.ts";

const jsonl = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const url = (pmid: string | null) => `http://www.ncbi.nlm.nih.gov/pubmed/${pmid}`;

async function readSample<T>(name: string): Promise<T[]> {
  const text = await Deno.readTextFile(join(ROOT, "data/sample", name));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Makes the folder in which commands of the documents run. */
export async function makeReadersFolder(program: string): Promise<void> {
  await copyProgram(program);
  await Deno.copyFile(join(ROOT, ".env.example"), join(program, ".env.example"));
  await Deno.mkdir(join(program, "bench"));
  await Deno.copyFile(join(ROOT, "bench/shards.ts"), join(program, "bench/shards.ts"));
  await pinSmallBioasq(program);
  const questions = await readSample<Question>("questions.jsonl");
  const rows = await readSample<ResultRow>("results.jsonl");
  const by = (provider: string, own = rows) => jsonl(own.map((row) => ({ ...row, provider })));
  const shorter = rows.map((row) => ({ ...row, candidates: row.candidates.slice(1) }));
  const files: Record<string, string> = {
    "questions.jsonl": jsonl(questions),
    "my_run.jsonl": by("mine"),
    "qrels.txt": questions.flatMap(({ question_id: id, gold }) =>
      gold.map(({ pmid }) => `${id} 0 ${pmid} 1\n`)
    ).join(""),
    "run.trec": rows.flatMap(({ question_id: id, candidates }) =>
      candidates.map(({ pmid, rank }) => `${id} Q0 ${pmid} ${rank} ${1000 - rank} mine\n`)
    ).join(""),
    "golden.json": JSON.stringify({
      questions: questions.map(({ question_id: id, question, gold }) => ({
        id,
        body: question,
        documents: gold.map(({ pmid }) => url(pmid)),
      })),
    }),
    "submission.json": JSON.stringify({
      questions: rows.map(({ question_id: id, candidates }) => ({
        id,
        documents: candidates.slice(0, 10).map(({ pmid }) => url(pmid)),
      })),
    }),
    "runs/mine.jsonl": by("mine", shorter),
    "runs/elicit.jsonl": by("elicit"),
    "runs/brave.jsonl": by(
      "brave",
      rows.map((row) => ({
        ...row,
        candidates: row.candidates.slice(0, 100),
      })),
    ),
  };
  for (let shard = 1; shard <= 4; shard++) {
    files[`runs/elicit.shard-${shard}-of-4.jsonl`] = by(
      "elicit",
      rows.filter((_, at) => at % 4 === shard - 1),
    );
  }
  await Deno.mkdir(join(program, "runs"));
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(program, name), text);
  }
  // NCBI is not asked: commands that would ask it find a cache, if an empty one.
  (await NcbiCache.open(join(program, "runs/ncbi_cache.sqlite")))[Symbol.dispose]();
}
