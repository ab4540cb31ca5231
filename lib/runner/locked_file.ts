/** A file that only this run writes. */
import { dirname } from "@std/path";

/** An open file under an exclusive lock. */
export interface LockedFile {
  path: string;
  file: Deno.FsFile;
  /** Gives the lock up; a file without content is removed first, it would only puzzle. */
  close(): void;
}

/**
 * Opens a file for reading and writing, created with its folder where it is
 * absent, and locks it without waiting. The lock ends with the process, however
 * that ends.
 *
 * @throws {Error} where another run holds it or it cannot be opened.
 */
export async function openLocked(path: string): Promise<LockedFile> {
  for (;;) {
    const file = await openOrCreate(path);
    try {
      await lock(file, path);
      // Whoever held the lock may have removed the file in the meantime: then this handle leads nowhere.
      if (await isAt(file, path)) {
        await syncFolder(dirname(path));
        return { path, file, close: () => close(file, path) };
      }
      file.close();
    } catch (error) {
      file.close();
      throw error;
    }
  }
}

async function openOrCreate(path: string): Promise<Deno.FsFile> {
  const open = () => Deno.open(path, { read: true, write: true, create: true });
  try {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      await Deno.mkdir(dirname(path), { recursive: true });
      return await open();
    }
  } catch (cause) {
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    throw new Error(
      `Cannot write ${path}: ${(cause as Error).message}; choose another --output`,
      { cause },
    );
  }
}

async function lock(file: Deno.FsFile, path: string): Promise<void> {
  let locked: boolean;
  try {
    locked = await file.tryLock(true);
  } catch (cause) {
    throw new Error(
      `Cannot lock ${path}: ${
        (cause as Error).message
      }; choose an --output on a file system with locks`,
      { cause },
    );
  }
  if (!locked) {
    throw new Error(
      `Cannot write ${path}: another run is writing it; wait for that to end or choose another --output`,
    );
  }
}

/** Makes the name of a new file as durable as its content will be, where the system can. */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = await Deno.open(path);
    await folder.sync();
  } catch {
    // Not every system opens folders.
  }
}

async function isAt(file: Deno.FsFile, path: string): Promise<boolean> {
  const [held, named] = await Promise.all([file.stat(), Deno.stat(path).catch(() => null)]);
  return named !== null && held.ino === named.ino && held.dev === named.dev;
}

function close(file: Deno.FsFile, path: string): void {
  try {
    if (file.statSync().size === 0) Deno.removeSync(path);
  } catch {
    // An empty file that stays does no harm.
  }
  file.close();
}
