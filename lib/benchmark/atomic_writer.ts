/** A file written piece by piece that appears whole or not at all. */
import { basename, dirname, join } from "@std/path";
import { FileError } from "./text_source.ts";

/** Characters gathered before they are written. */
const BUFFER = 1 << 18;
/** A temporary file of this age that nobody has locked was left by a process that was killed. */
const STALE_MS = 10_000;

/**
 * Writes text to a temporary file beside the target; `commit` syncs it to disk
 * and renames it into place. Without `commit` nothing is left; what a killed
 * process left is removed by the next one that writes the same file. Writing
 * is synchronous, for callers that are called back line by line.
 *
 * @example
 * ```ts
 * import { AtomicWriter } from "./atomic_writer.ts";
 * const path = await Deno.makeTempFile();
 * {
 *   await using file = await AtomicWriter.create(path);
 *   file.write("whole\n");
 *   await file.commit();
 * }
 * if (await Deno.readTextFile(path) !== "whole\n") throw new Error();
 * await Deno.remove(path);
 * ```
 */
export class AtomicWriter implements AsyncDisposable {
  #pending: string[] = [];
  #length = 0;
  #open = true;
  #encoder = new TextEncoder();

  private constructor(
    private readonly path: string,
    private readonly temporary: string,
    private readonly file: Deno.FsFile,
  ) {}

  /**
   * Begins a file.
   *
   * @param path Where it shall be; its folder must exist.
   * @throws {FileError} where it cannot be made.
   */
  static async create(path: string): Promise<AtomicWriter> {
    const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    try {
      const file = await Deno.open(temporary, { write: true, createNew: true });
      // Says that this one is in use; released with the file, however the process ends.
      await file.tryLock(true);
      const writer = new AtomicWriter(path, temporary, file);
      await removeStale(path);
      return writer;
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /**
   * Appends text.
   *
   * @throws {FileError} where it cannot be written (a full disk).
   */
  write(text: string): void {
    this.#pending.push(text);
    if ((this.#length += text.length) >= BUFFER) this.#flush();
  }

  /**
   * Puts the file in its place.
   *
   * @throws {FileError} where that fails.
   */
  async commit(): Promise<void> {
    try {
      this.#flush();
      await this.file.sync();
      this.#close();
      await Deno.rename(this.temporary, this.path);
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  /** Removes what was not committed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
    await Deno.remove(this.temporary).catch(() => {});
  }

  #flush(): void {
    const bytes = this.#encoder.encode(this.#pending.join(""));
    this.#pending = [];
    this.#length = 0;
    try {
      // One write may take only a part (denoland/deno#28441).
      for (let at = 0; at < bytes.length;) at += this.file.writeSync(bytes.subarray(at));
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  #close(): void {
    if (this.#open) this.file.close();
    this.#open = false;
  }
}

/** Removes temporary files of a target that are old and that nobody holds. */
async function removeStale(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.startsWith(prefix) || !/^[0-9a-f]{8}\.tmp$/.test(name.slice(prefix.length))) continue;
    const candidate = join(folder, name);
    try {
      using file = await Deno.open(candidate, { write: true });
      const { mtime } = await file.stat();
      if (mtime === null || Date.now() - mtime.getTime() < STALE_MS) continue;
      if (await file.tryLock(true)) await Deno.remove(candidate);
    } catch {
      // Another process was quicker, or it is not ours to remove.
    }
  }
}

/** An error about the output, which readers that call back do not take for one about the input. */
function unwritable(path: string, error: unknown): Error {
  if (error instanceof FileError || error instanceof Deno.errors.NotCapable) return error;
  const reason = error instanceof Deno.errors.NotFound
    ? "its folder does not exist; make it or name another one"
    : error instanceof Error
    ? error.message
    : String(error);
  return new FileError(path, null, `cannot be written: ${reason}`, { cause: error });
}
