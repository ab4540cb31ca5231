/** Writing bytes whole. */

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
