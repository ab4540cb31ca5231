import { assertEquals } from "@std/assert";
import { exa } from "../../lib/providers/exa.ts";
import { answer, firstPage, TEST_KEY, walk } from "./walk.ts";

const first = firstPage(exa, "Is caffeine safe?");

Deno.test("one POST asks for 100 publications up to the last day of max_year", () => {
  const { calls } = walk(exa, first, [answer({ results: [] })]);
  assertEquals(calls, [{
    method: "POST",
    url: "https://api.exa.ai/search",
    params: {},
    headers: { "x-api-key": TEST_KEY },
    body: {
      query: "Is caffeine safe?",
      type: "auto",
      category: "publication",
      numResults: 100,
      endPublishedDate: "2014-12-31T23:59:59.999Z",
    },
  }]);
});

Deno.test("settings change type, category, number and date format", () => {
  const set = { type: "fast", category: "none", num_results: "10", date_format: "day" };
  assertEquals(exa.request(firstPage(exa, "q", 2014, set)).body, {
    query: "q",
    type: "fast",
    numResults: 10,
    endPublishedDate: "2014-12-31",
  });
  assertEquals(exa.request(firstPage(exa, "q", null, { category: "none" })).body, {
    query: "q",
    type: "auto",
    numResults: 100,
  });
});

Deno.test("identifiers come from the URL, the year from publishedDate; odd rows leave a gap", () => {
  const { candidates } = walk(exa, first, [answer({
    results: [
      {
        id: "x1",
        url: "https://onlinelibrary.wiley.com/doi/full/10.1111/J.1582-4934.2011.01476.X",
        title: "T1",
        publishedDate: "2012-03-01T00:00:00.000Z",
      },
      "junk",
      { url: "https://pmc.ncbi.nlm.nih.gov/articles/PMC123/", title: null, publishedDate: null },
    ],
  })]);
  assertEquals(candidates, [{
    rank: 1,
    provider_id: "x1",
    pmid: null,
    doi: "10.1111/j.1582-4934.2011.01476.x",
    title: "T1",
    year: 2012,
    pmcid: null,
    url: "https://onlinelibrary.wiley.com/doi/full/10.1111/J.1582-4934.2011.01476.X",
  }, {
    rank: 3,
    provider_id: "https://pmc.ncbi.nlm.nih.gov/articles/PMC123/",
    pmid: null,
    doi: null,
    title: null,
    year: null,
    pmcid: "PMC123",
    url: "https://pmc.ncbi.nlm.nih.gov/articles/PMC123/",
  }]);
});

Deno.test("tags decide between the question and the account", () => {
  const judged = (status: number, tag?: string) =>
    walk(exa, first, [answer({ error: "x", ...tag && { tag } }, { status })]).verdict?.class;
  assertEquals(judged(403, "PROHIBITED_CONTENT"), "terminal");
  assertEquals(judged(403, "FEATURE_DISABLED"), "stop");
  assertEquals(judged(402, "NO_MORE_CREDITS"), "stop");
  assertEquals(judged(429, "API_KEY_BUDGET_EXCEEDED"), "stop");
  assertEquals(judged(400, "NUM_RESULTS_EXCEEDED"), "stop");
  assertEquals(judged(400, "INVALID_REQUEST"), "terminal");
  assertEquals(judged(503, "SERVICE_OVERLOADED"), "retry");
  assertEquals(judged(429), "retry");
});
