/** Temporary files beside the file that they are to become. */
import { basename, dirname, join } from "@std/path";

/** A temporary file of this age that nobody has locked was left by a process that was killed. */
const STALE_MS = 10_000;

/** An open temporary file. */
export interface TemporaryFile {
  path: string;
  file: Deno.FsFile;
}

/**
 * Makes a temporary file, in a new folder where there is none. It is locked,
 * which says that it is in use; the lock goes with the file, however the
 * process ends.
 *
 * @param target Path of the file that it is to become.
 * @throws whatever the file system throws.
 */
export async function openTemporary(target: string): Promise<TemporaryFile> {
  const path = `${target}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  const file = await openNew(path);
  await file.tryLock(true);
  return { path, file };
}

async function openNew(path: string): Promise<Deno.FsFile> {
  const options = { write: true, createNew: true };
  try {
    return await Deno.open(path, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await Deno.mkdir(dirname(path), { recursive: true });
    return await Deno.open(path, options);
  }
}

/**
 * Removes temporary files that are old and that nobody holds.
 *
 * @param path Of the file that they were to become.
 * @throws whatever the file system throws where the folder cannot be looked through.
 */
export async function removeStale(path: string): Promise<void> {
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
