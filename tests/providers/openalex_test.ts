import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { openalex_keyword } from "../../lib/providers/openalex_keyword.ts";
import { openalex_semantic } from "../../lib/providers/openalex_semantic.ts";
import { answer, firstPage, walk } from "./walk.ts";

const first = firstPage(openalex_keyword, "q");

function limited(headers: Record<string, string>) {
  return walk(openalex_keyword, first, [
    answer({ error: "Too many requests" }, { status: 429, headers: new Headers(headers) }),
  ]).verdict!;
}

Deno.test("a 429 with no budget left stops the run; a burst is retried", () => {
  const stopped = limited({ "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "54000" });
  assertEquals(stopped.class, "stop");
  assertStringIncludes(stopped.message, "refilled in 54000 s");
  assertEquals(limited({ "X-RateLimit-Remaining-USD": "0" }).class, "stop");
  assertEquals(limited({ "X-RateLimit-Remaining": "7" }).class, "retry");
  assertEquals(limited({ "X-RateLimit-Remaining": "" }).class, "retry");
  assertEquals(limited({}).class, "retry");
});

Deno.test("403 is documented as 'slow down'; any other 403 stops", () => {
  const judged = (error: string) =>
    walk(openalex_keyword, first, [answer({ error }, { status: 403 })]).verdict?.class;
  assertEquals(judged("Please slow down"), "retry");
  assertEquals(judged("Too many requests"), "retry");
  assertEquals(judged("rate limit"), "retry");
  for (const other of ["Forbidden", "API key was migrated", "Slowakia is not corporate"]) {
    assertEquals(judged(other), "stop", other);
  }
});

Deno.test("key and cursor have room before the first page is bought", () => {
  const keyed = (query: string, cursor: string) => {
    const { params } = openalex_keyword.request({ ...first, query });
    const url = new URL("https://api.openalex.org/works");
    for (const [name, value] of Object.entries({ ...params, cursor, api_key: "k".repeat(40) })) {
      url.searchParams.append(name, value);
    }
    return url.href.length;
  };
  let longest = 0;
  for (let length = 3000; length < 4100; length++) {
    try {
      keyed("q".repeat(length), "*");
      longest = length;
    } catch { /* Refused from here on. */ }
  }
  // As long as OpenAlex's cursors are seen to be, and more.
  const cursor = "IlsyMzQuNTY3ODksICdodHRwczovL29wZW5hbGV4Lm9yZy9XMjc0MTgwOTgwNyddIg==".repeat(3);
  assert(longest > 3000 && keyed("q".repeat(longest), cursor) <= 4094);
});

Deno.test("a later page whose URL is too long ends the list and keeps what was bought", () => {
  const work = { id: "W1", title: "T", ids: {} };
  const next_cursor = "c".repeat(4094);
  const refusals: [number, unknown][] = [
    [400, { error: "Invalid query parameters error.", message: "Request URL too long" }],
    [414, undefined],
  ];
  for (const [status, body] of refusals) {
    const { verdict, candidates } = walk(openalex_keyword, first, [
      answer({ meta: { next_cursor }, results: [work] }),
      answer(body, { status }),
    ]);
    assertEquals([verdict?.class, candidates.length], ["end", 1]);
    const onFirst = walk(openalex_keyword, first, [answer(body, { status })]);
    assertEquals(onFirst.verdict?.class, "terminal");
  }
});

Deno.test("a semantic query that OpenAlex uses a part of is pointed out", () => {
  const asked = (query: string) =>
    walk(openalex_semantic, firstPage(openalex_semantic, query), [answer({ results: [] })]);
  const { notices, sentQuery } = asked("q".repeat(2001));
  assertEquals(notices, ["OpenAlex uses the first 2000 characters of a query only"]);
  assertEquals(sentQuery, "q".repeat(2000));
  assertEquals(asked("q").sentQuery, undefined);
});

Deno.test("a query whose URL OpenAlex would refuse is not sent", () => {
  const word = "α".repeat(400);
  assertThrows(
    () => openalex_keyword.request(firstPage(openalex_keyword, `${word} ${word}`)),
    Error,
    "above its limit of 4094; shorten the query",
  );
  openalex_keyword.request(firstPage(openalex_keyword, word));
});

Deno.test("a question without a year limit has no filter", () => {
  const { params } = openalex_semantic.request(firstPage(openalex_semantic, "q", null));
  assertEquals(Object.keys(params!), ["search.semantic", "select", "per_page"]);
});

Deno.test("a cursor that stands still, or an empty page, ends the list", () => {
  const work = { id: "W1", title: "T", ids: {} };
  const still = walk(openalex_keyword, first, [
    answer({ meta: { next_cursor: "c" }, results: [work] }),
    answer({ meta: { next_cursor: "c" }, results: [work] }),
  ]);
  assertEquals(still.calls.length, 2);
  const empty = walk(openalex_keyword, first, [
    answer({ meta: { next_cursor: "c" }, results: [] }),
  ]);
  assertEquals(empty.calls.length, 1);
});
