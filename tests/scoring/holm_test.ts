import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { holm } from "../../lib/scoring/holm.ts";
import { reference } from "./statistics_fixture.ts";

Deno.test("Holm's correction meets the reference exactly", () => {
  for (const { p, adjusted } of reference.holm) assertEquals(holm(p), adjusted);
});

Deno.test("adjusted p-values are at least the raw ones, at most 1, and keep their order", () => {
  const p = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(fc.array(p, { maxLength: 30 }), (pValues) => {
    const adjusted = holm(pValues);
    pValues.forEach((value, at) => {
      assert(adjusted[at]! >= value && adjusted[at]! <= 1);
      pValues.forEach((other, place) => {
        if (value <= other) assert(adjusted[at]! <= adjusted[place]!);
      });
    });
  }));
});

Deno.test("a test that could not be made is not counted", () => {
  assertEquals(holm([0.01, null, 0.04]), [0.02, null, 0.04]);
  assertEquals(holm([]), []);
});
