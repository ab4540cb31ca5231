/**
 * Everything that the HTML report shows. It holds values only, no markup: all
 * text comes from data files and is to be escaped where it is rendered.
 */
import type { JsonObject } from "../benchmark/record_fields.ts";
import type { Match } from "../scoring/match.ts";
import type { MissingPolicy } from "../scoring/run_report.ts";
import type { PairedDifference, QuestionGap } from "./comparison.ts";
import type { PublishedRow } from "./published_rows.ts";
import type { ScoreReport } from "./score_report.ts";

/** The report as values. Runs stand in the order of the command line everywhere. */
export interface ReportModel {
  program: { name: string; version: string };
  dataset: {
    /** `bioasq`, `sample` or the manifest's name; null where the questions came from a file. */
    name: string | null;
    /** Name for readers; the question file's name where there is no dataset. */
    title: string;
    /** What a reader of the results should know. */
    notes: readonly string[];
  };
  files: readonly ReportFile[];
  /** Of the random numbers of intervals and tests. */
  seed: number;
  resamples: number;
  missingPolicy: MissingPolicy;
  /** How candidates are matched with gold papers, in words. */
  matching: string;
  /** Cutoffs of the recall tables, ascending. */
  cutoffs: readonly number[];
  /** At least one. */
  runs: readonly ModelRun[];
  /** Questions on which the comparisons rest; null for a single run. */
  numComparedQuestions: number | null;
  /** None for a single run. Those with status `beyond_depth` are not to be shown as figures. */
  comparisons: readonly PairedDifference[];
  /** Questions with the largest gaps first; none for a single run. */
  largestGaps: { cutoff: number; questions: readonly QuestionGap[] };
  /** Published figures, not measured here. */
  published: readonly PublishedRow[];
  /** All questions that have gold, in input order. */
  questions: readonly ModelQuestion[];
}

/** A file that was read. */
export interface ReportFile {
  role: "questions" | "results" | "failures";
  /** Label of the run that it belongs to; null for questions. */
  run: string | null;
  /** Its name without folders. */
  name: string;
  /** SHA-256 of the bytes as stored, 64 hexadecimal digits. */
  sha256: string;
  /** Whether a manifest pins this hash. */
  pinned: boolean;
}

/** One run. */
export interface ModelRun {
  /** Unique among the runs. */
  label: string;
  /** Recall, intervals, measures, sensitivity, depth and counts as in the JSON report. */
  report: ScoreReport;
  curve: RecallCurve;
  /** Records of the runner beside the results (`NAME.run.jsonl`), as they are: start and end of each invocation. */
  records: readonly JsonObject[];
}

/** Macro recall by depth, over the questions that count for the run. */
export interface RecallCurve {
  /** Entry d is the macro recall at depth d + 1; ends at the deepest cutoff or the provider's depth. */
  recall: readonly number[];
  /** Pointwise 95 % intervals at some depths, ascending, all shown cutoffs among them; empty for degenerate ones. */
  band: readonly { depth: number; low: number; high: number }[];
}

/** A question with its gold and what each run found of it. */
export interface ModelQuestion {
  id: string;
  /** "" where the input has no text. */
  text: string;
  gold: readonly {
    /** Canonical form. */
    pmid: string;
    /** Canonical form. */
    doi: string | null;
    title: string | null;
  }[];
  /** By run, in the order of `runs`; null where the run has no result for the question. */
  lists: readonly (ModelList | null)[];
}

/** The ranked list of one run for one question. */
export interface ModelList {
  /** Candidates in it. */
  length: number;
  /** Gold papers found, in rank order. */
  matches: readonly Match[];
}
