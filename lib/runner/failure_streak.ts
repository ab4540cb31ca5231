/** Noticing that it is not the questions that fail. */
import { isSuccess } from "../providers/failures.ts";
import type { QuestionFailed } from "./run_errors.ts";

/** So many questions that fail for good, one after the other and in the same way, are no accident. */
const LONGEST_STREAK = 100;

/**
 * So many that used up their attempts are none either: each took several calls,
 * and pauses in which a passing disturbance would have passed. Nor are so many
 * successes that cannot be read, each of which may have been paid for.
 */
const LONGEST_COSTLY_STREAK = 20;

/** Watches the outcomes of questions as they come. */
export class FailureStreak {
  #way = "";
  #length = 0;
  readonly #longestCostly: number;

  /** @param concurrency Questions asked at a time: those of one moment say no more than one of them. */
  constructor(concurrency = 1) {
    this.#longestCostly = Math.max(LONGEST_COSTLY_STREAK, 2 * concurrency);
  }

  /** Notes a result. */
  result(): void {
    this.#length = 0;
  }

  /**
   * Notes a failure.
   *
   * @returns Why the run should stop, or null.
   */
  failure({ message, details }: QuestionFailed): string | null {
    const { status, retryable, noResults } = details;
    // A list that is empty for a reason does no harm, nor does a question that could not be asked at all.
    if (noResults || (status === null && !retryable)) return null;
    // Without the ids of requests and times that servers put in.
    const way = message.replace(/[\da-f-]*\d[\da-f-]*/gi, "0");
    this.#length = way === this.#way ? this.#length + 1 : 1;
    this.#way = way;
    const costly = retryable || isSuccess({ status: status! });
    return this.#length < (costly ? this.#longestCostly : LONGEST_STREAK)
      ? null
      : `the last ${this.#length} questions all failed in the same way: ${message}`;
  }
}
