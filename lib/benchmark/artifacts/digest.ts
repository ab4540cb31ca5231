/** Whether bytes are the ones that a manifest pins. */
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";

/** A comparison with a pinned hash. */
export interface DigestCheck {
  ok: boolean;
  /** The SHA-256 that was found, 64 lower-case hexadecimal digits. */
  found: string;
}

/**
 * Hashes bytes with the platform's Web Crypto and compares the digest.
 *
 * @param bytes Must not be changed afterwards by whoever relies on the result.
 * @param expected SHA-256, 64 hexadecimal digits.
 */
export async function checkDigest(
  bytes: Uint8Array<ArrayBuffer>,
  expected: string,
): Promise<DigestCheck> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const wanted = fromHex(expected);
  // timingSafeEqual throws for other lengths; what is no SHA-256 fits nothing.
  const ok = wanted.length === digest.length && timingSafeEqual(digest, wanted);
  return { ok, found: toHex(digest) };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}
