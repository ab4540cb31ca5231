/** Means of measures over questions. */
import type { Measure } from "./measures.ts";
import type { RankedQuestion } from "./ranked_question.ts";

/** A measure over all questions. */
export interface MeasureMean {
  /** The plain mean over questions; null where there is none or any value is undefined. */
  readonly mean: number | null;
  /** One value a question, in their order. */
  readonly values: (number | null)[];
  /** Places of the questions whose value is undefined. */
  readonly undefinedAt: number[];
}

/**
 * Computes a measure for each question and its mean, summed plainly in their order.
 *
 * @throws {RangeError} where a question has no gold paper.
 */
export function measureQuestions(
  measure: Measure,
  questions: Iterable<RankedQuestion>,
): MeasureMean {
  const values = Array.from(questions, measure.value);
  const undefinedAt = values.flatMap((value, at) => value === null ? [at] : []);
  if (values.length === 0 || undefinedAt.length > 0) return { mean: null, values, undefinedAt };
  const sum = values.reduce<number>((total, value) => total + value!, 0);
  return { mean: sum / values.length, values, undefinedAt };
}
