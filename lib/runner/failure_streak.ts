/** Noticing that it is not the questions that fail. */
import type { QuestionFailed } from "./run_errors.ts";

/** So many questions that fail for good, one after the other and in the same way, are no accident. */
const LONGEST_STREAK = 100;

/** Watches the outcomes of questions as they come. */
export class FailureStreak {
  #message = "";
  #length = 0;

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
    // A list that is empty for a reason, and what a later run asks again by itself, do no harm.
    if (details.retryable || details.noResults) return null;
    this.#length = message === this.#message ? this.#length + 1 : 1;
    this.#message = message;
    return this.#length < LONGEST_STREAK
      ? null
      : `the last ${this.#length} questions all failed in the same way: ${message}`;
  }
}
