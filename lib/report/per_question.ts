/** What each run found for each question, a JSON line each. */
import { foundAt } from "../scoring/recall.ts";
import type { ScoredQuestion } from "../scoring/run_report.ts";

/** A run's questions. */
export interface PerQuestionRun {
  label: string;
  /** Questions that count, in input order. */
  scored: readonly ScoredQuestion[];
}

/**
 * The lines of a per-question file: run by run, scored questions in input order.
 *
 * @param ids Of all questions.
 * @param runs Where there are several, each line names its run first.
 */
export function* perQuestionLines(
  ids: readonly string[],
  runs: readonly PerQuestionRun[],
  cutoffs: readonly number[],
): Generator<string> {
  for (const { label, scored } of runs) {
    for (const { position, totalGold, matches } of scored) {
      yield JSON.stringify({
        ...(runs.length > 1 && { run: label }),
        question_id: ids[position],
        total_gold: totalGold,
        recall: Object.fromEntries(
          cutoffs.map((cutoff) => [String(cutoff), foundAt(matches, cutoff) / totalGold]),
        ),
        matches: Object.fromEntries(matches.map(({ pmid, rank, tier }) => [pmid, { rank, tier }])),
      }) + "\n";
    }
  }
}
