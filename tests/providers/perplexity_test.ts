import { assertEquals } from "@std/assert";
import { perplexity } from "../../lib/providers/perplexity.ts";
import { answer, firstPage, TEST_KEY, walk } from "./walk.ts";

const first = firstPage(perplexity, "Is caffeine safe?");

Deno.test("one POST asks for 20 results of PubMed and PMC", () => {
  const { calls } = walk(perplexity, first, [answer({ results: [] })]);
  assertEquals(calls, [{
    method: "POST",
    url: "https://api.perplexity.ai/search",
    params: {},
    headers: { Authorization: `Bearer ${TEST_KEY}` },
    body: {
      query: "Is caffeine safe?",
      max_results: 20,
      search_domain_filter: ["pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov"],
      max_tokens_per_page: 512,
    },
  }]);
});

Deno.test("max_tokens_per_page can be left to Perplexity", () => {
  const context = firstPage(perplexity, "q", 2014, { max_tokens_per_page: "" });
  assertEquals("max_tokens_per_page" in (perplexity.request(context).body as object), false);
});

Deno.test("results are ranked as they come; page dates are no years", () => {
  const { candidates } = walk(perplexity, first, [answer({
    results: [{
      title: "T",
      url: "https://pubmed.ncbi.nlm.nih.gov/123/",
      date: "2012-03-01",
      last_updated: "2024-01-01",
    }],
  })]);
  assertEquals(candidates.map(({ rank, pmid, year }) => [rank, pmid, year]), [[1, "123", null]]);
});

Deno.test("a 401 stops though it is a page of HTML", () => {
  const html = "<html><head><title>401 Authorization Required</title></head></html>";
  const { verdict } = walk(perplexity, first, [answer(undefined, { status: 401, text: html })]);
  assertEquals(verdict?.class, "stop");
  assertEquals(verdict?.message, "HTTP 401: 401 Authorization Required");
});
