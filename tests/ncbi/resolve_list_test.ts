import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type OpenCandidate, resolveList } from "../../lib/ncbi/resolve_list.ts";

const pmids = new Map([[1, 101], [2, 102], [3, 103]]);
const years = new Map([[101, 2010], [102, 2011], [103, 2012], [200, 2020], [201, 2009]]);
const knowledge = {
  pmidOfPmcid: (pmcid: number) => pmids.get(pmcid) ?? null,
  yearOfPmid: (pmid: number) => years.get(pmid) ?? null,
};
const resolve = (
  candidates: OpenCandidate[],
  options: { maxYear?: number | null; keepDuplicates?: boolean } = {},
) => resolveList(candidates, knowledge, { maxYear: null, keepDuplicates: false, ...options });

Deno.test("a PMCID gives the PMID where there is none; nothing else changes", () => {
  const list = resolve([
    { rank: 1, pmid: null, pmcid: "PMC1", note: { kept: [1] } },
    { rank: 3, pmid: "9", pmcid: "PMC2" },
    { rank: 4, pmcid: "PMC77" },
    { rank: 5, pmid: "", pmcid: "pmc3.1" },
  ]);
  assertEquals(list.final, [
    { rank: 1, pmid: "101", pmcid: "PMC1", note: { kept: [1] } },
    { rank: 3, pmid: "9", pmcid: "PMC2" },
    { rank: 4, pmcid: "PMC77" },
    { rank: 5, pmid: "103", pmcid: "pmc3.1" },
  ]);
  assertEquals(list.changed, true);
});

Deno.test("a list with nothing to do is the list that came, gaps in its ranks included", () => {
  const [last, first] = [{ rank: "7", pmid: "200" }, { rank: 2, doi: "10.1/a" }];
  const list = resolve([first, last], { maxYear: 2020 });
  assertEquals(list.changed, false);
  assertEquals(list.final, [first, last]);
  // Whatever is known and removed, the output is in rank order.
  const unsorted = resolve([last, first], { maxYear: 2020 });
  assertEquals([unsorted.changed, unsorted.final], [true, [first, last]]);
});

Deno.test("the cutoff drops later papers, keeps unknown years, and renumbers", () => {
  const list = resolve([
    { rank: 1, pmid: "200" },
    { rank: 2, pmcid: "PMC2" },
    { rank: 4, pmid: "999" },
    { rank: 5, doi: "10.1/a" },
    { rank: 6, pmid: "103" },
  ], { maxYear: 2011 });
  assertEquals(list.final, [
    { rank: 1, pmcid: "PMC2", pmid: "102" },
    { rank: 2, pmid: "999" },
    { rank: 3, doi: "10.1/a" },
  ]);
  assertEquals([list.droppedByYear, list.unknownYear, list.inTime.length], [2, 2, 3]);
});

Deno.test("results that are one paper by PMID, PMCID or DOI, through any chain, become the first", () => {
  const list = resolve([
    { rank: 1, doi: "https://doi.org/10.1/A", title: "publisher" },
    { rank: 2, pmid: "55", title: "other" },
    { rank: 3, pmcid: "PMC9", pmid: null, title: "PMC page" },
    { rank: 4, pmid: "0077", pmcid: "pmc9.2", title: "joins 3 and 5" },
    { rank: 5, pmid: "77", doi: "10.1/a", title: "joins 1 and 4" },
  ]);
  assertEquals(list.final, [
    {
      rank: 1,
      doi: "https://doi.org/10.1/A",
      title: "publisher",
      pmcid: "PMC9",
      pmid: "0077",
    },
    { rank: 2, pmid: "55", title: "other" },
  ]);
  assertEquals(list.collapsed, 3);
});

Deno.test("text that is no identifier joins nothing and gives way to one", () => {
  const none = [
    { rank: 1, pmid: "n/a", doi: "n/a", pmcid: "n/a" },
    { rank: 2, pmid: "n/a", doi: "N/A", pmcid: "n/a" },
    { rank: 3, pmid: "abc", doi: "none", pmcid: "PMC" },
    { rank: 4, pmid: "abc", doi: "doi:none", pmcid: "PMC" },
  ];
  assertEquals(resolve(none).final, none);
  // "n/a" is no PMID: its PMCID is looked up, and another result's PMID is taken over.
  assertEquals(resolve([{ rank: 1, pmid: "n/a", pmcid: "PMC1" }]).final, [
    { rank: 1, pmid: "101", pmcid: "PMC1" },
  ]);
  assertEquals(
    resolve([
      { rank: 1, pmid: "n/a", doi: "10.1/a" },
      { rank: 2, pmid: "200", doi: "10.1/A", pmcid: "PMC7" },
      { rank: 3, pmid: "200", doi: "n/a" },
    ]).final,
    [{ rank: 1, pmid: "200", doi: "10.1/a", pmcid: "PMC7" }],
  );
});

