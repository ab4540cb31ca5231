/** Reading one run and matching it against the gold. */
import type { FileFormat } from "../benchmark/document_format.ts";
import type { GoldSet } from "../benchmark/gold_set.ts";
import type { RunData } from "../benchmark/score_data.ts";
import type { MatchedList } from "../benchmark/run_matcher.ts";
import { type ScoredRun, scoreRun } from "../benchmark/score_run.ts";
import { providers } from "../providers/registry.ts";
import {
  type MissingPolicy,
  reportRun,
  type RunReport,
  type ScoredQuestion,
  scoredQuestions,
} from "../scoring/run_report.ts";
import { SensitivityCollector } from "../scoring/sensitivity.ts";
import type { SensitivityRow } from "./comparison.ts";
import type { RunDepth } from "./recall_rows.ts";
import { ResolutionWatch } from "./resolution_note.ts";
import { runFailures } from "./run_failures.ts";
import { sensitivityRows } from "./sensitivity_rows.ts";

/** How a run is read. */
export interface RunOptions {
  onNotice: (text: string) => void;
  resultsFormat?: FileFormat | undefined;
  missing: MissingPolicy;
  cutoffs: readonly number[];
  /** Whether to look how recall depends on the matching. */
  sensitivity: boolean;
  /** Receives every list with its matches. */
  onMatched?: ((list: MatchedList) => void) | undefined;
}

/** A run that was read and matched. */
export interface ReadRun {
  run: ScoredRun;
  depth: RunDepth;
  report: RunReport;
  /** Macro recall with the missing questions as 0, by cutoff. */
  missingZero: Record<string, number>;
  /** Questions that count, in input order. */
  scored: ScoredQuestion[];
  /** All questions by position; undefined for those that do not count. */
  questions: readonly (ScoredQuestion | undefined)[];
  sensitivity: SensitivityRow[] | null;
}

/**
 * Scores one run.
 *
 * @param data Its files; several result files are its shards.
 * @throws {FileError} for anything wrong in a file.
 */
export async function scoreOneRun(
  goldSet: GoldSet,
  data: RunData,
  options: RunOptions,
): Promise<ReadRun> {
  const { onNotice, missing, cutoffs, onMatched } = options;
  const collector = options.sensitivity ? new SensitivityCollector() : null;
  const watch = new ResolutionWatch(providers);
  const take = (list: MatchedList) => {
    const { position, row, gold, pointers } = list;
    watch.add(row);
    collector?.add(position, gold, row.candidates, pointers);
    onMatched?.(list);
  };
  const run = await scoreRun(goldSet, data.sources, {
    format: options.resultsFormat,
    onNotice,
    onMatched: take,
  });
  const note = watch.note(data.sources.map(({ name }) => name));
  if (note !== null) onNotice(note);
  const failures = await runFailures(data.failures, goldSet, onNotice);
  const { matches, listLengths } = run;
  const input = { ...goldSet, matches, listLengths, failures, cutoffs, missing };
  const scored = scoredQuestions(input);
  const report = reportRun(input, scored);
  return {
    run,
    depth: {
      declared: providers.find(({ name }) => name === run.provider)?.depth ?? null,
      deepest: run.deepestRank,
    },
    report,
    missingZero: missing === "zero" || report.num_missing_questions === 0
      ? report.macro_recall
      : reportRun({ ...input, missing: "zero" }).macro_recall,
    scored,
    questions: byPosition(goldSet.ids.length, scored),
    sensitivity: collector && sensitivityRows(collector, scored, cutoffs),
  };
}

/** The questions that count at their positions among all. */
function byPosition(
  count: number,
  scored: readonly ScoredQuestion[],
): (ScoredQuestion | undefined)[] {
  const questions: (ScoredQuestion | undefined)[] = new Array(count).fill(undefined);
  for (const question of scored) questions[question.position] = question;
  return questions;
}
