import { assertEquals } from "@std/assert";
import { semantic_scholar } from "../../lib/providers/semantic_scholar.ts";
import { answer, firstPage, walk } from "./walk.ts";

const refusal = answer(
  { error: "Requested data for this limit and/or offset is not available" },
  { status: 400 },
);
const paper = (n: number) => ({ paperId: `s${n}`, externalIds: null, title: `T${n}`, year: null });
const first = firstPage(semantic_scholar, "q");

Deno.test("a refused offset after the first page ends the list; the published program lost it", () => {
  const { verdict, candidates, calls } = walk(semantic_scholar, first, [
    answer({ total: 9999, offset: 0, next: 73, data: [paper(1), paper(2)] }),
    refusal,
  ]);
  assertEquals(verdict?.class, "end");
  assertEquals(candidates.map(({ rank }) => rank), [1, 2]);
  assertEquals(calls.map(({ params }) => [params.offset, params.limit]), [
    ["0", "100"],
    ["73", "100"],
  ]);
});

Deno.test("the same refusal on the first page, and any other 400 later, stay errors", () => {
  assertEquals(walk(semantic_scholar, first, [refusal]).verdict?.class, "terminal");
  const later = walk(semantic_scholar, first, [
    answer({ total: 200, offset: 0, next: 100, data: [paper(1)] }),
    answer({ error: "Unrecognized or unsupported fields: [x]" }, { status: 400 }),
  ]);
  assertEquals(later.verdict?.class, "terminal");
});

Deno.test("paging ends where `next` does not move on, a page is empty, or 1,000 results are through", () => {
  const still = answer({ total: 9, offset: 0, next: 0, data: [paper(1)] });
  assertEquals(walk(semantic_scholar, first, [still]).calls.length, 1);
  const empty = answer({ total: 9, offset: 0, next: 100, data: [] });
  assertEquals(walk(semantic_scholar, first, [empty]).calls.length, 1);
  const endless = Array.from(
    { length: 20 },
    (_, page) => answer({ next: (page + 1) * 100, data: [paper(page)] }),
  );
  const walked = walk(semantic_scholar, first, endless);
  assertEquals(walked.calls.length, semantic_scholar.maxCallsPerQuestion);
  assertEquals(walked.candidates.length, 10);
});

Deno.test("an empty result without `data` is a success", () => {
  const { verdict, candidates } = walk(semantic_scholar, first, [answer({ total: 0, offset: 0 })]);
  assertEquals([verdict, candidates], [null, []]);
});

Deno.test("identifiers may be numbers", () => {
  const row = { ...paper(1), externalIds: { PubMed: 123, DOI: "10.1/x", CorpusId: 5 } };
  const { candidates } = walk(semantic_scholar, first, [answer({ data: [row] })]);
  assertEquals(candidates[0]!.pmid, "123");
});

Deno.test("a 403 is the key, a 429 passes", () => {
  const judged = (status: number) =>
    walk(semantic_scholar, first, [answer({ message: "x" }, { status })]).verdict?.class;
  assertEquals([judged(403), judged(429), judged(504)], ["stop", "retry", "retry"]);
});
