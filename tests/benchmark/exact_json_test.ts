import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseExactJson, plainInteger } from "../../lib/benchmark/exact_json.ts";

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
      "1.0",
      "-0",
      "-0.0",
      "1e-400",
      "1e2",
      "1E2",
      "0.10",
      "100000000000000000000000",
      "1234567890.12345678",
      "0.00000001",
    ]
  ) {
    for (const text of [`{"a":[${number}]}`, `{"a":${number}}`, `[0,${number},0.5]`, number]) {
      assertEquals(again(text), text);
    }
  }
});

Deno.test("what fits is a plain number; text of digits is text", () => {
  assertEquals(parseExactJson('{"a":1.5,"b":"12345678901234567890","c":-3}'), {
    a: 1.5,
    b: "12345678901234567890",
    c: -3,
  });
});

Deno.test("numbers in any writing, anywhere, come out as they went in", () => {
  const digits = fc.integer({ min: 0, max: 999 }).map(String);
  const number = fc.tuple(
    fc.constantFrom("", "-"),
    fc.oneof(digits, fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String)),
    fc.oneof(fc.constant(""), fc.stringMatching(/^\.[0-9]{1,20}$/)),
    fc.constantFrom("", "e1", "E-7", "e+30", "e-400", "E400"),
  ).map((parts) => parts.join(""));
  const nested = fc.array(number, { maxLength: 4 }).map((list) => `[${list.join(",")}]`);
  fc.assert(fc.property(number, nested, (one, list) => {
    const text = `{"a":${one},"b":{"rank":${list}},"c":"1.0"}`;
    assertEquals(again(text), text);
  }));
});

Deno.test("a reader gets integers however they are written, and nothing that is changed", () => {
  const read = (text: string) => plainInteger(parseExactJson(text));
  assertEquals(["2015", "2015.0", "2.015e3", "-0"].map(read), [2015, 2015, 2015, 0]);
  assertEquals(read('"x"'), "x");
  for (const text of ["9007199254740993", "9007199254740990.7", "1.50", "1e400"]) {
    assertEquals(JSON.stringify(read(text)), text);
  }
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
