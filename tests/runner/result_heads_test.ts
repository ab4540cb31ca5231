import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { readResultHead } from "../../lib/runner/result_heads.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

Deno.test("the head of a row is what parsing it whole gives, in any order of keys", () => {
  fc.assert(
    fc.property(
      fc.record({
        question_id: fc.string({ unit: "binary" }),
        provider: fc.string(),
        query: fc.string({ unit: "binary", maxLength: 3000 }),
        max_year: fc.option(fc.integer()),
      }),
      fc.boolean(),
      fc.option(fc.record({ request_query: fc.string({ unit: "binary" }) }), { nil: {} }),
      (head, canonical, sent) => {
        const row = canonical
          ? { ...head, ...sent, candidates: [{ rank: 1, title: '"query":"other"' }] }
          : { candidates: [], ...head };
        assertEquals(readResultHead(bytesOf(JSON.stringify(row))), {
          ...JSON.parse(JSON.stringify(head)),
        });
      },
    ),
  );
});

Deno.test("a damaged row is refused though its head is whole", () => {
  const row =
    '{"question_id":"q","provider":"p","query":"x","max_year":null,"candidates":[{"rank":1}]}';
  for (
    const bad of [
      row.slice(0, -1),
      row.slice(0, -2),
      row.replace("rank", "\0".repeat(512)),
      row + "}",
    ]
  ) {
    assertThrows(() => readResultHead(bytesOf(bad)), Error, "not JSON");
  }
  assertThrows(
    () => readResultHead(bytesOf('{"question_id":1,"candidates":[]}')),
    Error,
    "question_id",
  );
  assertThrows(() => readResultHead(bytesOf("[1]")), Error, "not a JSON object");
});
