/** Files that appear whole or not at all. */
import { AtomicWriter } from "./atomic_writer.ts";

/**
 * Writes a file by way of {@linkcode AtomicWriter}: a crash leaves the old file
 * or the new one.
 *
 * @param path Where the file shall be.
 * @param chunks Its content in order.
 * @throws {FileError} where it cannot be written.
 */
export async function writeFileAtomically(path: string, chunks: Iterable<string>): Promise<void> {
  await using file = await AtomicWriter.create(path);
  for (const chunk of chunks) file.write(chunk);
  await file.commit();
}
