/** The figures of one run: which questions count, and their recall. */
import type { Match } from "./match.ts";
import type { ListsByQuestion } from "./packed_lists.ts";
import type { RankedQuestion } from "./ranked_question.ts";
import { type QuestionScore, recallFigures } from "./recall.ts";
import type { Tier } from "./tier.ts";

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
  /** Number of gold papers by question. */
  goldSizes: readonly number[];
  /** By position of the question; undefined where the run has no row. */
  matches: ListsByQuestion<Match>;
  /** Candidates by question; 0 where it is not known. */
  listLengths?: readonly (number | undefined)[];
  /** Papers judged by question, where that is known. */
  poolSizes?: readonly (number | undefined)[];
  failures?: { numRecords: number; questionIds: ReadonlySet<string> } | undefined;
  cutoffs: readonly number[];
  /** @default "skip" */
  missing?: MissingPolicy;
}

/** A question that counts. Its matches are unpacked whenever they are read. */
export class ScoredQuestion implements QuestionScore, RankedQuestion {
  readonly totalGold: number;
  readonly numRetrieved: number;
  readonly poolSize: number | undefined;
  readonly #lists: ListsByQuestion<Match>;

  /** @param position In input order. */
  constructor(readonly position: number, input: ScoredInput) {
    this.totalGold = input.goldSizes[position]!;
    this.numRetrieved = input.listLengths?.[position] ?? 0;
    this.poolSize = input.poolSizes?.[position];
    this.#lists = input.matches;
  }

  /** In rank order; none for a question that the run has no row for. */
  get matches(): readonly Match[] {
    return this.#lists.at(this.position) ?? [];
  }
}

/** What tells which questions count. */
type ScoredInput = Pick<
  ReportInput,
  "goldSizes" | "matches" | "listLengths" | "poolSizes" | "missing"
>;

/** The questions of a run that count, in input order: with gold and, unless missing ones score zero, a row. */
export function scoredQuestions(input: ScoredInput): ScoredQuestion[] {
  const { goldSizes, matches, missing = "skip" } = input;
  const scored: ScoredQuestion[] = [];
  for (const [position, totalGold] of goldSizes.entries()) {
    const counts = totalGold > 0 && (missing === "zero" || matches.has(position));
    if (counts) scored.push(new ScoredQuestion(position, input));
  }
  return scored;
}

/**
 * Computes the report of a run. Missing questions that have a failure record
 * are "failed", the others "unattempted"; both are excluded from the means
 * unless `missing` is "zero".
 *
 * @param scored The questions that count, where the caller has them already.
 */
export function reportRun(
  input: ReportInput,
  scored: readonly ScoredQuestion[] = scoredQuestions(input),
): RunReport {
  const { ids, goldSizes, matches, failures, cutoffs, missing = "skip" } = input;
  const withGold = (position: number) => goldSizes[position]! > 0;
  const missingIds = ids.filter((_, at) => withGold(at) && !matches.has(at));
  const failed = missingIds.filter((id) => failures?.questionIds.has(id));
  const unattempted = missingIds.filter((id) => !failures?.questionIds.has(id));
  const withoutGold = ids.filter((_, at) => !withGold(at));
  const tierCounts: Record<Tier, number> = { doi: 0, pmid: 0, title: 0 };
  // In one pass, since each look at a question's matches unpacks them.
  const counted = scored.values().map(({ totalGold, matches }) => {
    for (const { tier } of matches) tierCounts[tier]++;
    return { totalGold, matches };
  });
  const { macro, micro } = recallFigures(counted, cutoffs);
  const byCutoff = (figures: readonly number[]) =>
    Object.fromEntries(cutoffs.map((cutoff, at) => [String(cutoff), figures[at]!]));
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
    macro_recall: byCutoff(macro),
    micro_recall: byCutoff(micro),
    match_tier_counts: Object.fromEntries(
      Object.entries(tierCounts).filter(([, count]) => count > 0),
    ),
    matching: MATCHING,
    num_questions_without_gold: withoutGold.length,
    question_ids_without_gold: withoutGold,
    missing_policy: missing,
  };
}
