/** Lines of a text file, streamed. */
import { FileError, readChunks, type TextSource, UnpackError } from "./text_source.ts";

/** One line, without its end. */
export interface Line {
  text: string;
  /** From 1; blank lines count. */
  number: number;
  /** Whether a line feed followed; false only for a last line that may be cut off. */
  terminated: boolean;
}

/** Options of {@linkcode forEachLine}. */
export interface LineOptions {
  /**
   * Longest line in bytes.
   * @default 134217728
   */
  maxBytes?: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Calls a function for each line that is not blank, in order.
 *
 * Lines end at line feeds only (U+0085 and U+2028 are text); a carriage return
 * before the line feed and a byte order mark at the start of the file are
 * dropped. The file is streamed, so it may be larger than memory.
 *
 * @param source Plain or gzip.
 * @param onLine Called synchronously; what it throws ends the reading. It may
 * return `false` to end it without an error.
 * @returns The number of lines seen, blank ones included.
 * @throws {FileError} for a file that cannot be read, a line that is no UTF-8,
 * or one longer than `maxBytes`.
 */
export async function forEachLine(
  source: TextSource,
  onLine: (line: Line) => void | boolean,
  { maxBytes = 128 * 2 ** 20 }: LineOptions = {},
): Promise<number> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;

  const emit = (bytes: Uint8Array, terminated: boolean): boolean => {
    number++;
    let text: string;
    try {
      const line = withoutCarriageReturn(bytes);
      text = terminated ? decoder.decode(line) : decodeCutLine(line);
    } catch (cause) {
      const found = bytes.includes(0) ? "binary data" : "invalid UTF-8";
      throw new FileError(source.name, number, `${found}; the file must be UTF-8 text`, { cause });
    }
    if (number === 1 && text.startsWith("\ufeff")) text = text.slice(1);
    if (text.trim() === "") return true;
    return onLine({ text, number, terminated }) !== false;
  };

  try {
    for await (const chunk of readChunks(source)) {
      let start = 0;
      for (
        let end = chunk.indexOf(LINE_FEED);
        end !== -1;
        start = end + 1, end = chunk.indexOf(LINE_FEED, start)
      ) {
        let bytes = chunk.subarray(start, end);
        if (pendingBytes > 0) {
          bytes = concatenate([...pending, bytes], pendingBytes + bytes.length);
          pending = [];
          pendingBytes = 0;
        }
        if (!emit(bytes, true)) return number;
      }
      if (start < chunk.length) {
        // The chunk is valid only until the next one; what is kept is copied.
        pending.push(chunk.slice(start));
        pendingBytes += chunk.length - start;
        if (pendingBytes > maxBytes) {
          throw new FileError(
            source.name,
            number + 1,
            `the line is longer than ${maxBytes} bytes; is this a text file with one record a line?`,
          );
        }
      }
    }
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    throw new FileError(source.name, number + 1, `cannot be unpacked: ${error.reason}`, {
      cause: error.cause,
    });
  }
  if (pendingBytes > 0) emit(concatenate(pending, pendingBytes), false);
  return number;
}

function withoutCarriageReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

/**
 * Decodes a line that may be cut off in the middle of a character, which then
 * becomes U+FFFD.
 */
function decodeCutLine(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const text = decoder.decode(bytes, { stream: true });
  try {
    return text + decoder.decode();
  } catch {
    return `${text}\ufffd`;
  }
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
