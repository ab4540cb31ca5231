/** Scores of questions as one block of numbers: what the resampling works on. */

/**
 * One row a question, one column a run and cutoff (or measure).
 *
 * Rows are padded with zeros to a multiple of `COLUMN_BLOCK`, so that the
 * inner loops need no remainder.
 */
export interface ScoreMatrix {
  /** Number of rows. */
  readonly questions: number;
  /** Number of columns that carry scores. */
  readonly columns: number;
  /** Length of a row in `values`. */
  readonly stride: number;
  /** Row-major scores, `questions` x `stride`. */
  readonly values: Float64Array;
}

/** Columns that the inner loops sum at once: as many as there are usual cutoffs. */
export const COLUMN_BLOCK = 5;

/**
 * What a statistic compares: the mean of column `left` alone (`right` null),
 * or the mean of `left` minus the mean of `right`.
 */
export interface Contrast {
  readonly left: number;
  readonly right: number | null;
}

/** Scores nearer to each other than this count as equal: rounding, not a difference. */
export const EQUAL_WITHIN = 1e-12;

/**
 * Builds the matrix.
 *
 * @param columns One array of scores a column, all of one length and with the same question at the same place.
 * @throws {RangeError} where lengths differ or a score is not finite.
 */
export function scoreMatrix(
  columns: readonly ArrayLike<number>[],
): ScoreMatrix {
  const questions = columns[0]?.length ?? 0;
  const stride = Math.ceil(columns.length / COLUMN_BLOCK) * COLUMN_BLOCK;
  const values = new Float64Array(questions * stride);
  columns.forEach((column, at) => {
    if (column.length !== questions) {
      throw new RangeError(
        `Cannot pair scores: column ${at} has ${column.length} questions, column 0 has ${questions}`,
      );
    }
    for (let question = 0; question < questions; question++) {
      const score = column[question]!;
      if (!Number.isFinite(score)) {
        throw new RangeError(
          `Cannot resample scores: question ${question} of column ${at} has the score ${score}`,
        );
      }
      values[question * stride + at] = score;
    }
  });
  return { questions, columns: columns.length, stride, values };
}

/** The score of each question (`right` null) or its difference between two columns, in question order. */
export function contrastScores(
  matrix: ScoreMatrix,
  { left, right }: Contrast,
): Float64Array {
  const { questions, stride, values } = matrix;
  const scores = new Float64Array(questions);
  for (let question = 0; question < questions; question++) {
    const row = question * stride;
    scores[question] = values[row + left]! -
      (right === null ? 0 : values[row + right]!);
  }
  return scores;
}

/** Sum of one column, plainly from the first question to the last. */
export function columnSum(matrix: ScoreMatrix, column: number): number {
  let sum = 0;
  for (
    let at = column, end = matrix.questions * matrix.stride;
    at < end;
    at += matrix.stride
  ) sum += matrix.values[at]!;
  return sum;
}

/**
 * The observed value of a contrast: the mean, or the difference of two means.
 * Not a number where there is no question.
 */
export function contrastEstimate(
  matrix: ScoreMatrix,
  { left, right }: Contrast,
): number {
  const mean = columnSum(matrix, left) / matrix.questions;
  return right === null ? mean : mean - columnSum(matrix, right) / matrix.questions;
}
