import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseRetryAfter } from "../../lib/runner/retry_after.ts";
import { backoffSeconds } from "../../lib/runner/backoff.ts";
import reference from "../fixtures/runner/retry.json" with { type: "json" };

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

for (const { header, seconds } of reference.retry_after) {
  Deno.test(`Retry-After ${JSON.stringify(header)} reads as ${seconds}`, () => {
    assertEquals(parseRetryAfter(header, NOW), seconds === "inf" ? Infinity : seconds);
  });
}

Deno.test("an HTTP date is the time until then, in every spelling", () => {
  for (
    const date of [
      "Mon, 30 Nov 2026 12:01:30 GMT",
      "Monday, 30-Nov-2026 12:01:30 GMT",
      "Monday, 30-Nov-26 12:01:30 GMT",
      "Mon Nov 30 12:01:30 2026",
      "Mon, 30 Nov 2026 14:01:30 +0200",
    ]
  ) assertEquals(parseRetryAfter(date, NOW), 90, date);
});

Deno.test("a date with two digits of the year lies at most 50 years ahead", () => {
  assertEquals(parseRetryAfter("Sunday, 06-Nov-94 08:49:37 GMT", NOW), 0);
  const far = parseRetryAfter("Saturday, 30-Nov-75 12:00:00 GMT", NOW);
  assertEquals(far, (Date.UTC(2075, 10, 30, 12) - NOW) / 1000);
});

Deno.test("any text is null or a wait of at least 0", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const seconds = parseRetryAfter(text, NOW);
    assert(seconds === null || seconds >= 0);
  }));
});

Deno.test("the pause doubles to a minute, with up to a quarter of jitter", () => {
  assertEquals([1, 2, 3, 6, 7, 50].map((attempt) => backoffSeconds(attempt, () => 0)), [
    1,
    2,
    4,
    32,
    60,
    60,
  ]);
  assertEquals(backoffSeconds(3, () => 0.5), 4.5);
});
