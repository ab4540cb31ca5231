/**
 * The common rules for answers that are no success (providers' own codes are in
 * their adapters). Which statuses are retried follows the published program:
 * 408, 425, 429 and every 5xx; unlike it, what concerns the key, the plan or
 * the quota stops the run instead of being written against every question.
 */
import type { HttpProvider, PageContext, ProviderResponse, Verdict } from "./provider.ts";
import { complaintOf } from "./complaints.ts";
import { field, textOf } from "./json_fields.ts";

const RETRYABLE_4XX = new Set([408, 425, 429]);

/** Longest part of an answer that goes into a message, in characters. */
const MESSAGE_LENGTH = 300;

/**
 * Judges an answer: first by the provider's own rules, then by the common ones.
 *
 * @returns Null where the answer is a success whose JSON may be parsed.
 */
export function judgeResponse(
  provider: Pick<HttpProvider, "judge">,
  response: ProviderResponse,
  context: PageContext,
): Verdict | null {
  const own = provider.judge?.(response, context) ?? null;
  if (own) return own;
  return isSuccess(response)
    ? judgeErrorBody(response, context.query)
    : judgeStatus(response, context.query);
}

/** Whether the status says success (2xx). The body may still carry an error. */
export function isSuccess(response: Pick<ProviderResponse, "status">): boolean {
  return response.status >= 200 && response.status < 300;
}

/**
 * The verdict that an HTTP status outside 2xx gets by itself. 401, 402 and 403
 * stop, and so does any 4xx whose text tells of an exhausted quota or a bad
 * key; 408, 425, 429 and 5xx are retried; everything else is terminal for the
 * question.
 *
 * @param query The question's query: where the error repeats it, its words do not count.
 */
export function judgeStatus(response: ProviderResponse, query = ""): Verdict {
  const { status } = response;
  const message = failureMessage(response);
  if (status === 401) return stop(message, REMEDY.key);
  if (status === 402) return stop(message, REMEDY.quota);
  if (status === 403) return stop(message, REMEDY.plan);
  if (status >= 400 && status < 500) {
    const complaint = complaintOf(failureReason(response), status, query);
    if (complaint === "quota" || complaint === "key") return stop(message, REMEDY[complaint]);
  }
  return RETRYABLE_4XX.has(status) || status >= 500
    ? { class: "retry", message }
    : { class: "terminal", message };
}

/** What to do about a run that stopped. */
export const REMEDY = {
  key: "check the API key in the environment or .env",
  quota:
    "top up the account or wait until the quota is refilled, then run the same command again: it goes on where it stopped",
  plan: "check that the key's plan includes this API",
} as const;

/** A verdict that ends the run. */
export function stop(message: string, remedy: string): Verdict {
  return { class: "stop", message, remedy };
}

/**
 * A 2xx body with an error about the rate, the quota or the key. Other errors
 * are left to the parser, which misses its list and says so.
 */
function judgeErrorBody(response: ProviderResponse, query: string): Verdict | null {
  if (field(response.json, "error") === undefined) return null;
  const complaint = complaintOf(failureReason(response), response.status, query);
  if (complaint === null) return null;
  const message = failureMessage(response);
  return complaint === "throttle" ? { class: "retry", message } : stop(message, REMEDY[complaint]);
}

/** What the provider said and the status, one line, e.g. "HTTP 429: Too Many Requests". */
export function failureMessage(response: ProviderResponse): string {
  const reason = failureReason(response);
  return reason ? `HTTP ${response.status}: ${reason}` : `HTTP ${response.status}`;
}

/**
 * The reason in the shapes that the providers use: `error` as text or object,
 * `errors` as list, `message`, `detail`; the title of an HTML page; else the
 * start of the body. Code and text are joined, since either may decide.
 */
export function failureReason(response: ProviderResponse): string {
  const { json, text } = response;
  const errors = field(json, "errors");
  const error = field(json, "error") ??
    (Array.isArray(errors) ? errors[0] : undefined);
  const found = [...reasonsIn(error), ...reasonsIn(json)];
  return oneLine(
    found.length > 0 ? [...new Set(found)].join(" ") : reasonOfPlainBody(text),
  );
}

const REASON_FIELDS = ["code", "tag", "type", "message", "detail", "reason"];

/** `type` of an envelope ("error", "ErrorResponse") says nothing. */
function reasonsIn(source: unknown): string[] {
  if (typeof source === "string") return textOf(source) ? [source] : [];
  return REASON_FIELDS
    .map((name) => textOf(field(source, name)))
    .filter((text) => text !== null && !/^error(response)?$/i.test(text))
    .map(String);
}

function reasonOfPlainBody(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text.slice(0, 4096));
  return title ? title[1]! : text.slice(0, MESSAGE_LENGTH);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MESSAGE_LENGTH);
}
