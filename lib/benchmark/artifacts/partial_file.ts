/**
 * A download on disk before it is whole: `NAME.part` has the bytes,
 * `NAME.lock` is locked while a process works on them and says what they are
 * the beginning of. The lock is the operating system's: a crash releases it,
 * and the next run continues with what the two files hold.
 */
import { writeAll } from "../write_all.ts";

/** What the bytes are the beginning of. */
export interface PartialOrigin {
  /** Where they came from. */
  url: string;
  /** SHA-256 that the manifest expects of the whole. */
  sha256: string;
  /** What If-Range is sent with: a strong ETag or a Last-Modified date; null where the server gave neither. */
  validator: string | null;
  /** Bytes of the whole; null where the server did not say. */
  total: number | null;
}

/** A download in progress, held by this process alone. */
export class PartialFile implements AsyncDisposable {
  /** Bytes that are there. */
  length: number;
  /** Null where nothing is known about them. */
  origin: PartialOrigin | null;
  #finished = false;

  private constructor(
    readonly target: string,
    private readonly lock: Deno.FsFile,
    private readonly file: Deno.FsFile,
    length: number,
    origin: PartialOrigin | null,
  ) {
    this.length = length;
    this.origin = origin;
  }

  /**
   * Claims the download of a file.
   *
   * @param target Where the whole file will be.
   * @returns Null where another process (or another part of this one) holds it.
   * @throws What the file system throws.
   */
  static async claim(target: string): Promise<PartialFile | null> {
    const lock = await lockFile(lockPath(target));
    if (lock === null) return null;
    try {
      const file = await Deno.open(partPath(target), { read: true, write: true, create: true });
      try {
        const length = await file.seek(0, Deno.SeekMode.End);
        return new PartialFile(target, lock, file, length, await readOrigin(lock));
      } catch (error) {
        file.close();
        throw error;
      }
    } catch (error) {
      await Deno.remove(lockPath(target)).catch(() => {});
      lock.close();
      throw error;
    }
  }

  /** Path of the bytes. */
  get path(): string {
    return partPath(this.target);
  }

  /** What If-Range is sent with; null where nothing can be continued. */
  get validator(): string | null {
    return this.origin?.validator ?? null;
  }

  /** Bytes of the whole; null where that is not known. */
  get total(): number | null {
    return this.origin?.total ?? null;
  }

  /** Whether a later run can go on with what is there. */
  get continuable(): boolean {
    return this.length > 0 && this.validator !== null;
  }

  /** Drops all bytes; the next ones are the beginning of `origin`. */
  async restart(origin: PartialOrigin | null): Promise<void> {
    // In this order a crash in between leaves no bytes that are taken for another file's.
    await this.file.truncate(0);
    await this.file.seek(0, Deno.SeekMode.Start);
    this.length = 0;
    this.origin = origin;
    await this.lock.truncate(0);
    await this.lock.seek(0, Deno.SeekMode.Start);
    if (origin !== null) await writeAll(this.lock, JSON.stringify(origin) + "\n");
  }

  /** Adds bytes at the end. */
  async append(bytes: Uint8Array): Promise<void> {
    await writeAll(this.file, bytes);
    this.length += bytes.length;
  }

  /** Puts the file in its place: it is whole and verified. */
  async finish(): Promise<void> {
    await this.file.sync();
    await Deno.rename(this.path, this.target);
    this.#finished = true;
  }

  /** Lets go. Bytes that can be continued stay, and the lock file with what is known about them. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.file.close();
    const keep = this.continuable && !this.#finished;
    if (!keep && !this.#finished) await Deno.remove(this.path).catch(() => {});
    // Removed before it is unlocked: see the check in lockFile.
    if (!keep) await Deno.remove(lockPath(this.target)).catch(() => {});
    this.lock.close();
  }
}

/** Path of the bytes of a download in progress. */
export function partPath(target: string): string {
  return `${target}.part`;
}

/** Path of the lock of a download. */
export function lockPath(target: string): string {
  return `${target}.lock`;
}

async function lockFile(path: string): Promise<Deno.FsFile | null> {
  for (;;) {
    const file = await Deno.open(path, { read: true, write: true, create: true });
    try {
      if (!await file.tryLock(true)) {
        file.close();
        return null;
      }
      // The holder before may have removed the file between our opening and
      // locking it: then this lock guards nothing, and the next comer makes a new file.
      const [held, current] = [await file.stat(), await statOrNull(path)];
      if (current !== null && held.ino === current.ino && held.dev === current.dev) return file;
    } catch (error) {
      file.close();
      throw error;
    }
    file.close();
  }
}

async function statOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** What a lock file says; null where it says nothing that can be used, for instance after a crash. */
async function readOrigin(lock: Deno.FsFile): Promise<PartialOrigin | null> {
  const { size } = await lock.stat();
  if (size > 65536) return null;
  const bytes = new Uint8Array(size);
  let length = 0;
  for (let n: number | null = 0; n !== null && length < size; length += n ?? 0) {
    n = await lock.read(bytes.subarray(length));
  }
  try {
    const { url, sha256, validator, total } = JSON.parse(
      new TextDecoder().decode(bytes.subarray(0, length)),
    );
    const ok = typeof url === "string" && typeof sha256 === "string" &&
      (validator === null || typeof validator === "string") &&
      (total === null || Number.isSafeInteger(total));
    return ok ? { url, sha256, validator, total } : null;
  } catch {
    return null;
  }
}
