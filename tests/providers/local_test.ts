import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { local, matchExpression } from "../../lib/providers/local.ts";
import type { LocalEngine, Paper } from "../../lib/providers/provider.ts";

const paper = (pmid: string, title: string, year: number | null = 2010): Paper => ({
  pmid,
  doi: `10.1/${pmid}`,
  pmcid: null,
  title,
  year,
});

const PAPERS: Paper[] = [
  paper("3000", "Statins and stroke", 2015),
  paper("20", "Statins and stroke", 2010),
  paper("100", "Statins and stroke", null),
  paper("7", "Mutations in the parkin gene cause parkinsonism", 1998),
  { ...paper("8", "The spätzle/Toll/cactus cassette in flies", 1996), doi: null, pmcid: "PMC8" },
  paper("9", "Resistance to STI-571 by BCR-ABL mutation", 2001),
];

/** Opens an index, uses it and closes it. */
function withIndex<T>(
  use: (engine: LocalEngine) => T,
  papers: Iterable<Paper> = PAPERS,
  settings: Record<string, string> = { stemming: "porter" },
): T {
  using engine = local.open({ papers, settings });
  return use(engine);
}

/** PMIDs found, best first. */
function find(
  query: string,
  maxYear: number | null = null,
  papers: Iterable<Paper> = PAPERS,
  settings?: Record<string, string>,
): (string | null)[] {
  return withIndex(
    (engine) => engine.search(query, maxYear).map((found) => found.pmid),
    papers,
    settings,
  );
}

Deno.test("local gives each paper found as a candidate with the corpus's identifiers", () => {
  assertEquals(withIndex((engine) => engine.search("Toll in flies?", null))[0], {
    rank: 1,
    provider_id: "8",
    pmid: "8",
    doi: null,
    title: "The spätzle/Toll/cactus cassette in flies",
    year: 1996,
    pmcid: "PMC8",
  });
});

Deno.test("local leaves pmcid out where the corpus has none", () => {
  const [found] = withIndex((engine) => engine.search("parkin", null));
  assertEquals(found && "pmcid" in found, false);
});

Deno.test("local ranks from 1 without gaps and the paper with more words of the question first", () => {
  const found = withIndex((engine) => engine.search("parkin mutations", null));
  assertEquals(found.map(({ pmid, rank }) => [pmid, rank]), [["7", 1], ["9", 2]]);
});

Deno.test("a rare word weighs more than a frequent one", () => {
  const papers = [
    paper("1", "lecanemab trial"),
    paper("2", "placebo trial"),
    paper("3", "surgical trial"),
    paper("4", "dietary advice"),
    paper("5", "genome sequence"),
    paper("6", "protein shape"),
  ];
  assertEquals(find("trial of lecanemab", null, papers), ["1", "2", "3"]);
});

Deno.test("papers later than max_year are left out; the cutoff year and papers without a year stay", () => {
  assertEquals(find("statins", null), ["20", "100", "3000"]);
  assertEquals(find("statins", 2015), ["20", "100", "3000"]);
  assertEquals(find("statins", 2014), ["20", "100"]);
  assertEquals(find("statins", 2009), ["100"]);
});

Deno.test("equal scores are ordered by PMID as a number, whatever the order of the corpus", () => {
  for (const papers of [PAPERS, PAPERS.toReversed()]) {
    assertEquals(find("stroke", null, papers), ["20", "100", "3000"]);
  }
});

Deno.test("at most 200 papers come back, and the year counts before the depth", () => {
  const papers = Array.from(
    { length: 500 },
    (_, i) => paper(String(i + 1), "heart failure", i < 250 ? 2020 : 2000),
  );
  assertEquals(find("heart", null, papers).length, local.depth);
  assertEquals(local.depth, 200);
  const old = find("heart", 2000, papers);
  assertEquals(old.length, 200);
  assertEquals(old[0], "251");
});

Deno.test("stemming finds other forms of a word, and none only the word as written", () => {
  assertEquals(find("mutated"), ["7", "9"]);
  assertEquals(find("mutated", null, PAPERS, { stemming: "none" }), []);
  assertEquals(find("MUTATION", null, PAPERS, { stemming: "none" }), ["9"]);
});

Deno.test("a setting that is not given has its default", () => {
  assertEquals(find("mutated", null, PAPERS, {}), ["7", "9"]);
});

Deno.test("accents do not matter, composed or not", () => {
  for (const query of ["spatzle", "SPÄTZLE", "spa\u0308tzle"]) {
    assertEquals(find(query), ["8"], query);
  }
});

Deno.test("what FTS5 reads as syntax is a separator or a plain word here", () => {
  const cases: [string, string[]][] = [
    ['"parkin', ["7"]],
    ["parkin*", ["7"]],
    ["-parkin", ["7"]],
    ["title:parkin", ["7"]],
    ["year:1998", []],
    ["^parkin + nothing", ["7"]],
    ["parkin AND nothing", ["7", "20", "100", "3000"]],
    ["NOT parkin", ["7"]],
    ["NEAR(parkin, 2)", ["7"]],
    ["{title} : (parkin", ["7"]],
    ["BCR-ABL", ["9"]],
    ["BCR/ABL's", ["9"]],
    ["parkin\u0000toll", ["7", "8"]],
    ["'; DROP TABLE papers; -- toll", ["8"]],
    ["\ud800 toll 😀", ["8"]],
  ];
  for (const [query, expected] of cases) {
    assertEquals(new Set(find(query)), new Set(expected), query);
  }
});

