import { assertEquals, assertStringIncludes } from "@std/assert";
import { consensus } from "../../lib/providers/consensus.ts";
import { answer, firstPage, walk } from "./walk.ts";

Deno.test("the new endpoint is asked for its first page only", () => {
  const { calls, candidates } = walk(
    consensus,
    firstPage(consensus, "q", 2014, { endpoint: "/v1/search" }),
    [answer({
      results: [{ title: "T", publish_year: 2012, doi: "10.1/x", url: "u" }],
      page: 0,
      is_end: false,
      next_page: 1,
    })],
  );
  assertEquals(calls.map(({ url }) => url), ["https://api.consensus.app/v1/search"]);
  assertEquals(calls[0]!.params, { query: "q", year_max: "2014" });
  assertEquals(candidates.length, 1);
});

Deno.test("an endpoint that is gone stops the run and names the other one", () => {
  for (const status of [404, 410]) {
    const { verdict } = walk(consensus, firstPage(consensus, "q"), [
      answer({ message: "Not Found" }, { status }),
    ]);
    assertEquals(verdict?.class, "stop");
    assertStringIncludes(verdict!.remedy!, "--set endpoint=/v1/search");
  }
});

Deno.test("a longer page than the declared depth is cut, so that figures compare", () => {
  const results = Array.from({ length: 40 }, (_, n) => ({ title: `T${n}` }));
  const { candidates } = walk(consensus, firstPage(consensus, "q"), [answer({ results })]);
  assertEquals(candidates.map(({ rank }) => rank), Array.from({ length: 20 }, (_, n) => n + 1));
});
