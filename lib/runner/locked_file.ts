/** A file that only this run writes. */
import { delay } from "@std/async/delay";
import { dirname, resolve } from "@std/path";

/** An open file under an exclusive lock. */
export interface LockedFile {
  path: string;
  file: Deno.FsFile;
  /** Whether the path still leads to this file: who removes or renames it takes what is written next along. */
  inPlace(): Promise<boolean>;
  /** Whether `close` removes it where it is empty: it was made here, or this run emptied it. */
  removeIfEmpty: boolean;
  /**
   * Gives the lock up. An empty file of this run is removed first, it would
   * only puzzle; what was there before stays, whatever it is.
   */
  close(): void;
}

/**
 * Opens a file for reading and writing, created with its folder where it is
 * absent, and locks it without waiting for another run. The lock ends with the process, however
 * that ends.
 *
 * @throws {Error} where another run holds it or it cannot be opened.
 */
export async function openLocked(path: string): Promise<LockedFile> {
  for (;;) {
    const { file, made } = await openOrMake(path);
    try {
      await lock(file, path);
      const inPlace = () => isAt(file, path);
      // Whoever held the lock may have removed the file in the meantime: then this handle leads nowhere.
      if (await inPlace()) {
        await syncFolder(dirname(path));
        const locked: LockedFile = {
          path,
          file,
          inPlace,
          removeIfEmpty: made,
          close: () => close(file, path, locked.removeIfEmpty),
        };
        return locked;
      }
      file.close();
    } catch (error) {
      file.close();
      throw error;
    }
  }
}

/** An open file, and whether it was made just now. */
interface Opened {
  file: Deno.FsFile;
  made: boolean;
}

async function openOrMake(path: string): Promise<Opened> {
  try {
    const there = await Deno.stat(path).catch(unlessNotFound);
    // Opening a pipe waits for its other end; rows written to a device are gone.
    if (there !== null && !there.isFile) throw new Error("it is no ordinary file");
    return await open(path).catch(async (error) => {
      unlessNotFound(error);
      await Deno.mkdir(dirname(path), { recursive: true });
      return await open(path);
    });
  } catch (cause) {
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    throw new Error(
      `Cannot write ${path}: ${(cause as Error).message}; choose another --output`,
      { cause },
    );
  }
}

async function open(path: string): Promise<Opened> {
  const access = { read: true, write: true };
  try {
    return { file: await Deno.open(path, { ...access, createNew: true }), made: true };
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    // Something is there, but a link may lead to nothing yet. Where only some
    // folders are granted, Deno makes no file through a link, so it is followed here.
    const target = await Deno.realPath(path).catch(async (reason) => {
      unlessNotFound(reason);
      return resolve(dirname(path), await Deno.readLink(path));
    });
    return { file: await Deno.open(target, { ...access, create: true }), made: false };
  }
}

function unlessNotFound(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}

/**
 * A lock that was given up may be held a moment longer: a process that another
 * thread of this one has just forked holds all files until it is a program of its own.
 */
const TRIES = 20;
const PAUSE_MS = 10;

async function lock(file: Deno.FsFile, path: string): Promise<void> {
  let locked: boolean;
  try {
    locked = await file.tryLock(true);
    for (let tries = 0; !locked && tries < TRIES; tries++) {
      await delay(PAUSE_MS);
      locked = await file.tryLock(true);
    }
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

function close(file: Deno.FsFile, path: string, removeIfEmpty: boolean): void {
  try {
    const { size, ino, dev } = file.statSync();
    const named = Deno.lstatSync(path);
    const isIt = named.isFile && named.ino === ino && named.dev === dev;
    if (removeIfEmpty && size === 0 && isIt) Deno.removeSync(path);
  } catch {
    // An empty file that stays does no harm.
  }
  file.close();
}
