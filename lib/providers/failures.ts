/**
 * The common rules for answers that are no success (providers' own codes are in
 * their adapters). Which statuses are retried follows the published program:
 * 408, 425, 429 and every 5xx; unlike it, what concerns the key, the plan or
 * the quota stops the run instead of being written against every question.
 */
import type { HttpProvider } from "./provider.ts";
import { type Complaint, complaintOf, withoutEcho } from "./complaints.ts";
import { isAboutTheRequest, isPassing, saysError, statusIn } from "./error_body.ts";
import { failureMessage, failureReason, reasonOfJson } from "./failure_reason.ts";
import { field } from "./json_fields.ts";
import type { PageContext, ProviderResponse, Verdict } from "./page.ts";

const RETRYABLE_4XX = new Set([408, 425, 429]);

/** What judging needs of a provider. */
type Judged = Pick<HttpProvider, "judge"> & Partial<Pick<HttpProvider, "parse">>;

/**
 * Judges an answer: first by the provider's own rules, then by the common ones.
 *
 * @returns Null where the answer is a success whose JSON may be parsed.
 */
export function judgeResponse(
  provider: Judged,
  response: ProviderResponse,
  context: PageContext,
): Verdict | null {
  const own = provider.judge?.(response, context) ?? null;
  if (own) return own;
  return isSuccess(response)
    ? judgeErrorBody(provider, response, context)
    : judgeStatus(response, context.query);
}

/** Whether the status says success (2xx). The body may still carry an error. */
export function isSuccess(response: Pick<ProviderResponse, "status">): boolean {
  return response.status >= 200 && response.status < 300;
}

/**
 * The verdict that an HTTP status outside 2xx gets by itself. What the text
 * tells for certain comes first: of any 4xx, an exhausted quota or a bad key
 * stops, a throttle is retried. Then 401, 402 and 403 stop; 408, 425, 429 and
 * 5xx are retried; everything else is terminal for the question.
 *
 * @param query The question's query: where the error repeats it, its words do not count.
 */
export function judgeStatus(response: ProviderResponse, query = ""): Verdict {
  const { status } = response;
  const message = failureMessage(response);
  if (status >= 400 && status < 500) {
    const complaint = complaintOf(failureReason(response), status, query);
    if (complaint !== null) return aboutTheAccount(complaint, message);
  }
  if (status === 401) return stop(message, REMEDY.key);
  if (status === 402) return stop(message, REMEDY.quota);
  if (status === 403) return stop(message, isOfTheEdge(response) ? REMEDY.edge : REMEDY.plan);
  return RETRYABLE_4XX.has(status) || status >= 500
    ? { class: "retry", message }
    : { class: "terminal", message };
}

function aboutTheAccount(complaint: Complaint, message: string): Verdict {
  return complaint === "throttle" ? { class: "retry", message } : stop(message, REMEDY[complaint]);
}

/** A 403 of a firewall in front of the API: a page, or Cloudflare's "error code: 1010", instead of the API's JSON. */
function isOfTheEdge({ json, text }: ProviderResponse): boolean {
  return /error[ _]code"?:? ?10\d\d\b/i.test(text.slice(0, 4096)) ||
    (json === undefined && /^\s*<|cloudflare/i.test(text.slice(0, 4096)));
}

/** What to do about a run that stopped. */
export const REMEDY = {
  key: "check the API key in the environment or .env",
  quota:
    "top up the account or wait until the quota is refilled, then run the same command again: it goes on where it stopped",
  plan: "check the API key, and that its plan includes this API",
  edge:
    "a firewall in front of the API refused this network or program, not the key: try from another network, or ask the provider to admit it",
} as const;

/** A verdict that ends the run. */
export function stop(message: string, remedy: string): Verdict {
  return { class: "stop", message, remedy };
}

/**
 * A 2xx body that is an error's is never a result, whatever list it has. What
 * tells of rate, quota or key, names a status, or may pass is judged so. Any
 * other error is left to the parser where it misses its list (terminal, as in
 * the published program), and judged here where the parser would be content.
 */
function judgeErrorBody(
  provider: Judged,
  response: ProviderResponse,
  context: PageContext,
): Verdict | null {
  const { json } = response;
  if (json === undefined) return judgePlainBody(response, context);
  const said = saysError(json);
  if (!said && field(json, "message") === undefined && typeof json !== "string") return null;
  // Where the error gives no reason, the body's text would be that of papers.
  const reason = reasonOfJson(json);
  const inner = statusIn(json) ?? response.status;
  const message = failureMessage(response);
  const complaint = complaintOf(reason, inner, context.query);
  if (complaint !== null) return aboutTheAccount(complaint, message);
  if (!said) return null;
  if (inner >= 400) {
    return { ...judgeStatus({ ...response, status: inner }, context.query), message };
  }
  const own = withoutEcho(reason, context.query);
  if (isPassing(own)) return { class: "retry", message };
  if (!wouldParse(provider, json, context)) return null;
  return { class: isAboutTheRequest(own) ? "terminal" : "retry", message };
}

/**
 * A 2xx that is no JSON cannot be read and may have been paid for, except where
 * it says in so many words what is wrong: a text or page of a server in front
 * of the API. The words of JSON that is broken or cut are those of papers.
 */
function judgePlainBody(response: ProviderResponse, { query }: PageContext): Verdict | null {
  if (/^\s*[[{"]/.test(response.text)) return null;
  const reason = failureReason(response);
  const message = failureMessage(response);
  const complaint = complaintOf(reason, response.status, query);
  if (complaint !== null) return aboutTheAccount(complaint, message);
  return isPassing(withoutEcho(reason, query)) ? { class: "retry", message } : null;
}

function wouldParse({ parse }: Judged, json: unknown, context: PageContext): boolean {
  try {
    parse?.(json, context);
    return true;
  } catch {
    return false;
  }
}
