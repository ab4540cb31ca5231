/** Files that appear whole or not at all. */

/**
 * Writes a file by way of a temporary one beside it, synced to disk before it
 * is renamed into place: a crash leaves the old file or the new one.
 *
 * @param path Where the file shall be.
 * @param chunks Its content in order; strings are written as UTF-8.
 * @throws whatever the file system throws; the temporary file is removed first.
 */
export async function writeFileAtomically(
  path: string,
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  const file = await Deno.open(temporary, { write: true, createNew: true });
  try {
    try {
      for await (const chunk of chunks) await writeAll(file, chunk);
      await file.sync();
    } finally {
      file.close();
    }
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/** Writes all of a chunk: one `write` may take only a part of it (denoland/deno#28441). */
export async function writeAll(
  file: { write(bytes: Uint8Array): Promise<number> },
  chunk: string | Uint8Array,
): Promise<void> {
  const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
  let written = 0;
  while (written < bytes.length) {
    written += await file.write(bytes.subarray(written));
  }
}
