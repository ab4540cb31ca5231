import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { orderStatistics } from "../../lib/scoring/order_statistics.ts";
import { percentile } from "../../lib/scoring/percentile.ts";

// numpy.percentile(values, 100 * fraction) of NumPy 2.4.
Deno.test("percentiles interpolate as NumPy does", () => {
  const values = [0.1, 0.25, 0.4, 0.9];
  assertEquals(percentile(values, 0), 0.1);
  assertEquals(percentile(values, 0.025), 0.11125);
  assertEquals(percentile(values, 0.5), 0.325);
  assertEquals(percentile(values, 0.975), 0.8624999999999999);
  assertEquals(percentile(values, 1), 0.9);
  assertEquals(percentile([0.7], 0.975), 0.7);
});

Deno.test("order statistics of values produced twice are those of the sorted values", () => {
  const value = fc.oneof(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.constantFrom(0, 0.5, 1e6, -1e6),
  );
  fc.assert(fc.property(
    fc.array(value, { minLength: 1, maxLength: 300 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    (values, picks) => {
      const places = picks.map((pick) => pick % values.length).sort((a, b) => a - b);
      const found = orderStatistics(
        (visit) => values.forEach((value) => visit(0, value)),
        [{ centre: 0.1, deviation: 0.05 }],
        places,
      );
      const sorted = [...values].sort((a, b) => a - b);
      assertEquals(found, [places.map((place) => sorted[place]! + 0)]);
    },
  ));
});
