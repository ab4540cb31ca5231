/** Question, result and failure files in every format, scored along two paths. */
import { gzipSync } from "node:zlib";
import type { FileFormat } from "../../../lib/benchmark/document_format.ts";
import { loadGold } from "../../../lib/benchmark/gold_set.ts";
import { readFailures } from "../../../lib/benchmark/read_failures.ts";
import { scoreRun } from "../../../lib/benchmark/score_run.ts";
import { FileError } from "../../../lib/benchmark/text_source.ts";
import { reportRun } from "../../../lib/scoring/run_report.ts";
import { joined } from "../../support/joined.ts";
import type { Random } from "../../support/random.ts";
import { mutateBytes } from "../mutate_bytes.ts";
import { mutateDocument, mutateLines, mutateText } from "../mutate_file.ts";
import * as naive from "../naive_readers.ts";
import { type NaiveList, type NaiveQuestion, naiveScore } from "../naive_score.ts";
import { accepted, type Outcome, same, type Target, target, Violation } from "../target.ts";
import * as valid from "./made_up.ts";

interface Files {
  questions: Uint8Array;
  results: Uint8Array;
  failures: Uint8Array;
  /** Where the results are on disk, to be read from there. */
  path?: string;
}

const CUTOFFS = [1, 2, 3, 10, 20, 50];
const encoder = new TextEncoder();
const lines = (records: readonly unknown[]) =>
  encoder.encode(records.map((record) => JSON.stringify(record) + "\n").join(""));
const plain = (rows: readonly string[]) => encoder.encode(rows.join("\n") + "\n");
const own: Files = {
  questions: lines(valid.questions),
  results: lines(valid.results),
  failures: lines(valid.failures),
};

/** `file: reason` or `file:line: reason`, on one line once printed. */
export function isFileError(error: Error): boolean {
  return error instanceof FileError && /^[^\s:]+:(\d+:)? \S/.test(error.message);
}

/** The figures by way of the program. */
async function scored(files: Files, format: FileFormat | undefined) {
  const gold = await loadGold([{ name: "questions", bytes: files.questions.slice() }], { format });
  const results = files.path
    ? { name: files.path }
    : { name: "results", bytes: files.results.slice() };
  const run = await scoreRun(gold, [results], { format });
  const failures = await readFailures({ name: "failures", bytes: files.failures });
  const report = reportRun({ ...gold, matches: run.matches, failures, cutoffs: CUTOFFS });
  return {
    macro: CUTOFFS.map((cutoff) => report.macro_recall[cutoff]),
    micro: CUTOFFS.map((cutoff) => report.micro_recall[cutoff]),
    tiers: sorted(report.match_tier_counts),
    missing: report.missing_question_ids,
    failed: report.failed_question_ids,
    failures: failures.numRecords,
    matches: gold.ids.flatMap((_, at) =>
      gold.goldSizes[at]! > 0 && run.matches.at(at)
        ? [sorted(Object.fromEntries(
          run.matches.at(at)!.map(({ pmid, rank, tier }) => [pmid, [rank, tier]]),
        ))]
        : []
    ),
  };
}

/** The same figures by way of the second path. */
function scoredNaively(
  { questions, results, failures }: Files,
  readQuestions: (bytes: Uint8Array) => NaiveQuestion[],
  readRun: (bytes: Uint8Array) => NaiveList[],
  unknownIsFine: boolean,
): unknown {
  const asked = readQuestions(questions);
  const lists = readRun(results);
  const { ids, records } = naive.naiveFailures(failures);
  const known = lists.filter(({ id }) => asked.some((question) => question.id === id));
  const left = lists.length - known.length;
  if (left > 0 && (!unknownIsFine || known.length === 0)) throw new Error("unknown question");
  const report = naiveScore(asked, known, CUTOFFS);
  return {
    macro: report.macro,
    micro: report.micro,
    tiers: sorted(report.tiers),
    missing: report.missing,
    failed: report.missing.filter((id) => ids.has(id)),
    failures: records,
    matches: report.matches.map(sorted),
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1));
}

/** Both paths must accept the same files, and give the same figures. */
async function twoPaths(
  files: Files,
  format: FileFormat,
  secondPath: () => unknown,
): Promise<Outcome> {
  const first = await accepted(() => scored(files, format), isFileError);
  let second: { value: unknown } | { error: Error };
  try {
    second = { value: secondPath() };
  } catch (error) {
    second = { error: error as Error };
  }
  if ("error" in first) {
    if ("value" in second) throw new Violation(`refused without reason: ${first.error.message}`);
    return "refused";
  }
  if ("error" in second) throw new Violation(`accepted in spite of: ${second.error.message}`);
  same(first.value, second.value, "the figures");
  // Told by content, the file must be taken for nothing else.
  const told = await accepted(() => scored(files, undefined), isFileError);
  if ("value" in told) same(told.value, first.value, "the figures of the detected format");
  return "accepted";
}

