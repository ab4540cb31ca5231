/** What a provider said about a failure, as one line. */
import { messageText } from "../benchmark/message_text.ts";
import { field, textOf } from "./json_fields.ts";
import type { ProviderResponse } from "./page.ts";

/** Longest part of an answer that goes into a message, in characters. */
const MESSAGE_LENGTH = 300;

/** A text of a provider as a message: one line, cut where it is longer than a reason with words around it. */
export function asMessage(text: string): string {
  return messageText(text, MESSAGE_LENGTH + 100);
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
export function failureReason({ json, text }: ProviderResponse): string {
  return reasonOfJson(json) || oneLine(reasonOfPlainBody(text));
}

/** The reason that an error's JSON gives, one line; empty where it gives none. */
export function reasonOfJson(json: unknown): string {
  return oneLine(reasonsOf(json).join(" "));
}

function reasonsOf(json: unknown): string[] {
  const errors = field(json, "errors");
  const error = field(json, "error") ?? (Array.isArray(errors) ? errors[0] : undefined);
  return [...new Set([...reasonsIn(error), ...reasonsIn(json)])];
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
  return title ? title[1]! : text;
}

function oneLine(text: string): string {
  return messageText(text, MESSAGE_LENGTH);
}
