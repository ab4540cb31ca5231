/** How asking can end other than with an answer. */

/** The key, the plan, the quota or the endpoint: asking on makes no sense, and no question is to blame. */
export class RunStopped extends Error {
  override name = "RunStopped";

  /** @param remedy What the user can do. */
  constructor(message: string, readonly remedy: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** This question could not be answered. */
export class QuestionFailed extends Error {
  override name = "QuestionFailed";

  constructor(
    message: string,
    readonly details: {
      /** HTTP status, or null where no answer came. */
      status: number | null;
      /** Whether a later run asks again by itself. */
      retryable: boolean;
      /** The response body, or its start. */
      response: string;
      /** The provider said that it found nothing. */
      noResults?: boolean;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The user interrupted the run. */
export class Interrupted extends Error {
  override name = "Interrupted";
}
