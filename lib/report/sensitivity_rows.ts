/** The sensitivity of a run's recall to how papers are matched. */
import { recallFigures } from "../scoring/recall.ts";
import type { ScoredQuestion } from "../scoring/run_report.ts";
import { matchVariants, type SensitivityCollector } from "../scoring/sensitivity.ts";
import type { SensitivityRow } from "./comparison.ts";

/**
 * Macro recall under each variant.
 *
 * @param scored The questions that count, with their ordinary matches.
 */
export function sensitivityRows(
  collected: SensitivityCollector,
  scored: readonly ScoredQuestion[],
  cutoffs: readonly number[],
): SensitivityRow[] {
  return matchVariants.map(({ tiers, collapseRepeats }, variant) => {
    const questions = scored.values().map((question) => ({
      totalGold: question.totalGold,
      matches: collected.matches(variant, question.position) ?? question.matches,
    }));
    const { macro } = recallFigures(questions, cutoffs);
    return {
      tiers,
      collapse_repeats: collapseRepeats,
      macro_recall: Object.fromEntries(
        cutoffs.map((cutoff, at) => [String(cutoff), macro[at]!]),
      ),
    };
  });
}
