import { assertEquals, assertThrows } from "@std/assert";
import { loadRows } from "../../lib/runner/load_rows.ts";

/** A file that holds the bytes, read in pieces. */
function fileOf(bytes: Uint8Array) {
  let at = 0;
  return {
    readSync(into: Uint8Array): number | null {
      const piece = bytes.subarray(at, at + Math.min(into.length, 7));
      into.set(piece);
      at += piece.length;
      return piece.length === 0 ? null : piece.length;
    },
  };
}

const load = (content: string | Uint8Array) =>
  loadRows(
    fileOf(typeof content === "string" ? new TextEncoder().encode(content) : content),
    "f",
    () => {},
  );

for (
  const [name, content] of [
    ["the beginning of a row", '{"question_id":"a","pro'],
    ["a few bytes of that", '{"que'],
    ["zeros that a crash left", new Uint8Array(512)],
    ["a piece of one character", Uint8Array.of(0xe2, 0x80)],
  ] as const
) {
  Deno.test(`a file that holds only ${name} is one of ours and can be repaired`, () => {
    assertEquals(load(content).kind, "move");
  });
}

Deno.test("a file that holds one line of somebody else's is refused", () => {
  assertThrows(
    () => load("my precious notes"),
    Error,
    "f:1: neither a row of a run nor the beginning of one",
  );
});

Deno.test("behind rows of ours any torn end is torn", () => {
  assertEquals(load('{"question_id":"a"}\nmy notes').kind, "move");
});
