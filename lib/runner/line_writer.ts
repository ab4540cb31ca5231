/** Appending lines that are on disk once they are reported written. */
import { writeAll } from "../benchmark/write_all.ts";

/** What a writer needs of a file; the cursor stands at its end. */
export interface AppendableFile {
  write(bytes: Uint8Array): Promise<number>;
  syncData(): Promise<void>;
  truncate(length?: number): Promise<void>;
}

/** A line could not be made durable; the file ends with the last line that was. */
export class WriteError extends Error {
  override name = "WriteError";
}

const LINE_FEED = 10;

const encoder = new TextEncoder();

/** About how many characters share one sync at the most. */
const BATCH_CHARACTERS = 8 * 2 ** 20;

/**
 * Appends lines with group commit: lines that arrive while a sync is under way
 * share the next one.
 */
export class LineWriter {
  #waiting: { line: string; resolve: () => void; reject: (error: Error) => void }[] = [];
  #length: number;
  #working: Promise<void> | null = null;
  #failure: WriteError | null = null;
  #buffer = new Uint8Array();

  /**
   * @param file Open for writing.
   * @param path For messages.
   * @param length Its length in bytes, where the next line begins.
   */
  constructor(readonly file: AppendableFile, readonly path: string, length: number) {
    this.#length = length;
  }

  /**
   * Appends one line.
   *
   * @param line Without its line break.
   * @returns When it is synced to disk.
   * @throws {WriteError} where it cannot be written; every later append fails too.
   */
  append(line: string): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Waits until nothing is being written. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      try {
        const bytes = this.#encode(batch);
        await writeAll(this.file, bytes);
        await this.file.syncData();
        this.#length += bytes.length;
        for (const each of batch) each.resolve();
      } catch (cause) {
        this.#failure = await this.#undo(cause as Error);
        for (const each of [...batch, ...this.#waiting.splice(0)]) each.reject(this.#failure);
      }
    }
    this.#working = null;
  }

  /** The lines in UTF-8, in a buffer that every batch reuses. */
  #encode(batch: readonly { line: string }[]): Uint8Array {
    // A UTF-16 unit needs three bytes at the most.
    const most = batch.reduce((sum, { line }) => sum + 3 * line.length + 1, 0);
    if (this.#buffer.length < most) this.#buffer = new Uint8Array(most);
    let at = 0;
    for (const { line } of batch) {
      at += encoder.encodeInto(line, this.#buffer.subarray(at)).written;
      this.#buffer[at++] = LINE_FEED;
    }
    return this.#buffer.subarray(0, at);
  }

  #nextBatch() {
    let characters = 0;
    let count = 0;
    while (count < this.#waiting.length && (count === 0 || characters < BATCH_CHARACTERS)) {
      characters += this.#waiting[count++]!.line.length;
    }
    return this.#waiting.splice(0, count);
  }

  /** Takes half-written lines back; where even that fails, the next run's repair finds a torn tail. */
  async #undo(cause: Error): Promise<WriteError> {
    try {
      await this.file.truncate(this.#length);
      await this.file.syncData();
    } catch {
      // The first error is the one to tell.
    }
    return new WriteError(
      `Cannot write ${this.path}: ${cause.message}; make room, then run the same command again`,
      { cause },
    );
  }
}
