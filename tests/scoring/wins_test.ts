import { assertEquals } from "@std/assert";
import { winsTiesLosses } from "../../lib/scoring/wins.ts";

Deno.test("questions are won, tied or lost; a rounding error is a tie", () => {
  assertEquals(winsTiesLosses([0.5, -0.25, 0, 0.3 - 0.2 - 0.1, 1e-9]), {
    wins: 2,
    ties: 2,
    losses: 1,
  });
  assertEquals(winsTiesLosses([]), { wins: 0, ties: 0, losses: 0 });
});
