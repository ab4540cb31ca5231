import { assertEquals } from "@std/assert";
import { toFixed } from "../../lib/report/fixed.ts";

// Python: format(value, ".4f"), format(value, ".0f"), format(value, ".3f").
Deno.test("decimals are those of printf: exactly halfway goes to the even digit", () => {
  assertEquals(toFixed(0.03125, 4), "0.0312");
  assertEquals(toFixed(0.09375, 4), "0.0938");
  assertEquals(toFixed(-0.03125, 4), "-0.0312");
  assertEquals(toFixed(0.5, 0), "0");
  assertEquals(toFixed(1.5, 0), "2");
  assertEquals(toFixed(2.5, 0), "2");
  assertEquals(toFixed(0.0625, 3), "0.062");
  assertEquals(toFixed(0.1875, 3), "0.188");
});

Deno.test("decimals of a value that only looks halfway follow its true value", () => {
  assertEquals(toFixed(0.00015, 4), "0.0001"); // 0.000149999999999999993…
  assertEquals(toFixed(0.00025, 4), "0.0003"); // 0.000250000000000000005…
  assertEquals(toFixed(1.0005, 3), "1.000"); // 1.000499999999999989…
  assertEquals(toFixed(1, 4), "1.0000");
  assertEquals(toFixed(0, 4), "0.0000");
});
