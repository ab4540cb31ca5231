import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { toFixed } from "../../lib/report/fixed.ts";
import { measureHelp, measureKinds } from "../../lib/scoring/measure_kinds.ts";
import { measureQuestions } from "../../lib/scoring/measure_means.ts";
import { parseMeasure, parseMeasures } from "../../lib/scoring/measures.ts";
import type { RankedQuestion } from "../../lib/scoring/ranked_question.ts";

const atRanks = (...ranks: number[]) => ranks.map((rank) => ({ rank }));

const fixture = async (name: string) =>
  (await Deno.readTextFile(new URL(`../fixtures/measures/${name}`, import.meta.url)))
    .trimEnd().split("\n").map((line) => line.split(/\s+/));

/** The reference qrels and run, by question, in the order of the qrels. */
async function referenceQuestions(): Promise<Map<string, RankedQuestion>> {
  const gold = Map.groupBy(await fixture("qrels.txt"), ([question]) => question!);
  const run = Map.groupBy(await fixture("run.txt"), ([question]) => question!);
  return new Map(
    [...gold].map(([question, lines]) => {
      const papers = new Set(lines.map(([, , paper]) => paper));
      const list = run.get(question) ?? [];
      const ranks = list.filter(([, , paper]) => papers.has(paper)).map((line) => Number(line[3]));
      const numRetrieved = list.length;
      return [question, { matches: atRanks(...ranks), totalGold: papers.size, numRetrieved }];
    }),
  );
}

const trecNames: [trec: RegExp, ours: string][] = [
  [/^recall_(\d+)$/, "R@$1"],
  [/^P_(\d+)$/, "P@$1"],
  [/^ndcg_cut_(\d+)$/, "nDCG@$1"],
  [/^map_cut_(\d+)$/, "AP@$1"],
  [/^success_(\d+)$/, "Success@$1"],
  [/^ndcg$/, "nDCG"],
  [/^map$/, "AP"],
  [/^recip_rank$/, "RR"],
  [/^Rprec$/, "Rprec"],
  [/^set_F$/, "SetF"],
];

Deno.test("every value of trec_eval comes out the same to its four decimals", async () => {
  const questions = await referenceQuestions();
  let compared = 0;
  for (const [trecName, question, expected] of await fixture("expected_per_question.tsv")) {
    const [pattern, ours] = trecNames.find(([pattern]) => pattern.test(trecName!)) ?? [];
    if (pattern === undefined) {
      assert(/^num_(ret|rel|rel_ret)$/.test(trecName!), `${trecName} is not compared`);
      continue;
    }
    const measure = parseMeasure(trecName!.replace(pattern, ours!));
    const value = question === "all"
      ? measureQuestions(measure, questions.values()).mean
      : measure.value(questions.get(question!)!);
    assertEquals(toFixed(value!, 4), expected, `${measure.name} of ${question}`);
    compared++;
  }
  assertEquals(compared, 28 * 61);
});

Deno.test("recall is the very quotient that macro recall sums", () => {
  const question = { matches: atRanks(1, 4, 11), totalGold: 7, numRetrieved: 20 };
  assertEquals(parseMeasure("R@10").value(question), 2 / 7);
  assertEquals(parseMeasure("SetR").value(question), 3 / 7);
  assertEquals(parseMeasure("SetP").value(question), 3 / 20);
});

Deno.test("an empty list scores 0 in every ranking measure", () => {
  const question = { matches: atRanks(), totalGold: 3, numRetrieved: 0 };
  for (const measure of parseMeasures("R@5,P@5,Success@5,nDCG,nDCG@5,AP,AP@5,RR,Rprec,SetP,SetR")) {
    assertEquals(measure.value(question), 0, measure.name);
  }
  assertEquals(parseMeasure("SetF").value(question), 0);
});

Deno.test("a gap in the ranks counts as a paper that is not relevant", () => {
  const gap = { matches: atRanks(2, 6), totalGold: 2, numRetrieved: 3 };
  const filled = { matches: atRanks(2, 6), totalGold: 2, numRetrieved: 6 };
  for (const measure of parseMeasures("R@5,P@5,nDCG,AP,RR,RR@1,Rprec")) {
    assertEquals(measure.value(gap), measure.value(filled), measure.name);
  }
  assertEquals(parseMeasure("AP").value(gap), (1 / 2 + 2 / 6) / 2);
});

