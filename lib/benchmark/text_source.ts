/** Where a file's text comes from: a path or bytes in memory, plain or gzip. */
import { resolve } from "@std/path";
import { gunzip } from "./gunzip.ts";

/** A file to read: by its path, or with bytes that were already read (and hashed). */
export interface TextSource {
  /** Name for messages. */
  readonly name: string;
  /** The content, or a promise of it; read from the path `name` where absent. */
  readonly bytes?: Uint8Array | Promise<Uint8Array>;
  /** The bytes are read once and may be freed as soon as they were. */
  readonly readOnce?: boolean;
  /** Receives the bytes as they are stored, packed ones before they are unpacked, while they are read from the path. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

/** A file that cannot be read as what it should be: `file:line: reason`. */
export class FileError extends Error {
  override name = "FileError";

  /**
   * @param file Name of the file.
   * @param line Line number from 1, or null where the reason concerns no line.
   * @param reason What is wrong, with the value and the remedy.
   */
  constructor(
    readonly file: string,
    readonly line: number | null,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${file}:${line === null ? "" : `${line}:`} ${reason}`, options);
  }
}

/** Bytes read at once; large, since each read costs a turn of the event loop. */
const READ_SIZE = 1 << 20;

/**
 * Streams the content of a file, unpacked where it is gzip (told by content,
 * several members included). A chunk is valid until the next one is asked for.
 *
 * @throws {FileError} when the file cannot be opened or unpacked.
 */
export async function* readChunks(source: TextSource): AsyncGenerator<Uint8Array> {
  const bytes = await source.bytes;
  const raw = bytes ? once(bytes, source.readOnce) : readFile(source.name, source.onBytes);
  try {
    const first = await raw.next();
    if (first.done) return;
    const { value } = first;
    const rest = async function* () {
      yield value;
      for await (const chunk of raw) yield chunk;
    };
    if (value[0] !== 0x1f || value[1] !== 0x8b) yield* rest();
    else yield* unpack(rest(), source.name);
  } finally {
    // A reader that stops early must not leave the file open.
    await raw.return(undefined);
  }
}

async function* once(bytes: Uint8Array, free = false): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
  // At once: the garbage collector may take its time with the largest things.
  if (free && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
}

async function* readFile(
  path: string,
  onBytes?: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  const file = await openFile(path);
  const buffer = new Uint8Array(READ_SIZE);
  try {
    // A pipe may give one byte, and gzip is told by two.
    for (let held = 0;;) {
      const length = await file.read(buffer.subarray(held));
      const end = length === null;
      if (!end) onBytes?.(buffer.subarray(held, held + length));
      held += length ?? 0;
      if (end ? held > 0 : held > 1) {
        yield buffer.subarray(0, held);
        held = 0;
      }
      if (end) return;
    }
  } finally {
    file.close();
  }
}

/**
 * What to say of a path where nothing is. A relative one is told with where it
 * leads: tasks look from the program's folder, wherever they are started.
 */
export function noSuchFile(path: string): string {
  let place = path;
  try {
    place = resolve(path);
  } catch {
    // The working folder may not be asked for.
  }
  const leads = place === path ? "" : `, which leads to ${place}`;
  return `there is no such file; check the path${leads}`;
}

/**
 * Opens a file to read it.
 *
 * @throws {FileError} where it is not there, a directory, or not to be read.
 */
export async function openFile(path: string): Promise<Deno.FsFile> {
  try {
    const file = await Deno.open(path);
    if ((await file.stat()).isDirectory) {
      file.close();
      throw new Deno.errors.IsADirectory(path);
    }
    return file;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    const reason = error instanceof Deno.errors.NotFound
      ? noSuchFile(path)
      : error instanceof Deno.errors.IsADirectory
      ? "it is a directory; name a file in it"
      : error instanceof Deno.errors.PermissionDenied
      ? "you may not read it; change its mode"
      : (error as Error).message;
    throw new FileError(path, null, `cannot be read: ${reason}`, { cause: error });
  }
}

async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* gunzip(chunks);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { message } = error as Error;
    throw new UnpackError(name, `${message}; copy or download it again`, { cause: error });
  }
}

/** Gzip data that does not unpack; readers add the line they had come to. */
export class UnpackError extends FileError {
  override name = "UnpackError";
  constructor(file: string, readonly reason: string, options?: ErrorOptions) {
    super(file, null, `cannot be unpacked: ${reason}`, options);
  }
}
