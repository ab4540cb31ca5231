/** A file written piece by piece that appears whole or not at all. */
import { openTemporary, removeStale } from "./temporary_file.ts";
import { FileError } from "./text_source.ts";

/** Characters gathered before they are written. */
const BUFFER = 1 << 18;

/**
 * Writes text to a temporary file beside the target; `commit` syncs it to disk
 * and renames it into place. A link is followed, the mode of a file that is
 * replaced is kept, and what is no file (a pipe, a device) is written through.
 * Without `commit` nothing is left; what a killed process left is removed by
 * the next one that writes the same file. Writing is synchronous, for callers
 * that are called back line by line.
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
    /** Null where the target is written through. */
    private readonly temporary: string | null,
    private readonly file: Deno.FsFile,
  ) {}

  /**
   * Begins a file.
   *
   * @param path Where it shall be; a folder that does not exist is made, as `runs` in a clean checkout.
   * @throws {FileError} where it cannot be made.
   */
  static async create(path: string): Promise<AtomicWriter> {
    try {
      const target = await targetOf(path);
      if (target.through) {
        return new AtomicWriter(path, null, await Deno.open(path, { write: true }));
      }
      const temporary = await openTemporary(target.path);
      const writer = new AtomicWriter(target.path, temporary.path, temporary.file);
      try {
        if (target.mode !== null) await Deno.chmod(temporary.path, target.mode);
        await removeStale(target.path);
      } catch (error) {
        await writer[Symbol.asyncDispose]();
        throw error;
      }
      return writer;
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /**
   * Tries whether a file can be written, before work that takes long. What is
   * no file is left alone: opening a pipe waits for its reader.
   *
   * @throws {FileError} where it cannot.
   */
  static async check(path: string): Promise<void> {
    const through = await targetOf(path).then((target) => target.through, () => false);
    if (!through) await (await AtomicWriter.create(path))[Symbol.asyncDispose]();
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
      if (this.temporary === null) return this.#close();
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
    if (this.temporary !== null) await Deno.remove(this.temporary).catch(() => {});
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

/** What a path leads to: itself or the end of a link, with the mode of what is there. */
interface Target {
  path: string;
  /** Null where there is nothing yet. */
  mode: number | null;
  /** A pipe or device, which is written, not replaced. */
  through: boolean;
}

async function targetOf(path: string): Promise<Target> {
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { path, mode: null, through: false };
  }
  if (info.isDirectory) throw new Error("it is a directory; name a file in it");
  if (!info.isFile) return { path, mode: null, through: true };
  return {
    path: await Deno.realPath(path),
    mode: info.mode === null ? null : info.mode & 0o777,
    through: false,
  };
}

/** An error about the output, which readers that call back do not take for one about the input. */
function unwritable(path: string, error: unknown): Error {
  if (error instanceof FileError || error instanceof Deno.errors.NotCapable) return error;
  const reason = error instanceof Deno.errors.PermissionDenied
    ? "you may not write there; name another folder or change its mode"
    : /os error 28/.test(String(error))
    ? "the disk is full; make room and run the same command again"
    : error instanceof Error
    ? error.message
    : String(error);
  return new FileError(path, null, `cannot be written: ${reason}`, { cause: error });
}
