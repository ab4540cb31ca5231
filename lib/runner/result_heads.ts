/** Reading who a result row belongs to without parsing its two hundred candidates. */

/** What identifies a row. */
export interface ResultHead {
  question_id: string;
  provider: string;
  query: string;
  max_year: number | null;
}

/** Rows as this program writes them: the short fields first, in this order. */
const CANONICAL =
  /^\{"question_id":("(?:[^"\\]|\\.)*"),"provider":("(?:[^"\\]|\\.)*"),"query":("(?:[^"\\]|\\.)*"),"max_year":(null|-?\d+),(?:"request_query":"(?:[^"\\]|\\.)*",)?"candidates":\[/;

/** Disks lose blocks, of this many bytes at the least. */
const SMALLEST_BLOCK = 512;

/** Bytes that hold the head of nearly every row. */
const HEAD_BYTES = 4096;

const decoder = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/**
 * Reads the head of a row. One that this program wrote, begins and ends as
 * such and has no block of zeros in it (what a crash leaves of blocks that were
 * not written) is not parsed further; any other is parsed whole.
 *
 * @param bytes The line.
 * @throws {Error} that says what is wrong with it.
 */
export function readResultHead(bytes: Uint8Array): ResultHead {
  return quickHead(bytes) ?? parsedHead(bytes);
}

function quickHead(bytes: Uint8Array): ResultHead | null {
  const endsAsRow = bytes.at(-1) === 0x7d && bytes.at(-2) === 0x5d; // ]}
  if (!endsAsRow || hasLostBlock(bytes)) return null;
  const match = CANONICAL.exec(lenient.decode(bytes.subarray(0, HEAD_BYTES)));
  if (match === null || match[0].includes("\ufffd")) return null;
  try {
    return {
      question_id: JSON.parse(match[1]!),
      provider: JSON.parse(match[2]!),
      query: JSON.parse(match[3]!),
      max_year: JSON.parse(match[4]!),
    };
  } catch {
    return null;
  }
}

/** Looks at one byte of every block only: a run starts with hundreds of megabytes of rows. */
function hasLostBlock(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += SMALLEST_BLOCK) if (bytes[at] === 0) return true;
  return false;
}

function parsedHead(bytes: Uint8Array): ResultHead {
  const row = parseRow(bytes);
  if (!Array.isArray(row.candidates)) throw new Error(`"candidates" is not a list`);
  return {
    question_id: textField(row, "question_id"),
    provider: textField(row, "provider"),
    query: textField(row, "query"),
    max_year: yearField(row),
  };
}

/** Parses a line as a JSON object. @throws {Error} where it is none. */
export function parseRow(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new Error(`not JSON: ${(cause as Error).message}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("not a JSON object");
  }
  return value as Record<string, unknown>;
}

/** A field that must be text. @throws {Error} where it is none. */
export function textField(row: Record<string, unknown>, name: string): string {
  const value = row[name];
  if (typeof value !== "string") throw new Error(`"${name}" is not text`);
  return value;
}

/** The field max_year: a whole number or null; absent is null. @throws {Error} for anything else. */
export function yearField(row: Record<string, unknown>): number | null {
  const value = row.max_year ?? null;
  if (value !== null && !Number.isInteger(value)) throw new Error(`"max_year" is not a year`);
  return value as number | null;
}