Deno.test("results with different PMIDs that a DOI joins become one, and that is counted", () => {
  const candidates = [
    { rank: 1, doi: "10.1/a" },
    { rank: 2, pmid: "101", doi: "10.1/a" },
    { rank: 3, pmid: "0101", doi: "10.1/a" },
    { rank: 4, pmid: "200", doi: "10.1/a" },
    { rank: 5, pmid: "201" },
  ];
  const list = resolve(candidates);
  assertEquals(list.final, [{ rank: 1, doi: "10.1/a", pmid: "101" }, { rank: 2, pmid: "201" }]);
  assertEquals([list.collapsed, list.conflicts], [3, 1]);
  assertEquals(resolve(candidates, { keepDuplicates: true }).conflicts, 0);
});

Deno.test("the same number as PMID and as PMCID is not the same paper", () => {
  const list = resolve([{ rank: 1, pmid: "9" }, { rank: 2, pmcid: "PMC9" }]);
  assertEquals(list.collapsed, 0);
});

Deno.test("results without identifiers are never one paper, whatever their titles", () => {
  const list = resolve([
    { rank: 1, title: "T", pmid: "", doi: " ", pmcid: null },
    { rank: 2, title: "T", pmid: null, doi: "" },
  ]);
  assertEquals([list.collapsed, list.changed], [0, false]);
});

Deno.test("duplicates are kept on demand, their ranks too", () => {
  const first = { rank: 1, pmid: "101" };
  const list = resolve([first, { rank: 3, pmcid: "PMC1" }], { keepDuplicates: true });
  assertEquals(list.final, [first, { rank: 3, pmcid: "PMC1", pmid: "101" }]);
});

Deno.test("a year that is known through another result of the same paper counts", () => {
  const candidates = [{ rank: 1, doi: "10.1/a" }, { rank: 2, doi: "10.1/a", pmid: "200" }];
  assertEquals(resolve(candidates, { maxYear: 2019 }).final, []);
  assertEquals(resolve(candidates, { maxYear: 2019, keepDuplicates: true }).final, []);
});

Deno.test("first means lowest rank, not first in the file", () => {
  const list = resolve([{ rank: 9, pmid: "101", title: "b" }, {
    rank: 2,
    pmid: "101",
    title: "a",
  }]);
  assertEquals(list.final, [{ rank: 1, pmid: "101", title: "a" }]);
});

Deno.test("bad ranks are refused", () => {
  assertThrows(() => resolve([{ rank: 1 }, { rank: "1" }]), Error, "rank 1");
  assertThrows(() => resolve([{ rank: 0 }]), Error, "rank 0");
});

const id = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: null });
const wildList = fc.array(
  fc.record({
    pmid: id(["101", "0101", "102", "200", "201", "999", "n/a", ""]),
    pmcid: id(["PMC1", "pmc1.3", "PMC2", "PMC3", "PMC50", "junk"]),
    doi: id(["10.1/a", "DOI:10.1/A", "10.1/b", "n/a", ""]),
    extra: fc.anything(),
  }),
  { maxLength: 12 },
).map((list) => list.map((candidate, index) => ({ rank: index + 1, ...candidate })));
const wildOptions = fc.record({
  maxYear: fc.option(fc.integer({ min: 2008, max: 2021 })),
  keepDuplicates: fc.boolean(),
});

Deno.test("resolving what is resolved changes nothing; ranks have no gaps; order stays", () => {
  fc.assert(
    fc.property(wildList, wildOptions, (candidates, options) => {
      const once = resolve(candidates, options);
      const twice = resolve(once.final, options);
      assertEquals(twice.changed, false);
      assertEquals(twice.final, once.final);
      assertEquals(once.final.map(({ rank }) => rank), once.final.map((_, index) => index + 1));
      assertEquals(
        candidates.length,
        once.final.length + once.droppedByYear + once.collapsed,
      );
    }),
    { numRuns: 2000 },
  );
});
