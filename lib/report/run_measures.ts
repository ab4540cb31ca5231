/** Measures of a run. */
import { listed } from "../benchmark/listed.ts";
import { measureQuestions } from "../scoring/measure_means.ts";
import type { Measure } from "../scoring/measures.ts";
import type { RankedQuestion } from "../scoring/ranked_question.ts";

/**
 * Means of measures over the questions that count.
 *
 * @param label Of the run, for messages.
 * @param ids Of the questions that count.
 * @param questions In the same order.
 * @throws {Error} naming questions for which a measure is undefined, or where no question counts.
 */
export function runMeasures(
  label: string,
  measures: readonly Measure[],
  ids: readonly string[],
  questions: readonly RankedQuestion[],
): Record<string, number> {
  return Object.fromEntries(measures.map((measure) => {
    const { mean, undefinedAt } = measureQuestions(measure, questions);
    if (undefinedAt.length > 0) {
      throw new Error(
        `Cannot compute ${measure.name} of ${label}: it is defined for complete rankings of a ` +
          `screened pool only, and these lists are none: ${
            listed(undefinedAt.map((at) => ids[at]!))
          }; ` +
          "give qrels that judge all papers of the pool, or leave the measure out",
      );
    }
    if (mean === null) {
      throw new Error(
        `Cannot compute ${measure.name} of ${label}: none of its questions has gold; check the files`,
      );
    }
    return [measure.name, mean];
  }));
}
