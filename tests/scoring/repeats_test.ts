import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { MatchableCandidate } from "../../lib/scoring/gold_index.ts";
import { collapseRepeats } from "../../lib/scoring/repeats.ts";
import { tellingDoi, tellingPmid } from "../../lib/scoring/same_paper.ts";

Deno.test("results that share a PMID or DOI become one at the place of the first, with all identifiers", () => {
  const list = [
    { rank: 1, pmid: "11", doi: null, title: "A" },
    { rank: 2, pmid: null, doi: "10.1/b", title: null },
    { rank: 3, pmid: "12", doi: "https://doi.org/10.1/B", title: "B" },
    { rank: 4, pmid: "012", doi: null, title: "other" },
    { rank: 6, pmid: "13", doi: null, title: null },
  ];
  assertEquals(collapseRepeats(list), [
    { rank: 1, pmid: "11", doi: null, title: "A" },
    { rank: 2, pmid: "12", doi: "10.1/b", title: "B" },
    // A gap between ranks stays; only what went is closed up.
    { rank: 4, pmid: "13", doi: null, title: null },
  ]);
});

Deno.test("a paper that links two results which share nothing makes all three one", () => {
  const list = [
    { rank: 1, pmid: "1", doi: null },
    { rank: 2, pmid: null, doi: "10.1/x" },
    { rank: 3, pmid: "1", doi: "10.1/X" },
  ];
  assertEquals(collapseRepeats(list), [{ rank: 1, pmid: "1", doi: "10.1/x", title: undefined }]);
});

Deno.test("a list without repeats is given back as it is, whatever its length", () => {
  for (const length of [0, 1, 200, 5000]) {
    const list = Array.from({ length }, (_, at) => ({
      rank: at + 1,
      pmid: at % 3 === 0 ? null : String(100 + at),
      doi: at % 2 === 0 ? null : `10.1/${at}`,
      // One title is no reason to think two results one paper.
      title: "Editorial",
    }));
    assert(collapseRepeats(list) === list);
  }
});

Deno.test("PMIDs and DOIs that look alike are kept apart, and empty ones are none", () => {
  const list = [
    { rank: 1, pmid: "10", doi: null },
    { rank: 2, pmid: "", doi: "10" },
    { rank: 3, pmid: " ", doi: "" },
    { rank: 4, pmid: "0", doi: " " },
  ];
  assert(collapseRepeats(list) === list);
});

Deno.test("what is no identifier joins nothing and gives way to one", () => {
  const apart = [
    { rank: 1, pmid: "n/a", doi: "n/a" },
    { rank: 2, pmid: "n/a", doi: "N/A" },
    { rank: 3, pmid: "unknown", doi: "doi:none" },
    { rank: 4, pmid: "unknown", doi: "10.1" },
    { rank: 5, pmid: "", doi: "10.1" },
  ];
  assert(collapseRepeats(apart) === apart);
  assertEquals(
    collapseRepeats([
      { rank: 1, pmid: "n/a", doi: "10.1/a", title: "A" },
      { rank: 2, pmid: "7", doi: "10.1/a", title: "A" },
      { rank: 3, pmid: "7", doi: "n/a", title: "A" },
    ]),
    [{ rank: 1, pmid: "7", doi: "10.1/a", title: "A" }],
  );
});

Deno.test("what is found by numbers is what a plain search finds", () => {
  const pmid = fc.constantFrom(
    null,
    "",
    "n/a",
    "1",
    "01",
    "2",
    "١",
    "https://pubmed.ncbi.nlm.nih.gov/2/",
  );
  const doi = fc.constantFrom(null, "", "10.1/a", "doi:10.1/A", "10.1/é", "10.1/É", "x", " 10.1/b");
  fc.assert(fc.property(fc.array(fc.record({ pmid, doi }), { maxLength: 12 }), (papers) => {
    const list: MatchableCandidate[] = papers.map((paper, at) => ({ rank: at + 1, ...paper }));
    const repeated = list.some((one, at) =>
      list.slice(0, at).some((other) =>
        [[tellingPmid(one.pmid), tellingPmid(other.pmid)], [
          tellingDoi(one.doi),
          tellingDoi(other.doi),
        ]].some(([a, b]) => a !== null && a === b)
      )
    );
    assertEquals(collapseRepeats(list) !== list, repeated);
  }));
});
