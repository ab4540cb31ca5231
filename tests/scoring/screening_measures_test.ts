import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseMeasure } from "../../lib/scoring/measures.ts";
import type { RankedQuestion } from "../../lib/scoring/ranked_question.ts";
import {
  normalisedPrecision,
  screenUntil,
  trueNegativeRate,
  workSavedOverSampling,
} from "../../lib/scoring/screening_measures.ts";

const atRanks = (...ranks: number[]) => ranks.map((rank) => ({ rank }));

/** A ranking of a whole pool with gold papers at the given ranks. */
const ranking = (ranks: number[], numRetrieved: number): RankedQuestion => ({
  matches: atRanks(...ranks),
  totalGold: ranks.length,
  numRetrieved,
});

// Worked by hand. 40 gold papers in a pool of 1,000; 95 % of them are 38, and
// the 38th stands at rank 200. Read: 38 gold papers and 162 others. Not read:
// 2 gold papers and 798 of the 960 others.
const review = ranking(
  [...Array.from({ length: 37 }, (_, at) => at * 5 + 1), 200, 700, 999],
  1000,
);

Deno.test("worked example: WSS@95 is (798 + 2) / 1000 - 0.05", () => {
  assertEquals(screenUntil(review, 95), {
    truePositives: 38,
    falsePositives: 162,
    trueNegatives: 798,
    falseNegatives: 2,
  });
  assertAlmostEquals(parseMeasure("WSS@95").value(review)!, 0.75, 1e-15);
});

Deno.test("worked example: TNR@95 is 798 / 960", () => {
  assertEquals(parseMeasure("TNR@95").value(review), 0.83125);
});

Deno.test("worked example: nP@95 is 38 / 200 times 798 / 960", () => {
  assertAlmostEquals(parseMeasure("nP@95").value(review)!, 0.1579375, 1e-15);
});

Deno.test("worked example: at 50 % the second of two gold papers may stay unread", () => {
  const small = ranking([1, 4], 10);
  assertAlmostEquals(workSavedOverSampling(small, 50)!, 0.4, 1e-15);
  assertEquals(trueNegativeRate(small, 50), 1);
  assertEquals(normalisedPrecision(small, 50), 1);
  assertAlmostEquals(workSavedOverSampling(small, 95)!, 0.55, 1e-15);
  assertEquals(trueNegativeRate(small, 95), 0.75);
  assertEquals(normalisedPrecision(small, 95), 0.375);
});

Deno.test("19 of 20 gold papers are 95 %, not 20", () => {
  const question = ranking([...Array.from({ length: 19 }, (_, at) => at + 1), 100], 100);
  assertEquals(screenUntil(question, 95)!.truePositives, 19);
});

/** A pool with all its gold papers ranked. */
const pools = fc.integer({ min: 2, max: 200 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    ranks: fc.uniqueArray(fc.integer({ min: 1, max: size }), { minLength: 1, maxLength: size - 1 })
      .map((ranks) => ranks.sort((a, b) => a - b)),
    percent: fc.integer({ min: 1, max: 100 }),
  })
);

/** (value - worst) / (best - worst) over all rankings with the same pool, gold and papers found. */
function scaled(value: number, worst: number, best: number): number {
  return (value - worst) / (best - worst);
}

Deno.test("TNR is WSS scaled between the worst and the best ranking (Kusa et al. 2023)", () => {
  fc.assert(fc.property(pools, ({ size, ranks, percent }) => {
    const gold = ranks.length;
    const best = ranking(ranks.map((_, at) => at + 1), size);
    const worst = ranking(ranks.map((_, at) => size - gold + 1 + at), size);
    assertAlmostEquals(
      trueNegativeRate(ranking(ranks, size), percent)!,
      scaled(
        workSavedOverSampling(ranking(ranks, size), percent)!,
        workSavedOverSampling(worst, percent)!,
        workSavedOverSampling(best, percent)!,
      ),
      1e-9,
    );
  }));
});

