/** Writing to the terminal: results to stdout, everything else to stderr. */
import { oneLine } from "../benchmark/harmless_text.ts";

/** Thrown when nobody reads stdout any more (`| head`); the command ends quietly. */
export class ClosedPipe extends Error {
  override name = "ClosedPipe";
}

interface SyncWriter {
  writeSync(bytes: Uint8Array): number;
}

/**
 * Writes a result to stdout, whole.
 *
 * @throws {ClosedPipe} when the reader is gone.
 */
export function printResult(text: string | Uint8Array, to: SyncWriter = Deno.stdout): void {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  try {
    let written = 0;
    while (written < bytes.length) written += to.writeSync(bytes.subarray(written));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new ClosedPipe("stdout is closed");
    throw new Error(`Cannot write the result: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Writes what a command tells when its work is done: that nobody reads it does
 * not change how the work ended.
 *
 * @throws {Error} where stdout cannot be written for another reason.
 */
export function printSummary(text: string, to: SyncWriter = Deno.stdout): void {
  try {
    printResult(text, to);
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}

/** Characters that a {@linkcode bufferedResult} gathers. */
const BUFFER = 1 << 16;

/**
 * Writes a result to stdout that comes in many small pieces.
 *
 * @returns `write` for the pieces and `flush` for after the last one; both
 * throw {@linkcode ClosedPipe} when the reader is gone.
 */
export function bufferedResult(to: SyncWriter = Deno.stdout): {
  write: (text: string) => void;
  flush: () => void;
} {
  let pieces: string[] = [];
  let length = 0;
  const flush = () => {
    const text = pieces.join("");
    pieces = [];
    length = 0;
    if (text !== "") printResult(text, to);
  };
  return {
    write(text) {
      pieces.push(text);
      length += text.length;
      if (length >= BUFFER) flush();
    },
    flush,
  };
}

/** Writes a line to stderr; a closed stderr is no reason to stop. */
export function printError(line: string, to: SyncWriter = Deno.stderr): void {
  writeError(`${line}\n`, to);
}

/** Writes text to stderr as it is, for displays that redraw their line. */
export function writeError(text: string, to: SyncWriter = Deno.stderr): void {
  try {
    printResult(text, to);
  } catch {
    // There is nobody left to tell.
  }
}

/** Tells the user something that is no error: `notice: …` on stderr. */
export function printNotice(text: string): void {
  printError(`notice: ${oneLine(text)}`);
}
