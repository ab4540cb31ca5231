import { assertEquals } from "@std/assert";
import { elicit } from "../../lib/providers/elicit.ts";
import { answer, firstPage, walk } from "./walk.ts";

Deno.test("a question without a year limit is asked without one", () => {
  const { body } = elicit.request(firstPage(elicit, "q", null));
  assertEquals(body, {
    query: "q",
    searchMode: "semantic",
    corpus: "elicit",
    filters: {},
    maxResults: 200,
  });
});

Deno.test("a plan with a smaller cap is served by max_results", () => {
  const { body } = elicit.request(firstPage(elicit, "q", 2014, { max_results: "100" }));
  assertEquals((body as { maxResults: number }).maxResults, 100);
});

Deno.test("warnings of Elicit become notices", () => {
  const { notices } = walk(elicit, firstPage(elicit, "q"), [
    answer({ papers: [], warnings: ["capped at 100", { message: "beta" }, 3] }),
  ]);
  assertEquals(notices, ["capped at 100", "beta"]);
});
