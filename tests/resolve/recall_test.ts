/** What resolving does to the recall of a web provider. */
import { assertAlmostEquals, assertEquals } from "@std/assert";
import type { Candidate, Question } from "../../lib/benchmark/records.ts";
import { providers } from "../../lib/providers/registry.ts";
import { startNcbiServer } from "../fakes/ncbi_server.ts";
import { startProviderServer } from "../fakes/provider_server.ts";
import { ROOT, runScript } from "../support/run_script.ts";
import { candidatesOf, makeFolder, row } from "./scene.ts";

Deno.test("the providers that cannot filter years are those of the published comparison", () => {
  const late = providers.filter(({ filtersYear }) => !filtersYear).map(({ name }) => name);
  assertEquals(late.toSorted(), ["brave", "parallel", "perplexity"]);
});

/*
 * Two questions of the sample, asked at a fake Brave. P stands for a page on
 * PubMed, C for one on PMC; G1 to G5 and H1 to H3 are the gold papers.
 *
 * First question (five gold papers, cutoff 2014), as Brave lists it:
 *   1 G1 C · 2 G1 P · 3-9 seven later papers C · 10-11 two PMCIDs that NCBI does not know C
 *   12 G2 C · 13-20 eight other papers P (one without a year) · next page: 21 G1 C again
 *   22 G3 C · 23 G4 P · 24 G5 C, of 2015 by its issue date and of 2014 by its electronic one
 * Second question (three gold papers, cutoff 2017, nothing later):
 *   1 E P · 2 E C · 3 F P · 4 F C · 5-10 six others P · 11 H1 C · 12 H2 P · 13-20 eight others P
 *   next page: 21 H1 P · 22 H3 C, whose PMCID NCBI does not know
 *
 * Ranks of the gold papers afterwards:
 *   cut, collapsed:  G1 1, G2 4, G3 13, G4 14, no G5   H1 9, H2 10
 *   cut, repeats:    G1 1, G2 5, G3 15, G4 16, no G5   H1 11, H2 12
 *   uncut, collapsed: G1 1, G2 11, G3 20, G4 21, G5 22 H1 9, H2 10
 *   uncut, repeats:  G1 1, G2 12, G3 22, G4 23, G5 24  H1 11, H2 12
 *   unresolved:      G1 2, G4 23                       H2 12, H1 21
 * so that found at 10, 20 and 50 is, of five and of three:
 *   cut, collapsed:   2 4 4 and 2 2 2
 *   cut, repeats:     2 4 4 and 0 2 2
 *   uncut, collapsed: 1 3 5 and 2 2 2
 *   uncut, repeats:   1 2 5 and 0 2 2
 *   unresolved:       1 1 2 and 0 1 2
 * and macro recall the mean of the two shares. With --year-field epubdate G5
 * stays, at rank 15 of the collapsed list: 2 5 5 and 2 2 2.
 */
const EXPECTED: [name: string, args: string[] | null, found: [number[], number[]]][] = [
  ["auto", [], [[2, 4, 4], [2, 2, 2]]],
  ["auto with repeats", ["--keep-duplicates"], [[2, 4, 4], [0, 2, 2]]],
  ["never", ["--year-cutoff", "never"], [[1, 3, 5], [2, 2, 2]]],
  [
    "never with repeats",
    ["--year-cutoff", "never", "--keep-duplicates"],
    [[1, 2, 5], [0, 2, 2]],
  ],
  ["by epubdate", ["--year-field", "epubdate"], [[2, 5, 5], [2, 2, 2]]],
  ["not resolved", null, [[1, 1, 2], [0, 1, 2]]],
];

