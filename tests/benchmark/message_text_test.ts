import { assertEquals } from "@std/assert";
import { messageText } from "../../lib/benchmark/message_text.ts";

Deno.test("a text that fits is one line, nothing more", () => {
  assertEquals(messageText("", 10), "");
  assertEquals(messageText(" a\r\n\tb  c ", 10), "a b c");
  assertEquals(messageText("0123456789", 10), "0123456789");
});

Deno.test("a longer one is cut and says so", () => {
  assertEquals(messageText("0123456789x", 10), "012345678…");
  assertEquals(messageText("a".repeat(1e6), 10), "aaaaaaaaa…");
  // What is behind so much white space is not looked at, which counts as cut.
  assertEquals(messageText("a" + " ".repeat(1000) + "b", 10), "a…");
  assertEquals(messageText("a" + " ".repeat(100) + "b", 10), "a b");
});

Deno.test("a character is not cut in two", () => {
  assertEquals(messageText("a😀b", 4), "a😀b");
  assertEquals(messageText("a😀bc", 4), "a😀…");
  assertEquals(messageText("a😀bc", 3), "a…");
});
