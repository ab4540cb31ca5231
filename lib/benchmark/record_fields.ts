/** Reading fields of parsed JSON, with errors that show the value. */

/** A parsed JSON object whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is a JSON object (no array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Shows a value in a message, cut where it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

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
      : `${field} is ${show(value)}; it must be a string`,
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
  if (!isObject(value)) throw new Error(`not a JSON object but ${show(value)}`);
  return value;
}

/** Text that is no record at all, as where a line was cut off. */
export class BrokenRecord extends Error {
  override name = "BrokenRecord";
}

/**
 * Parses JSON.
 *
 * @throws {BrokenRecord} with a reason that does not quote the text.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/, (\.{3})?"[^]*is not valid JSON$/, "");
    throw new BrokenRecord(`broken JSON: ${reason}`, { cause });
  }
}
