/** JSON that is read and written again with every number as it was. */

/** What ECMAScript's JSON.parse source text access adds, which TypeScript does not declare yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): value is { rawJSON: string };
}
const exact = JSON as unknown as ExactJson;

/** A number where JSON can have one; inside a string too, which costs time and nothing else. */
const NUMBERS = /(?<=^|[:[,])\s*(-?\d[-+.\deE]*)(?=\s*(?:$|[,\]}]))/g;

/**
 * Parses JSON as `JSON.parse` does, except that a number which
 * `JSON.stringify` would write otherwise (`1.0`, `-0`, `1e400`, more than 53
 * bits) is kept as it is written. Fields that this program does not know then
 * survive a rewrite. What does not: white space, the escapes in strings, the
 * first of two values of one name, and the place of names such as `"7"`, which
 * JavaScript puts first.
 *
 * @throws {SyntaxError} where `text` is no JSON.
 */
export function parseExactJson(text: string): unknown {
  // Asking for every value's source is slow, and most lines have no such number.
  const isPlain = text.matchAll(NUMBERS).every(([, number]) => String(Number(number)) === number);
  if (isPlain) return JSON.parse(text);
  return exact.parse(
    text,
    (_key, value, { source }) =>
      typeof value === "number" && source !== undefined && JSON.stringify(value) !== source
        ? exact.rawJSON(source)
        : value,
  );
}

/**
 * A value of {@linkcode parseExactJson} for a reader: a number that was kept as
 * it is written, if it is an integer that JavaScript can hold (`2015.0`), as
 * that; everything else as it is.
 */
export function plainInteger(value: unknown): unknown {
  if (!exact.isRawJSON(value)) return value;
  const number = Number(value.rawJSON);
  // -0 is 0 to a reader.
  return Number.isSafeInteger(number) && !/\d{16}/.test(value.rawJSON) ? number + 0 : value;
}
