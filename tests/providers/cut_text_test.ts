import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cutText } from "../../lib/providers/cut_text.ts";

Deno.test("a text within the limits stays, without white space at its ends", () => {
  assertEquals(cutText(" a  b ", 10), "a  b");
});

Deno.test("a longer text is cut between words, at either limit", () => {
  assertEquals(cutText("one two three", 8), "one two");
  assertEquals(cutText("one two three", 7), "one two");
  assertEquals(cutText("one two three", 6), "one");
  assertEquals(cutText("one two three", 100, 2), "one two");
});

Deno.test("a single long word is cut inside, never within a character", () => {
  assertEquals(cutText("abcdef gh", 3), "abc");
  assertEquals(cutText("😀😀😀", 3), "😀");
});

Deno.test("whatever the text, the cut one keeps within both limits and is its beginning", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (
      text,
      limit,
    ) => {
      const cut = cutText(text, limit, 5);
      assert(cut.length <= limit);
      assert(cut.split(/\s+/).length <= 5);
      assert(text.trim().startsWith(cut));
    }),
  );
});

Deno.test("limits below one leave nothing, not a part counted from the end", () => {
  for (const limit of [0, -1, -30]) {
    assertEquals(cutText("a few words of a question", limit), "");
    assertEquals(cutText("a few words of a question", 100, limit), "");
  }
});