const checkOwn = (files: Files) =>
  twoPaths(
    files,
    "jsonl",
    () => scoredNaively(files, naive.naiveQuestions, naive.naiveResults, false),
  );

const checkTrec = (files: Files) =>
  twoPaths(
    files,
    "trec",
    () => scoredNaively(files, naive.naiveQrels, naive.naiveTrecRun, true),
  );

const checkBioasq = (files: Files) =>
  twoPaths(
    files,
    "bioasq",
    () => scoredNaively(files, naive.naiveGolden, naive.naiveSubmission, true),
  );

/** One or two members and, now and then, padding or more behind it. */
function packed(random: Random, bytes: Uint8Array): Uint8Array {
  const half = random.below(bytes.length + 1);
  const members = random.chance(0.3) ? [bytes.subarray(0, half), bytes.subarray(half)] : [bytes];
  const whole = members.flatMap((member) => [...gzipSync(member)]);
  const zeros = random.chance(0.2) ? new Array<number>(1 + random.below(600)).fill(0) : [];
  const more = random.chance(0.1) ? random.pick([[1], [...gzipSync("{}\n")], [0x1f, 0x8b]]) : [];
  return Uint8Array.from([...whole, ...zeros, ...more]);
}

/** Lines that reach over the pieces in which a file is read: a field of up to a megabyte in each. */
function padded(random: Random, bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0x7b || (at > 0 && bytes[at - 1] !== 10)) continue;
    parts.push(bytes.subarray(start, at + 1));
    parts.push(
      encoder.encode(`"pad":"${"x".repeat(random.below(3))}${"€".repeat(random.below(350_000))}",`),
    );
    start = at + 1;
  }
  parts.push(bytes.subarray(start));
  return joined(...parts);
}

/** All targets of this file. */
export const scoredFiles: readonly Target[] = [
  target<Files>({
    name: "questions (JSONL)",
    weight: 10,
    make: (random) => ({ ...own, questions: mutateLines(random, valid.questions) }),
    check: checkOwn,
  }),
  target<Files>({
    name: "results (JSONL)",
    weight: 14,
    make: (random) => ({ ...own, results: mutateLines(random, valid.results) }),
    check: checkOwn,
  }),
  target<Files>({
    name: "results over several reads",
    weight: 0.4,
    make: (random) => ({
      ...own,
      results: padded(random, mutateLines(random, valid.results)),
    }),
    check: async (files, folder) => {
      const path = `${folder}/results`;
      await Deno.writeFile(path, files.results);
      return await checkOwn({ ...files, path });
    },
  }),
  target<Files>({
    name: "failures (JSONL)",
    weight: 4,
    make: (random) => ({
      ...own,
      failures: mutateLines(random, valid.failures.slice(random.below(2))),
    }),
    check: checkOwn,
  }),
  target<Files>({
    name: "gzip",
    weight: 6,
    make: (random) => {
      const file = random.pick(["questions", "results"] as const);
      const bytes = packed(random, own[file]);
      return { ...own, [file]: random.chance(0.8) ? mutateBytes(random, bytes) : bytes };
    },
    check: checkOwn,
  }),
  target<Files>({
    name: "TREC qrels",
    weight: 5,
    make: (random) => ({
      questions: mutateText(random, valid.qrels),
      results: plain(valid.trecRun),
      failures: new Uint8Array(),
    }),
    check: checkTrec,
  }),
  target<Files>({
    name: "TREC run",
    weight: 5,
    make: (random) => ({
      questions: plain(valid.qrels),
      results: mutateText(random, valid.trecRun),
      failures: new Uint8Array(),
    }),
    check: checkTrec,
  }),
  target<Files>({
    name: "BioASQ golden",
    weight: 4,
    make: (random) => ({
      questions: mutateDocument(random, valid.golden),
      results: encoder.encode(JSON.stringify(valid.submission)),
      failures: new Uint8Array(),
    }),
    check: checkBioasq,
  }),
  target<Files>({
    name: "BioASQ submission",
    weight: 4,
    make: (random) => ({
      questions: encoder.encode(JSON.stringify(valid.golden)),
      results: mutateDocument(random, valid.submission),
      failures: new Uint8Array(),
    }),
    check: checkBioasq,
  }),
];
