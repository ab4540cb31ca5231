/** Brave's error codes: the status alone does not tell key, quota and query apart. */
import { failureMessage } from "./failure_reason.ts";
import { REMEDY, stop } from "./failures.ts";
import { field, textOf } from "./json_fields.ts";
import type { ProviderResponse, Verdict } from "./page.ts";

/**
 * Judges by `error.code`, which documentation shows in an `errors` list and the
 * wire in an `error` object; whatever the status, which may be 200 too. A bad
 * key is a 422.
 */
export function judgeBrave(response: ProviderResponse): Verdict | null {
  const errors = field(response.json, "errors");
  const error = field(response.json, "error") ?? (Array.isArray(errors) ? errors[0] : undefined);
  const code = textOf(field(error, "code"));
  const message = failureMessage(response);
  switch (code) {
    case "SUBSCRIPTION_TOKEN_INVALID":
      return stop(message, REMEDY.key);
    case "SUBSCRIPTION_NOT_FOUND":
    case "OPTION_NOT_IN_PLAN":
      return stop(message, REMEDY.plan);
    case "QUOTA_LIMITED":
      return stop(message, REMEDY.quota);
    case "VALIDATION":
      if (/x-subscription-token/i.test(response.text)) return stop(message, REMEDY.key);
      return { class: "terminal", message };
    case "RATE_LIMITED":
      return { class: "retry", message, ...untilReset(response) };
  }
  if (response.status !== 429) return null;
  return lastOf(response, "x-ratelimit-remaining") === 0
    ? stop(message, REMEDY.quota)
    : { class: "retry", message, ...untilReset(response) };
}

/**
 * Seconds until the one-second window opens again: the first value of
 * X-RateLimit-Reset; Retry-After is not documented
 * (https://api.search.brave.com/app/documentation/web-search/response-headers).
 */
function untilReset({ headers }: ProviderResponse): { retryAfterSeconds?: number } {
  const first = numbers(headers.get("x-ratelimit-reset"))[0];
  return first !== undefined && !headers.has("retry-after") ? { retryAfterSeconds: first } : {};
}

/** The month's value of a header that lists one per window. */
function lastOf({ headers }: ProviderResponse, name: string): number | undefined {
  const values = numbers(headers.get(name));
  return values.length > 1 ? values.at(-1) : undefined;
}

function numbers(header: string | null): number[] {
  return (header ?? "").split(",").map((part) => part.trim()).filter((part) => /^\d+$/.test(part))
    .map(Number);
}
