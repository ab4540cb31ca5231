/** The figures of one run: which questions count, and their recall. */
import type { Match, PreparedGold } from "./match.ts";
import type { Tier } from "./tier.ts";
import { macroRecall, microRecall, type QuestionScore } from "./recall.ts";

/** What is done about questions that a run has no row for. */
export type MissingPolicy = "skip" | "zero";

/** How the matching works, in the published report's words. */
const MATCHING = "PMID, then DOI, then exact normalized title; one credit per gold paper";

/** The report of a run; keys as in the published program's report. */
export interface RunReport {
  cutoffs: number[];
  num_input_questions: number;
  num_scored_questions: number;
  num_missing_questions: number;
  missing_question_ids: string[];
  num_failure_records: number;
  num_failed_questions: number;
  failed_question_ids: string[];
  num_unattempted_questions: number;
  unattempted_question_ids: string[];
  /** Gold papers of the scored questions. */
  total_gold: number;
  /** By cutoff; mean over questions, 0 to 1. */
  macro_recall: Record<string, number>;
  /** By cutoff; over all gold papers pooled, 0 to 1. */
  micro_recall: Record<string, number>;
  /** Gold papers found at any rank, by what pointed at them; tiers that found none are left out. */
  match_tier_counts: Partial<Record<Tier, number>>;
  matching: string;
  /** Questions that no list can answer; they count nowhere. */
  num_questions_without_gold: number;
  question_ids_without_gold: string[];
  missing_policy: MissingPolicy;
}

/** What {@linkcode reportRun} needs. */
export interface ReportInput {
  /** All questions, in input order. */
  ids: readonly string[];
  gold: readonly PreparedGold[];
  /** By question; undefined where the run has no row. */
  matches: readonly (readonly Match[] | undefined)[];
  failures?: { numRecords: number; questionIds: ReadonlySet<string> } | undefined;
  cutoffs: readonly number[];
  /** @default "skip" */
  missing?: MissingPolicy;
}

/** A question that counts. */
export interface ScoredQuestion extends QuestionScore {
  /** Position in input order. */
  position: number;
}

/** The questions of a run that count, in input order: with gold and, unless missing ones score zero, a row. */
export function scoredQuestions(
  { gold, matches, missing = "skip" }: Pick<ReportInput, "gold" | "matches" | "missing">,
): ScoredQuestion[] {
  const scored: ScoredQuestion[] = [];
  for (const [position, papers] of gold.entries()) {
    const found = matches[position] ?? (missing === "zero" ? [] : undefined);
    if (papers.length > 0 && found) {
      scored.push({ position, totalGold: papers.length, matches: found });
    }
  }
  return scored;
}

/**
 * Computes the report of a run. Missing questions that have a failure record
 * are "failed", the others "unattempted"; both are excluded from the means
 * unless `missing` is "zero".
 */
export function reportRun(input: ReportInput): RunReport {
  const { ids, gold, matches, failures, cutoffs, missing = "skip" } = input;
  const scored = scoredQuestions(input);
  const withGold = (position: number) => gold[position]!.length > 0;
  const missingIds = ids.filter((_, at) => withGold(at) && matches[at] === undefined);
  const failed = missingIds.filter((id) => failures?.questionIds.has(id));
  const unattempted = missingIds.filter((id) => !failures?.questionIds.has(id));
  const withoutGold = ids.filter((_, at) => !withGold(at));
  const byCutoff = (recall: typeof macroRecall) =>
    Object.fromEntries(cutoffs.map((cutoff) => [String(cutoff), recall(scored, cutoff)]));
  return {
    cutoffs: [...cutoffs],
    num_input_questions: ids.length,
    num_scored_questions: scored.length,
    num_missing_questions: missingIds.length,
    missing_question_ids: missingIds,
    num_failure_records: failures?.numRecords ?? 0,
    num_failed_questions: failed.length,
    failed_question_ids: failed,
    num_unattempted_questions: unattempted.length,
    unattempted_question_ids: unattempted,
    total_gold: scored.reduce((sum, { totalGold }) => sum + totalGold, 0),
    macro_recall: byCutoff(macroRecall),
    micro_recall: byCutoff(microRecall),
    match_tier_counts: tierCounts(scored),
    matching: MATCHING,
    num_questions_without_gold: withoutGold.length,
    question_ids_without_gold: withoutGold,
    missing_policy: missing,
  };
}

function tierCounts(scored: readonly QuestionScore[]): Partial<Record<Tier, number>> {
  const counts = { doi: 0, pmid: 0, title: 0 };
  for (const { matches } of scored) {
    for (const { tier } of matches) counts[tier]++;
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
