/**
 * Makes input of the real benchmark's scale and shape, from a seed: question
 * and result files whose sizes, hit rates and letters resemble the frozen ones.
 */
import { createGzip } from "node:zlib";
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Candidate, Question, ResultRow } from "../lib/benchmark/records.ts";
import { printError } from "../lib/cli/output.ts";

/** How large the input is. */
export interface Scale {
  questions: number;
  candidatesPerQuestion: number;
  /** Mean number of gold papers a question. */
  goldPerQuestion: number;
}

/** The scale of the frozen BioASQ artifacts. */
export const bioasqScale: Scale = {
  questions: 5_486,
  candidatesPerQuestion: 200,
  goldPerQuestion: 10.24,
};

const SYLLABLES =
  "ta ri no me lo ka si ven pro cy to gen der mal in os ter phy lac hem neu ral car di ab ox mi tro pan hep glu"
    .split(" ");
const SPECIAL = [
  "β-catenin",
  "TNF-α",
  "naïve",
  "IL-6",
  "5′-UTR",
  "Sjögren’s",
  "“omics”",
  "CD4+",
  "µ-opioid",
  "p53/MDM2",
  "(review)",
  "Guillain–Barré",
];

/** Numbers that are the same for a seed on every machine (mulberry32). */
class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    let z = this.#state = this.#state + 0x6d2b79f5 | 0;
    z = Math.imul(z ^ z >>> 15, z | 1);
    z ^= z + Math.imul(z ^ z >>> 7, z | 61);
    return ((z ^ z >>> 14) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

/**
 * Writes `questions.jsonl` and `results.jsonl.gz` into a folder, and on wish
 * further runs on the same questions, `results_2.jsonl.gz` and so on.
 *
 * @returns Their paths; `runs` has those of all runs.
 */
export async function generate(
  folder: string,
  scale: Scale,
  seed = 1,
  runs = 1,
): Promise<{ questions: string; results: string; runs: string[] }> {
  const random = new SeededRandom(seed);
  const words = Array.from({ length: 20_000 }, () => word(random));
  const path = `${folder}/questions.jsonl`;
  const questions = createWriteStream(path);
  const results = Array.from({ length: runs }, (_, at) => {
    const file = `${folder}/results${at === 0 ? "" : `_${at + 1}`}.jsonl.gz`;
    const gzip = createGzip({ level: 6 });
    const written = finished(gzip.pipe(createWriteStream(file)));
    // The first run continues the questions' numbers, as it does alone.
    return { file, gzip, written, random: at === 0 ? random : new SeededRandom(seed + 1000 * at) };
  });
  const put = async (to: typeof questions | ReturnType<typeof createGzip>, row: unknown) => {
    if (!to.write(JSON.stringify(row) + "\n")) await once(to, "drain");
  };
  for (let at = 0; at < scale.questions; at++) {
    const question = makeQuestion(at, scale, random, words);
    await put(questions, question);
    for (const run of results) await put(run.gzip, makeRow(question, scale, run.random, words));
  }
  questions.end();
  for (const { gzip } of results) gzip.end();
  await Promise.all([finished(questions), ...results.map(({ written }) => written)]);
  const files = results.map(({ file }) => file);
  return { questions: path, results: files[0]!, runs: files };
}

function word(random: SeededRandom): string {
  return Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join("");
}

function phrase(random: SeededRandom, words: readonly string[], length: number): string {
  return Array.from(
    { length },
    () =>
      random.next() < 0.08
        ? random.pick(SPECIAL)
        : words[Math.floor(words.length * random.next() ** 6)]!,
  ).join(" ");
}

function title(random: SeededRandom, words: readonly string[]): string {
  const text = phrase(random, words, 6 + random.below(9));
  const mark = random.next();
  return text[0]!.toUpperCase() + text.slice(1) + (mark < 0.6 ? "." : mark < 0.7 ? "?" : "");
}

/** A PMID of 7 or 8 digits that no other paper of the set has. */
const pmidOf = (serial: number) => String(2_000_003 + serial);
const doiOf = (random: SeededRandom, serial: number) =>
  `10.${1000 + 9 * random.below(6)}/${random.pick(["j.", "s", "NEJM", "pone."])}2011.${
    serial.toString(36).toUpperCase()
  }`;

function makeQuestion(
  at: number,
  scale: Scale,
  random: SeededRandom,
  words: readonly string[],
): Question {
  // A long tail, as in BioASQ: many questions have few papers, some have dozens.
  const size = 1 + Math.floor(-Math.log(1 - random.next()) * (scale.goldPerQuestion - 0.5));
  const gold = Array.from({ length: size }, (_, i) => ({
    pmid: pmidOf(at * 400 + i),
    doi: random.next() < 0.85 ? doiOf(random, at * 400 + i) : null,
    title: title(random, words),
  }));
  const queries = Object.fromEntries(
    ["semantic_scholar", "openalex_keyword", "google_scholar"].map((provider) => [provider, {
      query: phrase(random, words, 8),
      query_version_id: `v1-${at}`,
      model: "made-up-model",
      source: "first_pass",
      prompt: phrase(random, words, 210),
      prompt_sha256: "0".repeat(64),
      prompt_provenance: "made_up",
    }]),
  );
  return {
    question_id: `bench:${String(at).padStart(6, "0")}`,
    question: phrase(random, words, 12) + "?",
    max_year: 2012 + at % 12,
    gold,
    queries,
  };
}

function makeRow(
  question: Question,
  scale: Scale,
  random: SeededRandom,
  words: readonly string[],
): ResultRow {
  const candidates: Candidate[] = Array.from({ length: scale.candidatesPerQuestion }, (_, i) => {
    const serial = 40_000_000 + random.below(30_000_000);
    return {
      rank: i + 1,
      provider_id: `paper-${serial.toString(16)}-${"0".repeat(12)}`,
      pmid: random.next() < 0.85 ? pmidOf(serial) : null,
      doi: random.next() < 0.9 ? doiOf(random, serial) : null,
      title: title(random, words),
      year: 1980 + random.below(44),
    };
  });
  // About 62 % of the gold is found, more of it near the top; nearly all by PMID.
  for (const paper of question.gold) {
    if (random.next() >= 0.63) continue;
    const candidate = candidates[Math.floor(scale.candidatesPerQuestion * random.next() ** 2.5)]!;
    const by = random.next();
    Object.assign(
      candidate,
      by < 0.987
        ? { pmid: paper.pmid, doi: paper.doi ?? null, title: paper.title }
        : by < 0.988 && paper.doi
        ? { pmid: null, doi: `https://doi.org/${paper.doi.toLowerCase()}`, title: "Untitled" }
        : { pmid: null, doi: null, title: paper.title!.toUpperCase().replace(/[.?]$/, "") },
    );
  }
  return {
    question_id: question.question_id,
    provider: "made_up",
    query: question.question,
    max_year: question.max_year,
    candidates,
  };
}

if (import.meta.main) {
  const [folder = "runs/bench", times = "1"] = Deno.args;
  await Deno.mkdir(folder, { recursive: true });
  const scale = { ...bioasqScale, questions: bioasqScale.questions * Number(times) };
  const { questions, results } = await generate(folder, scale);
  for (const path of [questions, results]) {
    const { size } = await Deno.stat(path);
    printError(`${path}: ${(size / 1e6).toFixed(1)} MB`);
  }
}
