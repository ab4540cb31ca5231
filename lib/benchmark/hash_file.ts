/** Hashing a file of any size. */
import { createHash } from "node:crypto";

/**
 * SHA-256 of a file's bytes as they are stored. Streamed, since Web Crypto
 * would need the whole file in memory.
 *
 * @returns 64 lower-case hexadecimal digits.
 * @throws whatever the file system throws.
 */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  const buffer = new Uint8Array(1 << 20);
  for (let read; (read = await file.read(buffer)) !== null;) hash.update(buffer.subarray(0, read));
  return hash.digest("hex");
}