Deno.test("nP is precision scaled between the worst and the best ranking (Kusa et al. 2024)", () => {
  const precision = (question: RankedQuestion, percent: number) => {
    const { truePositives, falsePositives } = screenUntil(question, percent)!;
    return truePositives / (truePositives + falsePositives);
  };
  fc.assert(fc.property(pools, ({ size, ranks, percent }) => {
    const gold = ranks.length;
    const best = ranking(ranks.map((_, at) => at + 1), size);
    const worst = ranking(ranks.map((_, at) => size - gold + 1 + at), size);
    assertAlmostEquals(
      normalisedPrecision(ranking(ranks, size), percent)!,
      scaled(
        precision(ranking(ranks, size), percent),
        precision(worst, percent),
        precision(best, percent),
      ),
      1e-9,
    );
  }));
});

Deno.test("values stay in their ranges", () => {
  fc.assert(fc.property(pools, ({ size, ranks, percent }) => {
    const question = ranking(ranks, size);
    const saved = workSavedOverSampling(question, percent)!;
    assert(saved >= -(100 - percent) / 100 - 1e-12 && saved < 1);
    for (
      const value of [trueNegativeRate(question, percent)!, normalisedPrecision(question, percent)!]
    ) {
      assert(value >= 0 && value <= 1);
    }
  }));
});

Deno.test("a list that lacks gold papers is no ranking of an unknown pool", () => {
  const list = { matches: atRanks(1, 3), totalGold: 4, numRetrieved: 100 };
  assertEquals(workSavedOverSampling(list, 50), null);
  assertEquals(trueNegativeRate(list, 50), null);
  assertEquals(normalisedPrecision(list, 50), null);
});

Deno.test("with the pool's size known, the rest of the pool has to be read where the target is missed", () => {
  const list = { matches: atRanks(1, 3), totalGold: 4, numRetrieved: 100, poolSize: 200 };
  assertAlmostEquals(workSavedOverSampling(list, 50)!, 197 / 200 - 0.5, 1e-15);
  assertAlmostEquals(workSavedOverSampling(list, 95)!, -0.05, 1e-15);
  assertEquals(trueNegativeRate(list, 95), 0);
  assertEquals(normalisedPrecision(list, 95), 0);
});

Deno.test("ranks or gold beyond the pool leave the measures undefined", () => {
  assertEquals(screenUntil({ matches: atRanks(12), totalGold: 1, numRetrieved: 10 }, 95), null);
  assertEquals(
    screenUntil({ matches: atRanks(1), totalGold: 9, numRetrieved: 4, poolSize: 8 }, 95),
    null,
  );
});

Deno.test("a pool of gold papers only leaves nothing to save", () => {
  const all = ranking([1, 2, 3], 3);
  assertEquals(trueNegativeRate(all, 100), 0);
  assertEquals(normalisedPrecision(all, 100), 0);
  assertEquals(workSavedOverSampling(all, 100), 0);
});

Deno.test("a list that ranks more papers than the pool has is no ranking of the pool", () => {
  // Three gold papers in a pool of ten; the list has one paper from elsewhere instead of the third.
  const foreign = { matches: atRanks(9, 10), totalGold: 3, numRetrieved: 10, poolSize: 10 };
  for (const measure of ["WSS@50", "TNR@50", "nP@50"]) {
    assertEquals(parseMeasure(measure).value(foreign), null, measure);
  }
  const long = { matches: atRanks(1, 2, 3), totalGold: 3, numRetrieved: 11, poolSize: 10 };
  assertEquals(screenUntil(long, 95), null);
  assertEquals(screenUntil({ ...long, numRetrieved: 10 }, 95)?.trueNegatives, 7);
});

Deno.test("no count is negative, whatever the list and the pool", () => {
  const lists = fc.record({
    matches: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 })
      .map((ranks) => atRanks(...ranks.sort((a, b) => a - b))),
    missed: fc.nat(4),
    numRetrieved: fc.nat(30),
    poolSize: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  });
  fc.assert(fc.property(lists, fc.integer({ min: 1, max: 100 }), (list, percent) => {
    const totalGold = list.matches.length + list.missed;
    fc.pre(totalGold > 0);
    const state = screenUntil({ ...list, totalGold }, percent);
    for (const count of Object.values(state ?? {})) assert(count >= 0, JSON.stringify(state));
  }));
});