Deno.test("a query without words finds nothing", () => {
  for (const query of ["", "  \n", "?!", '""', "*", "😀", "\u0000", "\u0301"]) {
    assertEquals(find(query), [], JSON.stringify(query));
  }
});

Deno.test("a repeated word is asked for once", () => {
  assertEquals(matchExpression("Gene or gene? GENE!"), '"gene" OR "or"');
  assertEquals(matchExpression(" - "), null);
});

Deno.test("no text makes the search fail, and what is found is ranked, unique and in time", () => {
  const fragments = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom('"', "'", "*", "(", ")", " AND ", " OR ", " NEAR/2 ", ":", "\u0000", "toll"),
  );
  withIndex((engine) => {
    fc.assert(
      fc.property(
        fc.array(fragments).map((parts) => parts.join("")),
        fc.option(fc.integer({ min: 1990, max: 2020 })),
        (query, maxYear) => {
          const found = engine.search(query, maxYear);
          assertEquals(found.map((c) => c.rank), found.map((_, i) => i + 1));
          assertEquals(new Set(found.map((c) => c.pmid)).size, found.length);
          assert(found.every((c) => maxYear === null || c.year === null || c.year <= maxYear));
          assertEquals(engine.search(query, maxYear), found);
        },
      ),
      { numRuns: 500 },
    );
  });
});

Deno.test("no text in a title makes the index fail or hides the words beside it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (title) => {
      const papers = [paper("1", `${title} marker`), paper("2", "other")];
      assertEquals(find("marker", null, papers), ["1"]);
    }),
  );
});

Deno.test("a question of ten thousand words is answered", () => {
  const words = Array.from({ length: 10_000 }, (_, i) => `word${i}`);
  assertEquals(find([...words, "parkin"].join(" ")), ["7"]);
});

Deno.test("an empty corpus finds nothing", () => {
  assertEquals(find("anything", null, []), []);
});

Deno.test("a corpus may come as a generator", () => {
  function* papers() {
    yield* PAPERS;
  }
  assertEquals(find("parkin", null, papers()), ["7"]);
});

Deno.test("a PMID that the corpus has twice is refused", () => {
  assertThrows(
    () => local.open({ papers: [...PAPERS, paper("20", "Again")], settings: {} }),
    Error,
    "Cannot open the local index: the corpus has PMID 20 twice",
  );
});

Deno.test("unknown settings and values are refused by name", () => {
  const open = (settings: Record<string, string>) => () =>
    local.open({ papers: PAPERS, settings })[Symbol.dispose]();
  assertThrows(
    open({ k1: "2" }),
    Error,
    'Cannot set "k1": local has no such setting; it has: stemming',
  );
  assertThrows(open({ steming: "none" }), Error, 'did you mean "stemming"? It has: stemming');
  assertThrows(
    open({ stemming: "lovins" }),
    Error,
    'Cannot set stemming="lovins": it must be one of porter, none',
  );
  assertThrows(open({ stemming: "toString" }), Error, 'stemming="toString"');
});

Deno.test("every declared value of a setting works, the default among them", () => {
  for (const { name, values = [], default: preset } of local.settings) {
    assert(values.includes(preset));
    for (const value of values) {
      assertEquals(find("parkin", null, PAPERS, { [name]: value }), ["7"]);
    }
  }
});

Deno.test("disposing closes the database, and may be done twice", () => {
  const engine = local.open({ papers: PAPERS, settings: {} });
  engine[Symbol.dispose]();
  assertThrows(() => engine.search("parkin", null), Error, "not open");
  engine[Symbol.dispose]();
});

Deno.test("the same search gives the same bytes, in this index and in a new one", () => {
  const output = (papers: Paper[]) =>
    withIndex(
      (engine) => JSON.stringify(engine.search("statins or mutations in the gene", 2014)),
      papers,
    );
  assertEquals(output(PAPERS), output(PAPERS));
  assertEquals(output(PAPERS.toReversed()), output(PAPERS));
});

Deno.test("on the sample's corpus every paper is found first by its own title", () => {
  const url = new URL("../../data/sample/papers.jsonl", import.meta.url);
  const papers = Deno.readTextFileSync(url).trimEnd().split("\n")
    .map((line) => JSON.parse(line) as Paper);
  withIndex((engine) => {
    const missed = papers.filter((p) => engine.search(p.title, null)[0]?.pmid !== p.pmid);
    assertEquals(missed.map((p) => p.title), []);
  }, papers);
});

Deno.test({
  name: "local needs no permission",
  permissions: "none",
  fn: () => assertEquals(find("parkin"), ["7"]),
});
