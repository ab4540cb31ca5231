/** Reading fields of parsed JSON, with errors that show the value. */
import { shown } from "../scoring/shown.ts";

/** A parsed JSON object whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object (no array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Says what a field is instead of what it should be. */
export function isOrMissing(value: unknown): string {
  return value === undefined ? "is missing" : `is ${shown(value)}`;
}

/** Ends the message about a file that is what another flag takes. */
export const SWAPPED = "are the question file and the run swapped?";

/**
 * Reads an identifier: text, or a JSON number taken as its decimal text.
 *
 * @returns The text; null where the field is null or absent.
 * @throws {Error} for a number that JSON readers may have altered (beyond
 * 2^53 or with a fraction) and for any other type.
 */
export function identifier(value: unknown, field: string): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  throw new Error(
    typeof value === "number"
      ? `${field} ${value} is no safe integer and may have lost digits; write identifiers as strings`
      : `${field} is ${shown(value)}; it must be a string`,
  );
}

/**
 * Reads the id of a question.
 *
 * @throws {Error} where it is absent or empty.
 */
export function questionId(row: JsonObject, field = "question_id"): string {
  const id = identifier(row[field], field);
  if (id === null || id === "") throw new Error(`${field} is missing`);
  return id;
}

/**
 * Parses one line that must be a JSON object.
 *
 * @throws {Error} with the parser's reason.
 */
export function parseObject(text: string): JsonObject {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error(`not a JSON object but ${shown(value)}`);
  return value;
}

/** Text that stops in the middle of a record: what a cut line looks like. */
export class CutRecord extends Error {
  override name = "CutRecord";
}

/**
 * Parses JSON.
 *
 * @throws {CutRecord} where the text is the beginning of JSON.
 * @throws {Error} where it is broken otherwise; the reason does not quote it.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    const reason = message.replace(/, (\.{3})?"[^]*is not valid JSON$/, "");
    // V8 names the place, save where it is the end.
    const place = /position (\d+)/.exec(message)?.[1];
    const isCut = place === undefined
      ? message.startsWith("Unexpected end")
      : Number(place) >= text.length;
    const Broken = isCut ? CutRecord : Error;
    throw new Broken(`broken JSON: ${reason}`, { cause });
  }
}

/** Parses text that need not be JSON; undefined where it is none. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