Deno.test("search, resolve, score: the recall worked out by hand for each rule", async () => {
  const questions = (await Deno.readTextFile(`${ROOT}data/sample/questions.jsonl`))
    .split("\n").slice(0, 2).map((line) => JSON.parse(line) as Question);
  const gold = questions.map((question) => question.gold.map(({ pmid }) => pmid!));
  assertEquals(gold.map((pmids) => pmids.length), [5, 3]);
  const [G, H] = gold as [string[], string[]];

  const pmids = new Map<string, string>();
  const candidate = (title: string, ids: Partial<Candidate>): Candidate => ({
    rank: 0,
    provider_id: null,
    pmid: null,
    doi: null,
    title: `Made-up page title, ${title}`,
    year: null,
    ...ids,
  });
  const onPubMed = (pmid: string) => candidate(`P${pmid}`, { pmid });
  const onPmc = (pmid: string) => {
    pmids.set(`PMC${pmid}`, pmid);
    return candidate(`C${pmid}`, { pmcid: `PMC${pmid}` });
  };
  const unknown = (number: number) => candidate(`C${number}`, { pmcid: `PMC${number}` });
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(from + index));
  const later = others(90_000_001, 7);
  const lists = [
    [
      onPmc(G[0]!),
      onPubMed(G[0]!),
      ...later.map(onPmc),
      unknown(99_000_001),
      unknown(99_000_002),
      onPmc(G[1]!),
      ...others(1001, 8).map(onPubMed),
      onPmc(G[0]!),
      onPmc(G[2]!),
      onPubMed(G[3]!),
      onPmc(G[4]!),
    ],
    [
      onPubMed("2001"),
      onPmc("2001"),
      onPubMed("2002"),
      onPmc("2002"),
      ...others(2003, 6).map(onPubMed),
      onPmc(H[0]!),
      onPubMed(H[1]!),
      ...others(2011, 8).map(onPubMed),
      onPubMed(H[0]!),
      unknown(99_000_003),
    ],
  ];

  await using brave = await startProviderServer({
    questions,
    rank: (question) => lists[questions.indexOf(question)] ?? [],
  });
  await using ncbi = startNcbiServer({
    pmc: (id) => {
      const pmid = pmids.get(id);
      return pmid === undefined ? undefined : { pmid: Number(pmid) };
    },
    summaries: (pmid) =>
      pmid === "1001"
        ? undefined
        : pmid === G[4]
        ? { pubdate: "2015 Jan", epubdate: "2014 Dec 20", sortpubdate: "2015/01/01 00:00" }
        : { pubdate: later.includes(pmid) ? "2020 Winter" : "2010 May-Jun" },
  });
  await using folder = await makeFolder(ncbi);
  const search = await runScript(
    "search.ts",
    ["brave", "--dataset=sample", "--limit=2", "--rate=1000", "--output", folder.path("run.jsonl")],
    { env: { BRAVE_API_KEY: "made-up-key", BRAVE_BASE_URL: brave.baseUrlFor("brave") } },
  );
  assertEquals(search.code, 0, search.stderr);
  assertEquals((await candidatesOf(folder.path("run.jsonl"))).map((list) => list.length), [24, 22]);

  for (const [name, args, [first, second]] of EXPECTED) {
    let file = folder.path("run.jsonl");
    if (args !== null) {
      const resolved = await folder.resolve(args);
      assertEquals(resolved.code, 0, resolved.stderr);
      file = folder.path("run.resolved.jsonl");
    }
    const score = await runScript("score.ts", ["--dataset=sample", "--results", file, "--json"]);
    assertEquals(score.code, 0, score.stderr);
    assertEquals(score.stderr.includes("does not seem to be resolved"), args === null, name);
    const report = JSON.parse(score.stdout);
    assertEquals([report.num_scored_questions, report.total_gold], [2, 8], name);
    [10, 20, 50].forEach((cutoff, at) => {
      const macro = (first[at]! / 5 + second[at]! / 3) / 2;
      assertAlmostEquals(report.macro_recall[cutoff], macro, 1e-12, `${name}, macro @${cutoff}`);
      const micro = (first[at]! + second[at]!) / 8;
      assertAlmostEquals(report.micro_recall[cutoff], micro, 1e-12, `${name}, micro @${cutoff}`);
    });
  }
  // 24 and 22 results; the eighth later one is G5.
  const { stdout } = await folder.resolve(["--json", "--quiet", "--dataset=sample"]);
  const summary = JSON.parse(stdout);
  assertEquals(summary.candidates, { before: 46, after: 33 });
  assertEquals([summary.years.dropped, summary.years.unknown, summary.collapsed], [8, 4, 5]);
  assertEquals(summary.pmcids, {
    wanted: 17,
    asked: 17,
    found: 14,
    missing: 3,
    not_cached: 0,
    malformed: 0,
  });
  assertEquals(summary.gold, {
    questions: 2,
    total: 8,
    found_before: 4,
    found: 7,
    kept: 6,
    dropped: 1,
    dropped_by_year: 1,
    lost_in_collapse: 0,
  });
  // Everything was asked in the first of the runs.
  assertEquals(ncbi.calls.map(({ service }) => service), ["idconv", "esummary"]);
});

Deno.test("a failed question is still known as failed when the resolved file is scored", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server, [row("sample:001", [{ pmid: "1" }])]);
  const failure = { question_id: "sample:002", provider: "brave", query: "q", error: "no answer" };
  await Deno.writeTextFile(
    folder.path("run.failures.jsonl"),
    `${JSON.stringify({ ...failure, status: null, retryable: true, response: "" })}\n`,
  );
  assertEquals((await folder.resolve()).code, 0);
  const resolved = folder.path("run.resolved.jsonl");
  const score = await runScript("score.ts", ["--dataset=sample", "--json", "--results", resolved]);
  assertEquals(JSON.parse(score.stdout).failed_question_ids, ["sample:002"]);
});
