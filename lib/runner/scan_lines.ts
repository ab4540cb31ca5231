/** Walking through the lines of a large file without decoding them. */

/** One line of a file. The bytes are only good until the next one is asked for. */
export interface ScannedLine {
  /** From 1. */
  number: number;
  /** Without the line break. */
  bytes: Uint8Array;
  /** Where it begins in the file. */
  offset: number;
  /** Whether a line break ends it; only the last line may lack it. */
  ended: boolean;
}

interface SyncReader {
  readSync(buffer: Uint8Array): number | null;
}

const LINE_BREAK = 10;
const BUFFER_BYTES = 4 * 2 ** 20;

/** No row of a run comes near; a file with such a line is something else. */
const LONGEST_LINE = 256 * 2 ** 20;

/**
 * Yields the lines of a file from its cursor on. Reading is synchronous: this
 * runs before anything else does, and is several times faster so.
 *
 * @param file Open for reading.
 * @param path For messages.
 * @throws {Error} for a line longer than any row.
 */
export function* scanLines(file: SyncReader, path: string): Generator<ScannedLine> {
  let buffer = new Uint8Array(BUFFER_BYTES);
  let start = 0;
  let end = 0;
  let offset = 0;
  let number = 1;
  for (;;) {
    const read = file.readSync(buffer.subarray(end));
    const searchFrom = end;
    end += read ?? 0;
    let from = searchFrom;
    for (let at; (at = indexOfBreak(buffer, from, end)) >= 0; from = start) {
      yield { number: number++, bytes: buffer.subarray(start, at), offset, ended: true };
      offset += at + 1 - start;
      start = at + 1;
    }
    if (read === null) break;
    if (start > 0) {
      buffer.copyWithin(0, start, end);
      end -= start;
      start = 0;
    } else if (end === buffer.length) {
      if (end >= LONGEST_LINE) {
        throw new Error(`${path}:${number}: a line of more than ${LONGEST_LINE} bytes is no row`);
      }
      const larger = new Uint8Array(buffer.length * 2);
      larger.set(buffer);
      buffer = larger;
    }
  }
  if (end > start) {
    yield { number, bytes: buffer.subarray(start, end), offset, ended: false };
  }
}

function indexOfBreak(buffer: Uint8Array, from: number, end: number): number {
  const at = buffer.indexOf(LINE_BREAK, from);
  return at < end ? at : -1;
}
