/** Errors that come with a 2xx status: the body says what the status does not. */
import { isObject } from "../benchmark/record_fields.ts";
import { field, textOf } from "./json_fields.ts";

/** Words of an error that is about what was asked, not about a failure of the service. */
const ABOUT_THE_REQUEST =
  /\b(?:invalid|malformed|bad[_ ]request|validation|unsupported|unknown (?:field|parameter|option)|not (?:allowed|supported)|too long|cannot (?:parse|be parsed)|parse error|syntax)\b/i;

/** Words of a failure that may pass. */
const PASSING =
  /\b(?:try again|tempora\w*|timed? ?out|unavailable|internal|overloaded|went wrong|valid results)\b/i;

/** Whether a 2xx body is an error's: it has an error, or its envelope says that it is one. */
export function saysError(json: unknown): boolean {
  if (!isObject(json)) return false;
  return says(field(json, "error")) || says(field(json, "errors")) ||
    /^(?:error|fail(?:ed|ure)?)$/i.test(textOf(json.status) ?? "") ||
    /^error(?:response)?$/i.test(textOf(json.type) ?? "") ||
    json.success === false || json.ok === false || statusIn(json) !== null;
}

/**
 * The HTTP status that an error body names (`status`, `statusCode` or `code`,
 * at the top or in its `error`), as a number or its text; null where none.
 */
export function statusIn(json: unknown): number | null {
  const errors = field(json, "errors");
  const places = [json, field(json, "error"), Array.isArray(errors) ? errors[0] : null];
  for (const place of places) {
    for (const name of ["status", "statusCode", "status_code", "code"]) {
      const value = field(place, name);
      const text = typeof value === "number" ? String(value) : textOf(value);
      if (text !== null && /^[45]\d\d$/.test(text)) return Number(text);
    }
  }
  return null;
}

/** Whether an error's text is about the request, so that asking again is of no use. */
export function isAboutTheRequest(reason: string): boolean {
  return ABOUT_THE_REQUEST.test(reason);
}

/** Whether an error's text tells of a failure that may pass ("We couldn't get valid results for this search. Please try again later."). */
export function isPassing(reason: string): boolean {
  return PASSING.test(reason);
}

/** Some services send the field empty where all is well. */
function says(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === "string") return value.trim() !== "";
  return typeof value !== "object" || Object.keys(value).length > 0;
}
