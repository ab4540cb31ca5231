/** JSON that is read and written again with every number as it was. */

/** What ECMAScript's JSON.parse source text access adds, which TypeScript does not declare yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}
const exact = JSON as unknown as ExactJson;

/**
 * Parses JSON as `JSON.parse` does, except that a number which would not come
 * out of `JSON.stringify` as the same value (more than 53 bits, too large) is
 * kept as it is written. Fields that this program does not know then survive
 * a rewrite.
 *
 * @throws {SyntaxError} where `text` is no JSON.
 */
export function parseExactJson(text: string): unknown {
  // Asking for every value's source is slow, and nearly no line has such a number.
  if (!/\d{16}|\d[eE][+-]?\d/.test(text)) return JSON.parse(text);
  return exact.parse(
    text,
    (_key, value, { source }) =>
      typeof value === "number" && source !== undefined && !sameNumber(value, source)
        ? exact.rawJSON(source)
        : value,
  );
}

function sameNumber(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value);
  return String(value) === source || source.replace(/[-.]|[eE].*$/g, "").length <= 15;
}
