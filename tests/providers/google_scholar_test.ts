import { assertEquals, assertThrows } from "@std/assert";
import { google_scholar } from "../../lib/providers/google_scholar.ts";
import { MalformedResponse } from "../../lib/providers/page.ts";
import { answer, firstPage, walk } from "./walk.ts";

const first = firstPage(google_scholar, "q");
const nothing = {
  search_metadata: { status: "Success" },
  error: "Google hasn't returned any results for this query.",
};
const page = (next: boolean) => ({
  search_metadata: { status: "Success" },
  organic_results: [{ position: 1, title: "T", result_id: "g" }],
  serpapi_pagination: next ? { next_link: "https://serpapi.example/" } : {},
});

Deno.test("no results on the first page is terminal, as published, and counts as answered", () => {
  const { verdict } = walk(google_scholar, first, [answer(nothing)]);
  assertEquals(verdict, { class: "terminal", message: nothing.error, noResults: true });
});

Deno.test("no results on a later page ends the list; the published program lost the pages before", () => {
  const { search_metadata: success } = nothing;
  for (
    const late of [
      nothing,
      { search_metadata: success },
      { search_metadata: {}, organic_results: [] },
      { search_metadata: success, organic_results: [] },
    ]
  ) {
    const { verdict, candidates } = walk(google_scholar, first, [answer(page(true)), answer(late)]);
    assertEquals(verdict?.class, "end");
    assertEquals(candidates.length, 1);
  }
});

Deno.test("any other error text with status 200 is a failure, never a success", () => {
  const judged = (error: string) =>
    walk(google_scholar, first, [answer({ ...page(false), error })]).verdict?.class;
  assertEquals(judged("Unsupported `foo` parameter."), "terminal");
  assertEquals(judged("Your account has run out of searches."), "stop");
  assertEquals(judged("Invalid API key."), "stop");
});

Deno.test("a 429 is the hour's throughput or the end of the account", () => {
  const judged = (error: string) =>
    walk(google_scholar, first, [answer({ error }, { status: 429 })]).verdict?.class;
  assertEquals(judged("Your account has run out of searches."), "stop");
  assertEquals(judged("You are exceeding your hourly throughput limit."), "retry");
  assertEquals(judged("Too many requests"), "retry");
});

Deno.test("a search that failed at Google comes with 503 and is retried", () => {
  const { verdict } = walk(google_scholar, first, [
    answer({ search_metadata: { status: "Error" }, error: "try again" }, { status: 503 }),
  ]);
  assertEquals(verdict?.class, "retry");
});

Deno.test("an answer without results or metadata is malformed", () => {
  assertThrows(() => google_scholar.parse({}, first), MalformedResponse);
});

Deno.test("no_cache is sent only where asked for", () => {
  assertEquals("no_cache" in google_scholar.request(first).params!, false);
  const { params } = google_scholar.request(
    firstPage(google_scholar, "q", 2014, { no_cache: "true" }),
  );
  assertEquals(params!.no_cache, "true");
});

Deno.test("a search that is not done, or failed at Google, is asked again on any page: what it holds is no list", () => {
  const tryLater = "We couldn't get valid results for this search. Please try again later.";
  const unfinished = [
    { search_metadata: { status: "Processing" } },
    { ...page(false), search_metadata: { status: "Processing" } },
    { search_metadata: { status: "Queued" }, organic_results: [] },
    { search_metadata: { status: "Error" }, error: tryLater },
    { search_metadata: { status: "Error" }, error: "Unsupported" },
    { search_metadata: { status: "Success" }, error: tryLater },
    { error: "You are exceeding your hourly throughput limit: too many requests" },
    { search_metadata: {} },
  ];
  for (const json of unfinished) {
    const text = JSON.stringify(json);
    assertEquals(walk(google_scholar, first, [answer(json)]).verdict?.class, "retry", text);
    const late = walk(google_scholar, first, [answer(page(true)), answer(json)]);
    assertEquals([late.verdict?.class, late.candidates.length], ["retry", 1], text);
  }
});
