import { assert, assertEquals, assertThrows } from "@std/assert";
import { brave } from "../../lib/providers/brave.ts";
import { answer, firstPage, TEST_KEY, walk } from "./walk.ts";

const first = firstPage(brave, "Is caffeine safe?");

function page(ids: number[], more = true) {
  return answer({
    type: "search",
    query: { more_results_available: more },
    web: {
      results: ids.map((id) => ({
        title: `T${id} - PubMed`,
        url: `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
      })),
    },
  });
}

Deno.test("a page of 20 is asked for by page number, restricted by a Goggle", () => {
  const { calls } = walk(brave, first, [page([1]), page([2], false)]);
  assertEquals(calls[0], {
    method: "GET",
    url: "https://api.search.brave.com/res/v1/web/search",
    params: {
      q: "Is caffeine safe?",
      count: "20",
      offset: "0",
      country: "US",
      search_lang: "en",
      safesearch: "moderate",
      spellcheck: "false",
      text_decorations: "false",
      result_filter: "web",
      goggles: "$discard\n$site=pubmed.ncbi.nlm.nih.gov\n$site=pmc.ncbi.nlm.nih.gov",
    },
    headers: { Accept: "application/json", "X-Subscription-Token": TEST_KEY },
    body: null,
  });
  assertEquals(calls.map(({ params }) => params.offset), ["0", "1"]);
});

Deno.test("five pages at most; repeats keep their ranks and titles stay as returned", () => {
  const { calls, candidates } = walk(brave, first, [1, 2, 3, 4, 5].map((n) => page([n, 7])));
  assertEquals(calls.length, 5);
  assertEquals(candidates.map(({ rank }) => rank), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assertEquals(candidates.filter(({ pmid }) => pmid === "7").length, 5);
  assertEquals(candidates[0]!.title, "T1 - PubMed");
});

Deno.test("titles can be cleaned", () => {
  const cleaned = firstPage(brave, "q", 2014, { titles: "cleaned" });
  assertEquals(walk(brave, cleaned, [page([1], false)]).candidates[0]!.title, "T1");
});

Deno.test("the list ends where nothing more is said to come, or `web` is missing", () => {
  assertEquals(walk(brave, first, [page([1], false)]).calls.length, 1);
  const none = answer({ type: "search", query: { more_results_available: false } });
  const walked = walk(brave, first, [page([1]), none]);
  assertEquals([walked.verdict, walked.candidates.length], [null, 1]);
});

Deno.test("operators restrict in the query and count against its limits", () => {
  const set = { restriction: "operators" };
  const q = (query: string) => brave.request(firstPage(brave, query, 2014, set)).params!.q!;
  const operators = " (site:pubmed.ncbi.nlm.nih.gov OR site:pmc.ncbi.nlm.nih.gov)";
  assertEquals(q("Is caffeine safe?"), `Is caffeine safe?${operators}`);
  const long = q("word ".repeat(100));
  assertEquals(long.split(/\s+/).length, 50);
  assert(long.endsWith(operators));
  assert(q("x".repeat(90) + " " + "y".repeat(400)).length <= 400);
});

Deno.test("a query above 400 characters or 50 words is cut between words, with a notice", () => {
  const query = Array.from({ length: 60 }, (_, n) => `w${n}`).join(" ");
  const { calls, notices, sentQuery } = walk(brave, firstPage(brave, query), [page([1], false)]);
  assertEquals(calls[0]!.params.q!.split(" ").at(-1), "w49");
  assertEquals(sentQuery, calls[0]!.params.q);
  assertEquals(walk(brave, first, [page([1], false)]).sentQuery, undefined);
  assertEquals(notices, ["the query was cut to Brave's 400 characters and 50 words"]);
});

Deno.test("operators that leave no room for the question are refused before the first call", () => {
  const sites = (count: number) =>
    Array.from({ length: count }, (_, n) => `site${n}.example.org`).join(",");
  const set = (count: number) =>
    firstPage(brave, "q", 2014, { restriction: "operators", domains: sites(count) });
  assertThrows(
    () => set(14),
    Error,
    "leave 33 of 400 characters and 23 of 50 words for the question; name fewer sites",
  );
  const most = Array.from({ length: 15 }, (_, n) => n + 1).findLast((count) => {
    try {
      set(count);
      return true;
    } catch {
      return false;
    }
  })!;
  const query = "word ".repeat(100).trim();
  const { q } = brave.request({ ...set(most), query }).params!;
  assert(q!.length <= 400 && q!.split(/\s+/).length <= 50);
  assert(q!.startsWith("word ".repeat(15)), "what is left of the question says what it asks");
  firstPage(brave, "q", 2014, { restriction: "goggles", domains: sites(14) });
});

Deno.test("country and language are checked before the first call", () => {
  const set = (name: string, value: string) => () => firstPage(brave, "q", 2014, { [name]: value });
  for (const wrong of ["Germany", "de", "", "USA"]) {
    assertThrows(set("country", wrong), Error, `Cannot set country="${wrong}"`);
  }
  for (const wrong of ["", " ", "english", "EN"]) {
    assertThrows(set("search_lang", wrong), Error, `Cannot set search_lang="${wrong}"`);
  }
  set("country", "DE")();
  set("country", "ALL")();
  set("search_lang", "zh-hans")();
});

Deno.test("results outside the sites asked for are pointed out", () => {
  const stray = answer({
    type: "search",
    query: { more_results_available: false },
    web: { results: [{ title: "T", url: "https://example.org/" }] },
  });
  assertEquals(walk(brave, first, [stray]).notices, [
    "1 of 1 results are outside pubmed.ncbi.nlm.nih.gov, pmc.ncbi.nlm.nih.gov",
  ]);
  const free = firstPage(brave, "q", 2014, { restriction: "none" });
  assertEquals(walk(brave, free, [stray]).notices, []);
});

function judged(status: number, body: unknown, headers: Record<string, string> = {}) {
  return walk(brave, first, [answer(body, { status, headers: new Headers(headers) })]).verdict!;
}
const error = (code: string) => ({ type: "ErrorResponse", error: { code, detail: "d" } });

Deno.test("error codes decide, in the wire's shape and the documentation's", () => {
  assertEquals(judged(422, error("SUBSCRIPTION_TOKEN_INVALID")).class, "stop");
  assertEquals(judged(422, { errors: [{ code: "SUBSCRIPTION_TOKEN_INVALID" }] }).class, "stop");
  assertEquals(judged(404, error("SUBSCRIPTION_NOT_FOUND")).class, "stop");
  assertEquals(judged(400, error("OPTION_NOT_IN_PLAN")).class, "stop");
  assertEquals(judged(429, error("QUOTA_LIMITED")).class, "stop");
  assertEquals(judged(422, error("VALIDATION")).class, "terminal");
  const missing = { error: { code: "VALIDATION", meta: { loc: ["x-subscription-token"] } } };
  assertEquals(judged(422, missing).class, "stop");
});

Deno.test("error codes decide with status 200 too", () => {
  assertEquals(judged(200, error("RATE_LIMITED")).class, "retry");
  assertEquals(judged(200, error("QUOTA_LIMITED")).class, "stop");
  assertEquals(judged(200, error("SUBSCRIPTION_TOKEN_INVALID")).class, "stop");
  assertEquals(judged(200, error("VALIDATION")).class, "terminal");
  assertEquals(judged(200, { ...error("INTERNAL"), type: "search" }).class, "retry");
  assertEquals(judged(200, { type: "search", error: { code: "X" } }).class, "retry");
});

Deno.test("a throttled call waits for the second's window; without a code the month's rest decides", () => {
  const throttled = judged(429, error("RATE_LIMITED"), { "X-RateLimit-Reset": "1, 1419704" });
  assertEquals([throttled.class, throttled.retryAfterSeconds], ["retry", 1]);
  const told = judged(429, error("RATE_LIMITED"), {
    "X-RateLimit-Reset": "1, 1419704",
    "Retry-After": "5",
  });
  assertEquals(told.retryAfterSeconds, undefined);
  assertEquals(judged(429, {}, { "X-RateLimit-Remaining": "0, 0" }).class, "stop");
  assertEquals(judged(429, {}, { "X-RateLimit-Remaining": "0, 900" }).class, "retry");
  assertEquals(judged(429, {}).class, "retry");
});
