/** The command line of score.ts. */
import { fileFormats } from "../benchmark/document_format.ts";
import { tableFormats } from "../report/table.ts";
import { measureHelp } from "../scoring/measure_kinds.ts";
import { DEFAULT_RESAMPLES } from "../scoring/resampled_means.ts";
import { type Command, commonFlags } from "./command.ts";
import type { Flags, FlagValues } from "./flags.ts";

const flags = {
  input: commonFlags.input,
  dataset: commonFlags.dataset,
  results: {
    kind: "texts",
    value: "FILE",
    about: "Run to score: result file, TREC run or BioASQ submission (.gz too); a quoted pattern " +
      "such as 'runs/elicit.shard-*.jsonl' joins shards; NAME=FILE labels it; given several " +
      "times, the runs are compared (default: the dataset's frozen results)",
  },
  failures: {
    kind: "text",
    value: "FILE",
    about: "Failure file of the run (default: the .failures.jsonl file beside it, if any)",
  },
  output: { kind: "text", value: "FILE", writes: true, about: "Write the JSON report to FILE too" },
  json: { kind: "switch", about: "Print the JSON report instead of the table" },
  format: {
    kind: "choice",
    choices: [...tableFormats, "json"],
    default: "table",
    about: "How to print the result",
  },
  "per-question": {
    kind: "text",
    value: "FILE",
    writes: true,
    about:
      "Write one JSON line a scored question: recall, and each gold paper found with rank and tier",
  },
  "strict-complete": { kind: "switch", about: "Refuse to score while any question has no result" },
  missing: {
    kind: "choice",
    choices: ["skip", "zero"],
    default: "skip",
    about: "Leave questions without a result out of the means, or count them as 0",
  },
  measures: {
    kind: "text",
    value: "LIST",
    about: "Further measures, by their names in ir_measures, such as nDCG@10,AP,RR,SetF",
  },
  pairwise: {
    kind: "switch",
    about: "Compare all pairs of runs, not only each one with the first",
  },
  published: {
    kind: "switch",
    about: "Show the published figures beside the measured ones, marked as such",
  },
  seed: {
    kind: "integer",
    value: "N",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    about: "Seed of the random numbers for intervals and tests (default: 0)",
  },
  resamples: {
    kind: "integer",
    value: "N",
    min: 1,
    max: 2 ** 32 - 1,
    about: `Resamples for intervals and tests (default: ${DEFAULT_RESAMPLES}); with this or ` +
      "--seed the table of one run has its interval too",
  },
  report: {
    kind: "text",
    value: "FILE",
    writes: true,
    about: "Write a report as one HTML page: curves, tables, and all questions to look into",
  },
  "export-run": {
    kind: "text",
    value: "FILE",
    writes: true,
    about: "Write the run (one only) as a TREC run file with the same recall",
  },
  "export-qrels": {
    kind: "text",
    value: "FILE",
    writes: true,
    about: "Write the gold as TREC qrels",
  },
  "input-format": {
    kind: "choice",
    choices: fileFormats,
    about: "Format of the question file (default: told by its content)",
  },
  "results-format": {
    kind: "choice",
    choices: fileFormats,
    about: "Format of the run (default: told by its content)",
  },
  offline: commonFlags.offline,
  quiet: commonFlags.quiet,
  help: commonFlags.help,
} as const satisfies Flags;

/** The values of the flags of score.ts. */
export type ScoreFlags = FlagValues<typeof flags>;

/** The declaration of score.ts. */
export const scoreCommand: Command<typeof flags> = {
  name: "score",
  summary: "Measure the recall of a paper search run, and check the published figures.",
  usage: "score [flags]",
  flags,
  examples: [
    { about: "Check the published recall of Elicit on BioASQ", command: "deno task score" },
    {
      about: "The same, failing where the frozen files cannot be had",
      command: "deno task score --dataset bioasq --strict-complete",
    },
    {
      about: "Score your own run on the BioASQ questions",
      command: "deno task score --results my_run.jsonl",
    },
    {
      about: "Score a TREC run against qrels",
      command: "deno task score --input qrels.txt --results run.trec",
    },
    {
      about: "Compare two runs, and their nDCG",
      command: "deno task score --results old=runs/a.jsonl --results new=runs/b.jsonl " +
        "--measures nDCG@10 --report runs/report.html",
    },
  ],
  notes: [
    `Measures: ${
      measureHelp().map(({ notation, summary }) => `${notation} (${summary})`).join("; ")
    }.`,
    "Several runs: 95 % percentile bootstrap intervals over questions; paired sign-flip " +
    "permutation tests on the questions that all runs answered, adjusted by Holm's method. CSV " +
    "then is one table with a row a figure.",
    "Exported runs: a result that was credited stands under its gold PMID, every other one under " +
    "an id that is no gold PMID; lines with the document none hold the place of ranks that are " +
    "left out.",
    "Exit codes: 0 scored (and, for frozen results, reproduced), 1 an error or a difference, 2 a wrong command line.",
    "ARTIFACT_BASE_URL replaces the address from which frozen files are downloaded.",
  ],
  permissions: [
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    "--allow-net=raw.githubusercontent.com",
    "--allow-env=ARTIFACT_BASE_URL",
  ],
};
