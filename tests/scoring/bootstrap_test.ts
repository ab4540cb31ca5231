import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { bootstrapIntervals, intervalsFromMeans } from "../../lib/scoring/bootstrap.ts";
import { resampledMeans } from "../../lib/scoring/resampled_means.ts";
import { type Contrast, scoreMatrix } from "../../lib/scoring/score_matrix.ts";
import { reference } from "./statistics_fixture.ts";

const { large } = reference;
const first: Contrast = { left: 0, right: null };
const difference: Contrast = { left: 0, right: 1 };

/** Scores as recall has them: a few fractions, with zeros and ones. */
const score = fc.tuple(fc.nat(10), fc.integer({ min: 10, max: 12 })).map(([a, b]) => a / b);
const pairs = fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 40 });

const matrixOf = (rows: readonly (readonly number[])[]) =>
  scoreMatrix(rows[0]!.map((_, column) => rows.map((row) => row[column]!)));

Deno.test("intervals meet SciPy's percentile bootstrap within its tolerance, for several seeds", () => {
  const matrix = scoreMatrix([large.a, large.b]);
  for (const seed of [0, 1, 20260131, 2 ** 53 - 1]) {
    const [mean, paired] = bootstrapIntervals(matrix, [first, difference], { seed });
    const check = (actual: number | null, expected: number) =>
      assertAlmostEquals(actual!, expected, large.tolerance.ci);
    check(mean!.low, large.ci95_mean_a_percentile_200k[0]);
    check(mean!.high, large.ci95_mean_a_percentile_200k[1]);
    check(paired!.low, large.ci95_mean_difference_percentile_200k[0]);
    check(paired!.high, large.ci95_mean_difference_percentile_200k[1]);
    assertAlmostEquals(mean!.estimate!, large.mean_a, 1e-12);
    assertAlmostEquals(paired!.estimate!, large.mean_a - large.mean_b, 1e-12);
    assertEquals([mean!.degenerate, paired!.degenerate], [null, null]);
  }
});

// Bounds from an independent Python implementation of the same draws, with numpy.percentile.
Deno.test("seed 1 gives the same bounds on every machine", () => {
  const matrix = scoreMatrix([large.a, large.b]);
  const [mean, paired] = bootstrapIntervals(matrix, [first, difference], {
    seed: 1,
    resamples: 2000,
  });
  assertAlmostEquals(mean!.low!, 0.5585983012936137, 1e-14);
  assertAlmostEquals(mean!.high!, 0.6183406813094312, 1e-14);
  assertAlmostEquals(paired!.low!, -0.05022226731601732, 1e-14);
  assertAlmostEquals(paired!.high!, -0.015690769300144434, 1e-14);
});

Deno.test("the same seed gives the same bytes, another seed others", () => {
  const run = (seed: number) =>
    JSON.stringify(bootstrapIntervals(scoreMatrix([large.a, large.b]), [difference], { seed }));
  assertEquals(run(7), run(7));
  assert(run(7) !== run(8));
});

Deno.test("resamples computed in chunks, in any order, give the same intervals", () => {
  const matrix = scoreMatrix([large.a, large.b, large.a]);
  const contrasts = [first, difference, { left: 1, right: null }];
  const whole = bootstrapIntervals(matrix, contrasts, { seed: 4, resamples: 500 });
  const chunk = (from: number, to: number) => resampledMeans(matrix, { seed: 4, from, to });
  const chunks = [chunk(333, 500), chunk(0, 7), chunk(7, 333)];
  assertEquals(intervalsFromMeans(matrix, contrasts, chunks), whole);
});

Deno.test("without keeping the means the intervals are the same to the last bit", () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 1500 }), fc.nat(), (rows, resamples, seed) => {
      const matrix = matrixOf(rows);
      const contrasts = [first, difference, { left: 1, right: null }];
      assertEquals(
        bootstrapIntervals(matrix, contrasts, { seed, resamples, keepUpTo: 0 }),
        bootstrapIntervals(matrix, contrasts, { seed, resamples }),
      );
    }),
    { numRuns: 30 },
  );
});

Deno.test("a pair's interval is that of its differences as a column of their own", () => {
  const differences = large.a.map((score, at) => score - large.b[at]!);
  const options = { seed: 9, resamples: 1000 };
  const [pair] = bootstrapIntervals(scoreMatrix([large.a, large.b]), [difference], options);
  const [column] = bootstrapIntervals(scoreMatrix([differences]), [first], options);
  assertAlmostEquals(pair!.low!, column!.low!, 1e-13);
  assertAlmostEquals(pair!.high!, column!.high!, 1e-13);
});

Deno.test("an interval contains its estimate and lies between the least and the largest score", () => {
  fc.assert(
    fc.property(pairs, fc.nat(), (rows, seed) => {
      const [mean, paired] = bootstrapIntervals(matrixOf(rows), [first, difference], {
        seed,
        resamples: 1000,
      });
      for (const { estimate, low, high } of [mean!, paired!]) {
        assert(low! <= estimate! && estimate! <= high!, `${low} ${estimate} ${high}`);
      }
      const scores = rows.map(([score]) => score);
      assert(mean!.low! >= Math.min(...scores) - 1e-12);
      assert(mean!.high! <= Math.max(...scores) + 1e-12);
    }),
    { numRuns: 60 },
  );
});

Deno.test("constant scores and a single question have a flagged interval of width 0", () => {
  for (const { values, ci95 } of reference.degenerate) {
    assertEquals(bootstrapIntervals(scoreMatrix([values]), [first], { seed: 1 }), [{
      estimate: ci95[0],
      low: ci95[0],
      high: ci95[1],
      degenerate: values.length === 1 ? "one question" : "constant",
    }]);
  }
});

Deno.test("differences that agree but for rounding are constant", () => {
  const matrix = scoreMatrix([[0.3, 0.5, 0.8], [0.2, 0.4, 0.7]]);
  const [interval] = bootstrapIntervals(matrix, [difference], { seed: 1 });
  assertEquals(interval!.degenerate, "constant");
  assertEquals(interval!.low, interval!.high);
});

Deno.test("no question at all has no interval", () => {
  assertEquals(bootstrapIntervals(scoreMatrix([[]]), [first], { seed: 1 }), [
    { estimate: null, low: null, high: null, degenerate: "no questions" },
  ]);
});

Deno.test("one resample is no interval, however the means are kept", () => {
  const matrix = scoreMatrix([[1, 0, 0, 1]]);
  for (const keepUpTo of [0, 1]) {
    assertEquals(bootstrapIntervals(matrix, [first], { seed: 1, resamples: 1, keepUpTo }), [
      { estimate: 0.5, low: 0.5, high: 0.5, degenerate: "one resample" },
    ]);
  }
});

Deno.test("columns of different length and scores that are no numbers are refused", () => {
  assertThrows(
    () => scoreMatrix([[1, 0], [1]]),
    RangeError,
    "column 1 has 1 questions, column 0 has 2",
  );
  assertThrows(
    () => scoreMatrix([[1, NaN]]),
    RangeError,
    "question 1 of column 0 has the score NaN",
  );
});

Deno.test("a number of resamples that is no positive integer is refused with its value", () => {
  for (const resamples of [0, -5, 2.5, NaN]) {
    assertThrows(
      () => bootstrapIntervals(scoreMatrix([[1, 0]]), [first], { seed: 1, resamples }),
      RangeError,
      `Cannot resample ${resamples} times`,
    );
  }
});
