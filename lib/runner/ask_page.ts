/** Asking for one page until there is an answer that settles it. */
import type { Page, PageContext } from "../providers/page.ts";
import type { HttpProvider } from "../providers/provider.ts";
import { backoffSeconds } from "./backoff.ts";
import type { CallBudget } from "./budget.ts";
import type { HttpResponse, SendRequest } from "./http_client.ts";
import { TransportError } from "./http_errors.ts";
import { type Endpoint, toHttpRequest } from "./page_url.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import { type Failure, readAnswer, transportFailure } from "./read_answer.ts";
import { QuestionFailed, RunStopped } from "./run_errors.ts";
import type { Sleep } from "./sleep.ts";

/** What asking needs, the same for every page of a run. */
export interface Asking {
  provider: HttpProvider;
  endpoint: Endpoint;
  send: SendRequest;
  limiter: RateLimiter;
  budget: CallBudget;
  /** Most requests for one page. */
  attempts: number;
  /** Longest wait that an answer may ask for, in seconds; one that asks for more stops the run. */
  maxWait: number;
  /** Aborted by the first interrupt: no new request, no more waiting. */
  soft: AbortSignal;
  /** Aborted by the second: requests in flight end too. */
  hard: AbortSignal;
  sleep: Sleep;
  /** From 0 up to 1. */
  random: () => number;
  /** Milliseconds since the epoch. */
  date: () => number;
  /** Called when a page is asked for again. */
  onRetry: () => void;
}

/**
 * Asks for one page, again after passing failures.
 *
 * @throws {QuestionFailed} where the question cannot be answered now or ever.
 * @throws {RunStopped} where no question can.
 * @throws {BudgetSpent} where the next call is one too many.
 * @throws the reason of `soft` or `hard`.
 */
export async function askPage(asking: Asking, context: PageContext): Promise<Page> {
  const request = requestOf(asking, context);
  for (let attempt = 1;; attempt++) {
    const outcome = await askOnce(asking, request, context, attempt);
    if (!("class" in outcome)) return outcome;
    const failure = outcome;
    const wait = failure.waitSeconds;
    if (wait !== null && wait > asking.maxWait) {
      throw new RunStopped(
        `${failure.message}; it asks to wait ${formatSeconds(wait)}`,
        `run the same command again later, or wait that long with a larger --max-wait (now ${asking.maxWait})`,
      );
    }
    // A throttle is for everyone: the other workers hold back too.
    if (failure.status === 429 || wait !== null) {
      asking.limiter.pause(wait ?? backoffSeconds(attempt, () => 0));
    }
    if (failure.class !== "retry" || attempt >= asking.attempts) {
      throw new QuestionFailed(failure.message, {
        status: failure.status,
        retryable: failure.class === "retry",
        response: failure.response,
        noResults: failure.noResults,
      }, { cause: failure.cause });
    }
    const pause = wait === null ? backoffSeconds(attempt, asking.random) : wait + asking.random();
    await asking.sleep(pause * 1000, asking.soft);
  }
}

function requestOf(asking: Asking, context: PageContext) {
  try {
    return toHttpRequest(asking.provider.request(context), asking.endpoint);
  } catch (cause) {
    throw new QuestionFailed((cause as Error).message, {
      status: null,
      retryable: false,
      response: "",
    }, { cause });
  }
}

async function askOnce(
  asking: Asking,
  request: ReturnType<typeof toHttpRequest>,
  context: PageContext,
  attempt: number,
): Promise<Page | Failure> {
  let response: HttpResponse;
  let begun = false;
  try {
    response = await asking.send(request, {
      signal: asking.hard,
      admit: async () => {
        await asking.limiter.acquire(asking.soft);
        asking.soft.throwIfAborted();
        asking.budget.take();
        // Counted once it is sent: a budget or an interrupt may still have kept it back.
        if (attempt > 1 && !begun) asking.onRetry();
        begun = true;
      },
    });
  } catch (error) {
    if (error instanceof TransportError) return transportFailure(error);
    throw error;
  }
  return readAnswer(asking.provider, response, context, asking.date());
}

function formatSeconds(seconds: number): string {
  return Number.isFinite(seconds) ? `${Math.ceil(seconds)} s` : "without end";
}
