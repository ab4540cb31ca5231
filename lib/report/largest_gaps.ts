/** The questions on which runs differ most. */
import { recallAt } from "../scoring/ranking_measures.ts";
import type { ComparedRun } from "./compare_runs.ts";
import type { QuestionGap } from "./comparison.ts";
import { cutoffStatus } from "./recall_rows.ts";
import { commonPositions } from "./score_columns.ts";

/** Questions that are named. */
const LARGEST = 10;

/**
 * Finds the questions with the largest difference between the best and the
 * worst run; of equal gaps the earlier question comes first, and questions
 * without a difference are none. There are none either where the cutoff is
 * deeper than a provider goes.
 *
 * @param ids Of all questions, in input order.
 * @param runs Only questions that count for all of them are looked at.
 * @param cutoff Of the recall.
 */
export function largestGaps(
  ids: readonly string[],
  runs: readonly ComparedRun[],
  cutoff: number,
): QuestionGap[] {
  if (runs.length < 2) return [];
  // A run that does not go so deep has no figure there, and so no gap.
  if (runs.some(({ depth }) => cutoffStatus(cutoff, depth) === "beyond_depth")) return [];
  return commonPositions(runs.map(({ questions }) => questions)).map((position) => {
    const recall = runs.map(({ questions }) => recallAt(questions[position]!, cutoff));
    return { position, recall, gap: Math.max(...recall) - Math.min(...recall) };
  }).filter(({ gap }) => gap > 0)
    .sort((one, other) => other.gap - one.gap || one.position - other.position)
    .slice(0, LARGEST)
    .map(({ position, recall, gap }) => ({
      question_id: ids[position]!,
      gap,
      recall: Object.fromEntries(runs.map(({ label }, at) => [label, recall[at]!])),
    }));
}
