import { assertEquals, assertThrows } from "@std/assert";
import { pubmed } from "../../lib/providers/pubmed.ts";
import { MalformedResponse } from "../../lib/providers/page.ts";
import { answer, firstPage, walk } from "./walk.ts";

const query = 'caffeine AND (preterm OR "premature infant")';
const first = firstPage(pubmed, query, 2014, { email: "me@example.org" });
const found = (ids: unknown[], rest = {}) => answer({ esearchresult: { idlist: ids, ...rest } });

Deno.test("one call asks for 200 ids in order of relevance, published up to max_year", () => {
  const { path, params } = pubmed.request(first);
  assertEquals(path, "/esearch.fcgi");
  assertEquals(params, {
    db: "pubmed",
    term: query,
    retmode: "json",
    retmax: "200",
    sort: "relevance",
    datetype: "pdat",
    mindate: "1700",
    maxdate: "2014",
    tool: "paper-search-benchmark",
    email: "me@example.org",
  });
});

Deno.test("without a year limit there is no date range, without an address none is sent", () => {
  assertEquals(Object.keys(pubmed.request(firstPage(pubmed, "q", null)).params!), [
    "db",
    "term",
    "retmode",
    "retmax",
    "sort",
    "tool",
  ]);
});

Deno.test("an address or tool that NCBI could not use is refused", () => {
  assertThrows(() => firstPage(pubmed, "q", null, { email: "me" }), Error, "e-mail address");
  assertThrows(() => firstPage(pubmed, "q", null, { tool: "my tool" }), Error, "one word");
});

Deno.test("ids become candidates, in order", () => {
  const { candidates } = walk(pubmed, first, [found(["31", 7])]);
  assertEquals(candidates.map(({ rank, pmid, title }) => [rank, pmid, title]), [
    [1, "31", null],
    [2, "7", null],
  ]);
});

Deno.test("nothing found is a success; phrases that PubMed does not know are pointed out", () => {
  const { verdict, candidates, notices } = walk(pubmed, first, [found([], {
    count: "0",
    errorlist: { phrasesnotfound: ["xyzzy"], fieldsnotfound: [] },
    warninglist: { outputmessages: ["No items found."], quotedphrasesnotfound: ['"a b"'] },
  })]);
  assertEquals([verdict, candidates], [null, []]);
  assertEquals(notices, ['PubMed does not know: xyzzy, "a b"']);
});

Deno.test("errors inside a 200 are failures", () => {
  const judged = (json: unknown, text?: string) =>
    walk(pubmed, first, [answer(json, text === undefined ? {} : { text })]).verdict?.class;
  const limit = { error: "API rate limit exceeded", "api-key": "1.2.3.4", count: "4", limit: "3" };
  assertEquals(judged(limit), "retry");
  assertEquals(judged({ esearchresult: { ERROR: "Search Backend failed: read failed" } }), "retry");
  assertEquals(judged({ esearchresult: { ERROR: "Empty term and query_key" } }), "terminal");
  assertEquals(judged(undefined, '{"esearchresult":{"ERROR":"Search Backend failed:\n"'), "retry");
});

Deno.test("an invalid key stops, a long query is terminal", () => {
  const judged = (status: number, json: unknown) =>
    walk(pubmed, first, [answer(json, { status })]).verdict?.class;
  assertEquals(judged(400, { error: "API key invalid" }), "stop");
  assertEquals(judged(414, undefined), "terminal");
  assertEquals(judged(429, { error: "API rate limit exceeded" }), "retry");
});

Deno.test("an answer without a list is malformed", () => {
  assertThrows(() => pubmed.parse({ esearchresult: {} }, first), MalformedResponse, "idlist");
});

Deno.test("a key raises the rate from 3 to 10 calls a second", () => {
  const rate = pubmed.rate as (hasKey: boolean) => number;
  assertEquals([rate(false), rate(true)], [3, 10]);
});

Deno.test("a query too long for a URL goes as a form, whole", () => {
  const long = Array.from({ length: 300 }, (_, n) => `word${n}`).join(" OR ");
  const { method, path, params, form } = pubmed.request({ ...first, query: long });
  assertEquals([method, path, params], ["POST", "/esearch.fcgi", undefined]);
  assertEquals(form, { ...pubmed.request(first).params!, term: long });
});
