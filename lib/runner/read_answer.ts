/** What an answer, or none, means for the page that was asked for. */
import { jsonOrUndefined } from "../benchmark/record_fields.ts";
import { asMessage } from "../providers/failure_reason.ts";
import { judgeResponse } from "../providers/failures.ts";
import {
  MalformedResponse,
  type Page,
  type PageContext,
  type ProviderResponse,
  type Verdict,
} from "../providers/page.ts";
import type { HttpProvider } from "../providers/provider.ts";
import type { HttpResponse } from "./http_client.ts";
import type { TransportError } from "./http_errors.ts";
import { parseRetryAfter } from "./retry_after.ts";
import { RunStopped } from "./run_errors.ts";

/** What to do about a failed attempt. */
export interface Failure {
  class: "retry" | "terminal";
  message: string;
  status: number | null;
  response: string;
  /** What the answer asked to wait. */
  waitSeconds: number | null;
  noResults: boolean;
  cause?: unknown;
}

/**
 * Reads an answer, whatever its status.
 *
 * @param date Milliseconds since the epoch, for a Retry-After that is a date.
 * @throws {RunStopped} where no question can be answered.
 */
export function readAnswer(
  provider: HttpProvider,
  response: HttpResponse,
  context: PageContext,
  date: number,
): Page | Failure {
  const answer: ProviderResponse = { ...response, json: jsonOrUndefined(response.text) };
  const verdict = judgeResponse(provider, answer, context);
  if (verdict === null) return parsePage(provider, answer, context);
  return fromVerdict(verdict, answer, context, date);
}

/**
 * What a request that brought no readable answer means. A body that cannot be
 * had whole in time is worth another try. One that came whole and is too large
 * or no text is what the provider says, and every try may cost.
 *
 * @throws {RunStopped} for a redirect that is not followed.
 */
export function transportFailure(error: TransportError): Failure {
  if (error.fault === "redirect") {
    throw new RunStopped(
      error.message,
      "check the base URL: the provider answers from another address",
      { cause: error },
    );
  }
  return {
    class: ["too_large", "encoding"].includes(error.fault) ? "terminal" : "retry",
    message: error.message,
    status: error.status,
    response: "",
    waitSeconds: null,
    noResults: false,
    cause: error,
  };
}

function fromVerdict(
  verdict: Verdict,
  answer: ProviderResponse,
  context: PageContext,
  date: number,
): Page | Failure {
  // Servers say what they like, megabytes of it too.
  const message = asMessage(verdict.message);
  switch (verdict.class) {
    case "end":
      return { candidates: [], lastRank: context.lastRank, next: null };
    case "stop":
      throw new RunStopped(message, verdict.remedy ?? "see the provider's message");
    case "retry":
    case "terminal":
      return {
        class: verdict.class,
        message,
        status: answer.status,
        response: answer.text,
        waitSeconds: verdict.class === "terminal" ? null : verdict.retryAfterSeconds ??
          parseRetryAfter(answer.headers.get("retry-after"), date),
        noResults: verdict.noResults ?? false,
      };
  }
}

/**
 * A success that cannot be read, as JSON or in its shape, is not asked for
 * again, as in the published program: it may have been paid for, and would be
 * as often as it was repeated.
 */
function parsePage(
  provider: HttpProvider,
  answer: ProviderResponse,
  context: PageContext,
): Page | Failure {
  const failed = (message: string, cause?: unknown): Failure => ({
    class: "terminal",
    message,
    status: answer.status,
    response: answer.text,
    waitSeconds: null,
    noResults: false,
    cause,
  });
  if (answer.json === undefined) {
    return failed(`HTTP ${answer.status}, but the answer is not JSON`);
  }
  try {
    return provider.parse(answer.json, context);
  } catch (error) {
    if (error instanceof MalformedResponse) return failed(error.message, error);
    throw error;
  }
}
