import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseExactJson } from "../../lib/benchmark/exact_json.ts";

const again = (text: string) => JSON.stringify(parseExactJson(text));

Deno.test("numbers come out as they went in, however long", () => {
  for (
    const number of [
      "12345678901234567890",
      "-9007199254740993",
      "0.12345678901234567890",
      "1e400",
      "123456789012345678e-3",
      "9007199254740991",
    ]
  ) {
    assertEquals(again(`{"a":[${number}]}`), `{"a":[${number}]}`);
  }
});

Deno.test("what fits is a plain number; text of digits is text", () => {
  assertEquals(parseExactJson('{"a":1.5,"b":"12345678901234567890","c":1e2}'), {
    a: 1.5,
    b: "12345678901234567890",
    c: 100,
  });
});

Deno.test("any JSON of JavaScript's own is read as JSON.parse reads it", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    assertEquals(again(text), JSON.stringify(JSON.parse(text)));
  }));
});

Deno.test("what is no JSON is refused", () => {
  for (const text of ["", "{", '{"a":1234567890123456789,}', "01"]) {
    assertThrows(() => parseExactJson(text), SyntaxError);
  }
});
