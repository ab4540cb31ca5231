/** The scores of runs as columns of numbers, one a run and metric. */
import type { RankedQuestion } from "../scoring/ranked_question.ts";
import type { Metric } from "./metrics.ts";

/** By question in input order; undefined where the question does not count for the run. */
export type CountedQuestions = readonly (RankedQuestion | undefined)[];

/** Positions of the questions that count, ascending. */
export function countedPositions(questions: CountedQuestions): number[] {
  const positions: number[] = [];
  questions.forEach((question, position) => {
    if (question) positions.push(position);
  });
  return positions;
}

/**
 * Positions that count for all runs.
 *
 * @param runs At least one, all over the same questions.
 */
export function commonPositions(runs: readonly CountedQuestions[]): number[] {
  const [first = [], ...others] = runs;
  return countedPositions(first).filter((position) => others.every((run) => run[position]));
}

/**
 * One column a metric.
 *
 * @param positions Of questions that count for the run.
 * @throws {RangeError} where a value is undefined; what can be must be checked before.
 */
export function metricColumns(
  questions: CountedQuestions,
  metrics: readonly Metric[],
  positions: readonly number[],
): Float64Array[] {
  const columns = metrics.map(() => new Float64Array(positions.length));
  for (const [row, position] of positions.entries()) {
    const packed = questions[position]!;
    // Unpacked once, for all metrics.
    const question = { ...packed, matches: packed.matches };
    for (const [at, { name, value }] of metrics.entries()) {
      const score = value(question);
      if (score === null) throw new RangeError(`Cannot compare ${name}: it is undefined`);
      columns[at]![row] = score;
    }
  }
  return columns;
}