Deno.test("a question without gold has no value", () => {
  assertThrows(
    () => parseMeasure("AP").value({ matches: atRanks(), totalGold: 0, numRetrieved: 5 }),
    RangeError,
    "Cannot compute AP: the question has 0 gold papers",
  );
});

Deno.test("names are those of ir_measures, its aliases included, and repeated ones count once", () => {
  const names = parseMeasures("nDCG@10, NDCG@10,MAP,MRR,RPrec,RR@5,Recall@20,Precision@1,WSS@95")
    .map((measure) => measure.name);
  assertEquals(names, ["nDCG@10", "AP", "RR", "Rprec", "RR@5", "R@20", "P@1", "WSS@95"]);
});

Deno.test("an unknown measure is answered with the nearest one and the list", () => {
  for (
    const [text, expected] of [
      ["nDGC@10", 'Cannot compute measure "nDGC@10": there is no such measure; did you mean nDCG'],
      ["p@10", "did you mean P@10?"],
      ["Sucess@1", "did you mean Success@1?"],
      ["setf", "did you mean SetF?"],
      ["", "there is no such measure; Measures"],
      ["wisdom@10", "there is no such measure; Measures"],
      ["P", 'Cannot compute measure "P": it needs a cutoff, as in P@10'],
      ["WSS", "it needs a cutoff, as in WSS@95"],
      ["SetF@10", "SetF has no cutoff; write SetF"],
      ["R@0", "its cutoff must be a positive integer, as in R@10"],
      ["R@", "its cutoff must be a positive integer"],
      ["R@1e3", "its cutoff must be a positive integer"],
      ["AP@10@20", "its cutoff must be a positive integer"],
      ["TNR@101", "its recall must be an integer from 1 to 100 (percent), as in TNR@95"],
      ["nP@0.95", "its recall must be an integer from 1 to 100 (percent)"],
      ["P(rel=2)@10", "parameters in parentheses are not supported; measures: R@k, P@k"],
    ]
  ) assertThrows(() => parseMeasure(text!), Error, expected);
  assertThrows(() => parseMeasure("x@3"), Error, "nDCG[@k], AP[@k], RR[@k], Rprec, SetP");
  assertThrows(() => parseMeasures(" , "), Error, "is empty");
});

Deno.test("every measure in the table has its line of help", () => {
  assertEquals(measureHelp().length, measureKinds.length);
  for (const { notation, summary } of measureHelp()) {
    assert(summary.length > 10);
    parseMeasure(notation.replace("[@k]", "").replace("@k", "@10").replace("@r", "@95"));
  }
});

/** Any list with any credited ranks, gaps included. */
const anyQuestion: fc.Arbitrary<RankedQuestion> = fc.record({
  picks: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }),
  missed: fc.nat(8),
  others: fc.nat(60),
}).map(({ picks, missed, others }) => ({
  matches: atRanks(...picks.sort((a, b) => a - b)),
  totalGold: Math.max(1, picks.length + missed),
  numRetrieved: picks.length + others,
}));

Deno.test("ranking measures are finite, from 0 to 1, and 1 for gold papers first", () => {
  const all = "R@7,P@7,Success@7,nDCG,nDCG@7,AP,AP@7,RR,RR@7,Rprec,SetP,SetR,SetF";
  const measures = parseMeasures(all);
  fc.assert(fc.property(anyQuestion, (question) => {
    for (const measure of measures) {
      const value = measure.value(question)!;
      assert(value >= 0 && value <= 1 + 1e-12, `${measure.name} = ${value}`);
    }
    const perfect = {
      matches: Array.from({ length: question.totalGold }, (_, at) => ({ rank: at + 1 })),
      totalGold: question.totalGold,
      numRetrieved: question.totalGold,
    };
    for (const name of ["nDCG", "nDCG@7", "AP", "RR", "Rprec", "SetF"]) {
      assertAlmostEquals(parseMeasure(name).value(perfect)!, 1, 1e-12, name);
    }
  }));
});

Deno.test("a mean is null where any value is undefined, and says where", () => {
  const complete = { matches: atRanks(1, 2), totalGold: 2, numRetrieved: 8 };
  const incomplete = { matches: atRanks(1), totalGold: 2, numRetrieved: 8 };
  const measure = parseMeasure("WSS@100");
  assertEquals(measureQuestions(measure, [complete, incomplete]), {
    mean: null,
    values: [0.75, null],
    undefinedAt: [1],
  });
  assertEquals(measureQuestions(measure, []), { mean: null, values: [], undefinedAt: [] });
});
