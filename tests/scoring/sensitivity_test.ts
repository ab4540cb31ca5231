import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { matchCandidates, type Pointer } from "../../lib/scoring/match.ts";
import { prepareGold } from "../../lib/scoring/prepared_gold.ts";
import { collapseRepeats } from "../../lib/scoring/repeats.ts";
import { matchVariants, SensitivityCollector } from "../../lib/scoring/sensitivity.ts";

const pmid = fc.constantFrom(null, "1", "2", "3", "9");
const doi = fc.constantFrom(null, "10.1/a", "10.1/b", "10.1/c");
const title = fc.constantFrom(null, "One paper", "Another Paper.", "A third");
const paper = fc.record({ pmid, doi, title });

Deno.test("there are six variants: three sets of tiers, with and without repeats", () => {
  assertEquals(
    matchVariants.map(({ tiers, collapseRepeats }) => [tiers.join("+"), collapseRepeats]),
    [
      ["pmid", false],
      ["pmid+doi", false],
      ["pmid+doi+title", false],
      ["pmid", true],
      ["pmid+doi", true],
      ["pmid+doi+title", true],
    ],
  );
});

Deno.test("the short cut by pointing candidates gives what matching the whole list gives", () => {
  fc.assert(fc.property(
    fc.uniqueArray(fc.record({ pmid: fc.constantFrom("1", "2", "3"), doi, title }), {
      selector: (each) => each.pmid,
      maxLength: 3,
    }),
    fc.array(paper, { maxLength: 10 }),
    (goldPapers, papers) => {
      const gold = prepareGold(goldPapers);
      const list = papers.map((each, at) => ({ rank: 2 * at + 1, ...each }));
      const pointers: Pointer[] = [];
      const ordinary = matchCandidates(gold, list, { pointers });
      const collector = new SensitivityCollector();
      collector.add(0, gold, list, pointers);
      matchVariants.forEach(({ tiers, collapseRepeats: collapse }, variant) => {
        const whole = collapse ? collapseRepeats(list) : list;
        assertEquals(
          collector.matches(variant, 0) ?? ordinary,
          matchCandidates(gold, whole, { tiers }),
        );
      });
    },
  ));
});

Deno.test("without titles, what only a title found is lost, and a paper that a DOI held back is found", () => {
  const gold = prepareGold([{ pmid: "1", doi: "10.1/a" }, { pmid: "2", title: "Two" }]);
  const list = [
    { rank: 1, doi: "10.1/a" },
    { rank: 2, pmid: "1" },
    { rank: 3, title: "two" },
  ];
  const pointers: Pointer[] = [];
  const ordinary = matchCandidates(gold, list, { pointers });
  // The second one points at a paper that is taken: no credit, but by PMID alone it would have it.
  assertEquals(pointers.map(({ tier }) => tier), ["doi", "pmid", "title"]);
  const collector = new SensitivityCollector();
  collector.add(7, gold, list, pointers);
  const ranks = (variant: number) =>
    (collector.matches(variant, 7) ?? ordinary).map(({ pmid, rank }) => `${pmid}@${rank}`);
  assertEquals([ranks(0), ranks(1), ranks(2)], [["1@2"], ["1@1"], ["1@1", "2@3"]]);
});
