/** Reading fields of a provider's JSON that may hold anything. */
import { isObject } from "../benchmark/record_fields.ts";
import { type Json, MalformedResponse } from "./page.ts";

/** A field of a value that may be no object at all; undefined where there is none. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A string that says something, unchanged; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/**
 * An identifier: a string as it is, a safe integer as its decimal text, null
 * for anything else. Larger numbers have lost digits in JSON.parse already.
 */
export function identifierOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) {
    return String(value);
  }
  return textOf(value);
}

/** A year given as a JSON integer; text and fractions are no year (as in the published program). */
export function yearOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** The year at the start of an ISO 8601 date; null where there is none. */
export function yearOfDate(value: unknown): number | null {
  const match = typeof value === "string" ? /^([12]\d{3})(?!\d)/.exec(value) : null;
  return match ? Number(match[1]) : null;
}

/**
 * A list that the answer must have.
 *
 * @throws {MalformedResponse} "<who> response has no <name> list", the published wording.
 */
export function listOf(json: unknown, name: string, who: string): unknown[] {
  const list = field(json, name);
  if (!Array.isArray(list)) {
    throw new MalformedResponse(`${who} response has no ${name} list`);
  }
  return list;
}

/** The texts of a list of warnings, each a text or an object with `message`; none where it is no list. */
export function messagesIn(list: unknown): string[] {
  return (Array.isArray(list) ? list : [])
    .map((item) => textOf(item) ?? textOf(field(item, "message")))
    .filter((message) => message !== null);
}

/** Drops the entries whose value is null, so that a parameter without a value is not sent. */
export function present<T extends Json>(
  entries: Readonly<Record<string, T | null>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== null),
  ) as Record<string, T>;
}
