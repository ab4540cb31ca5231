import { assertEquals, assertThrows } from "@std/assert";
import { europe_pmc } from "../../lib/providers/europe_pmc.ts";
import { answer, firstPage, walk } from "./walk.ts";

const first = firstPage(europe_pmc, "caffeine OR theophylline");
const page = (ids: number[], nextCursorMark?: string) =>
  answer({ resultList: { result: ids.map((id) => ({ id: String(id) })) }, nextCursorMark });

Deno.test("the year limit joins the query in parentheses", () => {
  const { path, params } = europe_pmc.request(first);
  assertEquals(path, "/search");
  assertEquals(params, {
    query: "(caffeine OR theophylline) AND (PUB_YEAR:[1700 TO 2014])",
    format: "json",
    resultType: "lite",
    pageSize: "100",
    cursorMark: "*",
  });
  const plain = europe_pmc.request(firstPage(europe_pmc, "caffeine", null));
  assertEquals(plain.params!.query, "caffeine");
  const med = europe_pmc.request(firstPage(europe_pmc, "caffeine", 2014, { source: "MED" }));
  assertEquals(med.params!.query, "(caffeine) AND (SRC:MED) AND (PUB_YEAR:[1700 TO 2014])");
});

Deno.test("a query that leaves its parentheses is not asked: papers after the year would come along", () => {
  const ask = (query: string, year: number | null = 2014) =>
    europe_pmc.request(firstPage(europe_pmc, query, year)).params!.query;
  for (
    const query of ["a) OR (b", '"a OR b', "(a OR b", "a OR b)", '(a "b) OR c', 'a\\\\"', "a \\"]
  ) {
    assertThrows(() => ask(query), Error, "parentheses or quotes of the query do not match");
    assertEquals(ask(query, null), query);
  }
  for (const query of ['("a)" OR b)', 'a \\" b', "a \\) b", "(a) (b)", ""]) {
    assertEquals(ask(query), `(${query}) AND (PUB_YEAR:[1700 TO 2014])`);
  }
});

Deno.test("the cursor is followed until it stands still, a page is empty, or 200 are found", () => {
  const walked = walk(europe_pmc, first, [page([1], "c1"), page([2], "c2"), page([3], "c2")]);
  assertEquals(walked.calls.map(({ params }) => params.cursorMark), ["*", "c1", "c2"]);
  assertEquals(walked.candidates.map(({ rank }) => rank), [1, 2, 3]);
  assertEquals(walk(europe_pmc, first, [page([], "c1")]).calls.length, 1);
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
  const full = walk(europe_pmc, first, [page(hundred, "c1"), page(hundred, "c2")]);
  assertEquals(full.candidates.length, 200);
});

Deno.test("titles lose their escaped markup, years are read from text", () => {
  const { candidates } = walk(europe_pmc, first, [answer({
    resultList: {
      result: [{
        id: "1",
        source: "MED",
        pmid: "1",
        pmcid: "PMC1",
        doi: "10.1/x",
        title: "Loss of &lt;i&gt;TP53&lt;/i&gt; &amp;amp; <sup>13</sup>C &#x3b2;-cells.",
        pubYear: "2012",
      }, {
        id: "PPR1",
        source: "PPR",
        title: "A preprint",
      }],
    },
  })]);
  assertEquals(candidates[0], {
    rank: 1,
    provider_id: "1",
    pmid: "1",
    doi: "10.1/x",
    title: "Loss of TP53 &amp; 13C β-cells.",
    year: 2012,
    pmcid: "PMC1",
  });
  assertEquals([candidates[1]!.pmid, candidates[1]!.year], [null, null]);
});

Deno.test("an error inside a 200 is no success", () => {
  const judged = (errCode: number) =>
    walk(europe_pmc, first, [answer({ errCode, errMsg: "no" })]).verdict?.class;
  assertEquals([judged(503), judged(400)], ["retry", "terminal"]);
});

Deno.test("a query too long for a URL goes to the twin that takes forms", () => {
  const long = Array.from({ length: 300 }, (_, n) => `word${n}`).join(" OR ");
  const { method, path, params, form } = europe_pmc.request({ ...first, query: long, cursor: "c" });
  assertEquals([method, path, params], ["POST", "/searchPOST", undefined]);
  assertEquals([form!.query, form!.cursorMark], [`(${long}) AND (PUB_YEAR:[1700 TO 2014])`, "c"]);
});
