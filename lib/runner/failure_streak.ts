/** Noticing that it is not the questions that fail. */
import type { QuestionFailed } from "./run_errors.ts";

/** So many questions that fail for good, one after the other and in the same way, are no accident. */
const LONGEST_STREAK = 100;

/**
 * So many that used up their attempts are none either: each took several calls,
 * and pauses in which a passing disturbance would have passed.
 */
const LONGEST_RETRYABLE_STREAK = 20;

/** Watches the outcomes of questions as they come. */
export class FailureStreak {
  #way = "";
  #length = 0;
  readonly #longestRetryable: number;

  /** @param concurrency Questions asked at a time: those of one moment say no more than one of them. */
  constructor(concurrency = 1) {
    this.#longestRetryable = Math.max(LONGEST_RETRYABLE_STREAK, 2 * concurrency);
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
    // A list that is empty for a reason does no harm.
    if (details.noResults) return null;
    // Without the ids of requests and times that servers put in.
    const way = message.replace(/[\da-f-]*\d[\da-f-]*/gi, "0");
    this.#length = way === this.#way ? this.#length + 1 : 1;
    this.#way = way;
    return this.#length < (details.retryable ? this.#longestRetryable : LONGEST_STREAK)
      ? null
      : `the last ${this.#length} questions all failed in the same way: ${message}`;
  }
}
