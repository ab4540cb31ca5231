import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { scanLines } from "../../lib/runner/scan_lines.ts";

/** Reads a few bytes at a time. */
function reader(bytes: Uint8Array, step: number) {
  let at = 0;
  return {
    readSync(buffer: Uint8Array) {
      if (at === bytes.length) return null;
      const piece = bytes.subarray(at, at + Math.min(step, buffer.length));
      buffer.set(piece);
      at += piece.length;
      return piece.length;
    },
  };
}

Deno.test("lines come out as split at line feeds, with number, offset and end", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(10, 65, 66, 0, 13), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (bytes, step) => {
        // Copied one by one: a line's bytes are good until the next is asked for.
        const lines = Array.from(
          scanLines(reader(new Uint8Array(bytes), step), "x"),
          (line) => ({ ...line, bytes: [...line.bytes] }),
        );
        const expected: typeof lines = [];
        for (let offset = 0, number = 1; offset < bytes.length; number++) {
          const at = bytes.indexOf(10, offset);
          const end = at < 0 ? bytes.length : at;
          expected.push({ number, bytes: bytes.slice(offset, end), offset, ended: at >= 0 });
          offset = end + 1;
        }
        assertEquals(lines, expected);
      },
    ),
  );
});

Deno.test("a line larger than the buffer is whole", () => {
  const bytes = new Uint8Array(9 * 2 ** 20).fill(65);
  bytes[100] = 10;
  const lengths = [...scanLines(reader(bytes, 2 ** 20), "x")].map((line) => line.bytes.length);
  assertEquals(lengths, [100, bytes.length - 101]);
});
