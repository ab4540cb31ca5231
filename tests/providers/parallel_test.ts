import { assertEquals, assertStringIncludes } from "@std/assert";
import { parallel } from "../../lib/providers/parallel.ts";
import { answer, firstPage, TEST_KEY, walk } from "./walk.ts";

Deno.test("the question goes into objective and search_queries, the sites into the source policy", () => {
  const { calls } = walk(parallel, firstPage(parallel, "Is caffeine safe?"), [
    answer({ results: [], warnings: null }),
  ]);
  assertEquals(calls, [{
    method: "POST",
    url: "https://api.parallel.ai/v1/search",
    params: {},
    headers: { "x-api-key": TEST_KEY },
    body: {
      objective: "Is caffeine safe?",
      search_queries: ["Is caffeine safe?"],
      mode: "advanced",
      advanced_settings: {
        max_results: 20,
        source_policy: {
          include_domains: ["pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"],
        },
      },
    },
  }]);
});

Deno.test("a long question is cut for search_queries and whole in objective", () => {
  const question = "word ".repeat(60).trim();
  const body = parallel.request(firstPage(parallel, question)).body as {
    objective: string;
    search_queries: string[];
  };
  assertEquals(body.objective, question);
  assertEquals(body.search_queries, ["word ".repeat(40).trim()]);
  const cutOf = (set: Record<string, string>, query = question) => {
    const { notices, sentQuery } = walk(parallel, firstPage(parallel, query, 2014, set), [
      answer({ results: [] }),
    ]);
    return [notices, sentQuery];
  };
  assertEquals(cutOf({}), [
    ["questions above 200 characters are cut in Parallel's search_queries; its objective has them whole"],
    body.search_queries[0],
  ]);
  assertEquals(cutOf({ objective: "none" }), [
    ["questions above Parallel's 200 characters are cut"],
    body.search_queries[0],
  ]);
  assertStringIncludes(String(cutOf({}, "word ".repeat(1100))[0]), "5000 (objective) are cut");
  assertEquals(cutOf({}, "short"), [[], undefined]);
});

Deno.test("settings change mode, objective, sites, number and excerpts", () => {
  const set = {
    mode: "turbo",
    objective: "none",
    domains: "europepmc.org",
    max_results: "10",
    max_chars_per_result: "300",
  };
  assertEquals(parallel.request(firstPage(parallel, "q", 2014, set)).body, {
    search_queries: ["q"],
    mode: "turbo",
    advanced_settings: {
      max_results: 10,
      source_policy: { include_domains: ["europepmc.org"] },
      excerpt_settings: { max_chars_per_result: 300 },
    },
  });
});

Deno.test("warnings are passed on; a page date is no paper's year", () => {
  const { candidates, notices } = walk(parallel, firstPage(parallel, "q"), [answer({
    results: [{
      url: "https://pmc.ncbi.nlm.nih.gov/articles/PMC123/",
      title: "T",
      publish_date: "2012-03-01",
      excerpts: ["…"],
    }],
    warnings: [{ message: "unknown option" }],
  })]);
  assertEquals(notices, ["unknown option"]);
  assertEquals([candidates[0]!.pmcid, candidates[0]!.year], ["PMC123", null]);
});

Deno.test("a 422 is the question's, a 402 the account's", () => {
  const judged = (status: number) =>
    walk(parallel, firstPage(parallel, "q"), [
      answer({ type: "error", error: { ref_id: "r", message: "m" } }, { status }),
    ]).verdict;
  assertEquals(judged(422)?.class, "terminal");
  assertEquals(judged(422)?.message, "HTTP 422: m");
  assertEquals(judged(402)?.class, "stop");
});
