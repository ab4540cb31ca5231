/** A file written piece by piece that appears whole or not at all. */

/** Bytes gathered before they are written. */
const BUFFER = 1 << 18;

/**
 * Writes text to a temporary file beside the target; `commit` syncs it to disk
 * and renames it into place. Without `commit` nothing is left. Writing is
 * synchronous, for callers that are called back line by line.
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
   * @throws whatever the file system throws.
   */
  static async create(path: string): Promise<AtomicWriter> {
    const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    const file = await Deno.open(temporary, { write: true, createNew: true });
    return new AtomicWriter(path, temporary, file);
  }

  /** Appends text. */
  write(text: string): void {
    this.#pending.push(text);
    if ((this.#length += text.length) >= BUFFER) this.#flush();
  }

  /** Puts the file in its place. */
  async commit(): Promise<void> {
    this.#flush();
    await this.file.sync();
    this.#close();
    await Deno.rename(this.temporary, this.path);
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
    // One write may take only a part (denoland/deno#28441).
    for (let at = 0; at < bytes.length;) at += this.file.writeSync(bytes.subarray(at));
  }

  #close(): void {
    if (this.#open) this.file.close();
    this.#open = false;
  }
}
