import { assertEquals } from "@std/assert";
import { checkDigest } from "../../../lib/benchmark/artifacts/digest.ts";

// The examples of FIPS 180-4 and the empty message.
const VECTORS: [string, string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
];

Deno.test("bytes fit their SHA-256 and no other", async () => {
  for (const [text, sha256] of VECTORS) {
    const bytes = new TextEncoder().encode(text);
    assertEquals(await checkDigest(bytes, sha256), { ok: true, found: sha256 });
    assertEquals(await checkDigest(bytes, sha256.toUpperCase()), { ok: true, found: sha256 });
    const last = sha256.at(-1) === "0" ? "1" : "0";
    for (const wrong of [sha256.slice(0, -1) + last, sha256.slice(2), "", "zz".repeat(32)]) {
      assertEquals(await checkDigest(bytes, wrong), { ok: false, found: sha256 });
    }
  }
});
