/** The sensitivity of a run's recall to how papers are matched. */
import { macroRecall } from "../scoring/recall.ts";
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
    const questions = scored.map(({ position, totalGold, matches }) => ({
      totalGold,
      matches: collected.matches(variant, position, matches),
    }));
    return {
      tiers,
      collapse_repeats: collapseRepeats,
      macro_recall: Object.fromEntries(
        cutoffs.map((cutoff) => [String(cutoff), macroRecall(questions, cutoff)]),
      ),
    };
  });
}
