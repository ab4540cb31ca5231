import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { opensearch } from "../../lib/providers/opensearch.ts";
import { resolveSettings } from "../../lib/providers/settings.ts";
import { answer, firstPage, walk } from "./walk.ts";

const first = firstPage(opensearch, "Is caffeine/theophylline safe: yes?", 2014, {
  index: "papers",
});
const hits = (list: unknown[], rest = {}) =>
  answer({ timed_out: false, _shards: { failed: 0 }, hits: { hits: list }, ...rest });

Deno.test("the question is matched over the fields, with a year filter and a stable order", () => {
  const { method, path, body } = opensearch.request(first);
  assertEquals([method, path], ["POST", "/papers/_search"]);
  assertEquals(body, {
    size: 200,
    _source: ["pmid", "doi", "title", "year"],
    query: {
      bool: {
        must: [{
          multi_match: {
            query: "Is caffeine/theophylline safe: yes?",
            fields: ["title^2", "abstract"],
          },
        }],
        filter: [{ range: { year: { lte: 2014 } } }],
      },
    },
    sort: [{ _score: "desc" }, { pmid: "asc" }],
  });
});

Deno.test("field names, boosts and the tie break are settings", () => {
  const set = {
    index: "a",
    fields: "ti^3, ab",
    pmid_field: "ids.pmid",
    year_field: "date.year",
    tie_break: "",
  };
  const context = firstPage(opensearch, "q", 2014, set);
  const body = opensearch.request(context).body as Record<string, unknown>;
  assertEquals("sort" in body, false);
  assertEquals(body._source, ["ids.pmid", "doi", "title", "date.year"]);
  const { candidates } = walk(opensearch, context, [hits([{
    _id: "x",
    _source: { ids: { pmid: 7 }, title: "T", "date.year": "2012" },
  }])]);
  assertEquals(candidates, [
    { rank: 1, provider_id: "x", pmid: "7", doi: null, title: "T", year: 2012 },
  ]);
});

Deno.test("the index comes from --set or OPENSEARCH_INDEX, and must be given", () => {
  assertEquals(resolveSettings(opensearch, {}, { OPENSEARCH_INDEX: "mine" }).index, "mine");
  assertThrows(() => resolveSettings(opensearch), Error, "set OPENSEARCH_INDEX");
  assertThrows(() => resolveSettings(opensearch, { index: "a/b" }), Error, "name of an index");
});

Deno.test("Basic authentication from user name and password, unless there is an API key", () => {
  const user = { OPENSEARCH_USERNAME: "me", OPENSEARCH_PASSWORD: "pässword" };
  const { Authorization } = opensearch.authHeaders!(user);
  assertEquals(
    new TextDecoder().decode(
      Uint8Array.from(atob(Authorization!.slice(6)), (c) => c.charCodeAt(0)),
    ),
    "me:pässword",
  );
  assertEquals(opensearch.authHeaders!({ ...user, OPENSEARCH_API_KEY: "k" }), {});
  assertEquals(opensearch.authHeaders!({}), {});
});

Deno.test("a partial answer is no success", () => {
  const judged = (rest: object) => walk(opensearch, first, [hits([], rest)]).verdict?.class;
  assertEquals(judged({ timed_out: true }), "retry");
  assertEquals(judged({ _shards: { failed: 1 } }), "retry");
  assertEquals(judged({}), undefined);
});

Deno.test("a missing index and an unsortable field stop with what to do; a crowded server is retried", () => {
  const judged = (status: number, type: string, reason: string) =>
    walk(opensearch, first, [answer({ error: { type, reason }, status }, { status })]).verdict!;
  const missing = judged(404, "index_not_found_exception", "no such index [papers]");
  assertEquals(missing.class, "stop");
  assertStringIncludes(missing.remedy!, "OPENSEARCH_INDEX");
  const unsortable = judged(400, "illegal_argument_exception", "Fielddata is disabled on [pmid]");
  assertEquals(unsortable.class, "stop");
  assertStringIncludes(unsortable.remedy!, "pmid.keyword");
  assertEquals(judged(400, "too_many_clauses", "maxClauseCount").class, "terminal");
  assertEquals(judged(429, "es_rejected_execution_exception", "queue full").class, "retry");
});
