import { assertEquals } from "@std/assert";
import { counted, grouped } from "../../lib/benchmark/counted.ts";

Deno.test("numbers are grouped by thousands", () => {
  assertEquals([0, 999, 5486, 10_972_000].map(grouped), ["0", "999", "5,486", "10,972,000"]);
});

Deno.test("counts name what is counted, one thing in the singular", () => {
  assertEquals(counted(1, "question"), "1 question");
  assertEquals(counted(2000, "question"), "2,000 questions");
  assertEquals([0, 1].map((count) => counted(count, "query", "queries")), ["0 queries", "1 query"]);
});
