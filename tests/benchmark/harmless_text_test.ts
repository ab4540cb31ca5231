import { assertEquals } from "@std/assert";
import { controlCharacters, oneLine, printableJson } from "../../lib/benchmark/harmless_text.ts";

Deno.test("messages are one line whatever they quote", () => {
  assertEquals(oneLine("a\n  b\r\nc\u2028d\u001b[31m"), "a b c d\ufffd[31m");
  assertEquals(oneLine("a\u202eb\u009bc\u0000\u0001d"), "a\ufffdb\ufffdc\ufffd\ufffdd");
  assertEquals(oneLine("naïve — β, 血, \u200fعربي"), "naïve — β, 血, \u200fعربي");
});

Deno.test("printable JSON has the same value and no control character", () => {
  const value = { "k\u0085": ["\u009b31m", "\u2028", "\u202e", "\u007f", "\n", "naïve β"], n: 1.5 };
  for (const indent of [undefined, 2]) {
    const text = printableJson(value, indent);
    assertEquals(JSON.parse(text), value);
    assertEquals(new RegExp(controlCharacters).test(text.replaceAll("\n", "")), false);
  }
  assertEquals(printableJson({ a: [1, "é"] }, 2), JSON.stringify({ a: [1, "é"] }, null, 2));
});
