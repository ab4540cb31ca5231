import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { exactSignFlip } from "../../lib/scoring/exact_sign_flip.ts";
import {
  countExtremeFlips,
  EXACT_UP_TO,
  monteCarloP,
  permutationTests,
} from "../../lib/scoring/permutation.ts";
import { scoreMatrix } from "../../lib/scoring/score_matrix.ts";
import { reference } from "./statistics_fixture.ts";

const { large } = reference;
const pair = { left: 0, right: 1 };

Deno.test("small samples are enumerated and meet the exhaustive p-values exactly", () => {
  for (const { a, b, exact_sign_flip_p_two_sided: p } of reference.small_exact) {
    assertEquals(permutationTests(scoreMatrix([a, b]), [pair], { seed: 1 }), [
      { p, method: "exact", degenerate: null },
    ]);
  }
});

Deno.test("counting by halves is counting one by one", () => {
  const difference = fc.integer({ min: -6, max: 6 }).filter((value) => value !== 0)
    .map((value) => value / 7);
  fc.assert(fc.property(fc.array(difference, { minLength: 1, maxLength: 9 }), (differences) => {
    const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
    const assignments = 2 ** differences.length;
    let reached = 0;
    for (let signs = 0; signs < assignments; signs++) {
      const sum = differences.reduce(
        (sum, value, at) => sum + ((signs >> at) & 1 ? value : -value),
        0,
      );
      if (Math.abs(sum) >= observed - 1e-12) reached++;
    }
    assertEquals(exactSignFlip(differences, 1e-12), reached / assignments);
  }));
});

Deno.test("a large sample meets SciPy's p-value within its tolerance, for several seeds", () => {
  const matrix = scoreMatrix([large.a, large.b]);
  for (const seed of [0, 1, 20260131, 2 ** 53 - 1]) {
    const [test] = permutationTests(matrix, [pair], { seed });
    assertAlmostEquals(
      test!.p!,
      large.sign_flip_permutation_p_two_sided_200k,
      large.tolerance.p,
    );
    assertEquals(test!.method, "monte carlo");
  }
});

// From an independent Python implementation of the same signs.
Deno.test("seed 1 gives the same p-values on every machine", () => {
  const shifted = large.b.map((score) => score - 0.02);
  const tests = permutationTests(
    scoreMatrix([large.a, large.b, shifted]),
    [pair, { left: 0, right: 2 }],
    { seed: 1, resamples: 2000 },
  );
  assertEquals(tests.map((test) => test.p), [0.0004997501249375312, 0.1664167916041979]);
});

Deno.test("random signs agree with enumeration where both can be had", () => {
  const a = large.a.slice(0, 20), b = large.b.slice(0, 20).map((score) => score - 0.08);
  const matrix = scoreMatrix([a, b]);
  const [exact] = permutationTests(matrix, [pair], { seed: 1 });
  assertEquals(exact!.method, "exact");
  const [count] = countExtremeFlips(matrix, [pair], { seed: 1, from: 0, to: 40_000 });
  assertAlmostEquals(monteCarloP(count!, 40_000), exact!.p!, 0.01);
});

Deno.test("counts of chunks add up to the count of the whole", () => {
  const matrix = scoreMatrix([large.a, large.b.map((score) => score - 0.03)]);
  const count = (from: number, to: number) =>
    countExtremeFlips(matrix, [pair], { seed: 2, from, to })[0]!;
  assertEquals(count(0, 1500) + count(1500, 1501) + count(1501, 4000), count(0, 4000));
});

Deno.test("p is above 0 and at most 1, and the same for the pair turned round", () => {
  const score = fc.nat(10).map((value) => value / 10);
  const rows = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(rows, fc.nat(), (rows, seed) => {
      const matrix = scoreMatrix([rows.map(([a]) => a), rows.map(([, b]) => b)]);
      const [test, turned] = permutationTests(matrix, [pair, { left: 1, right: 0 }], {
        seed,
        resamples: 200,
      });
      assert(test!.p! > 0 && test!.p! <= 1);
      assertEquals(turned, test);
    }),
    { numRuns: 50 },
  );
});

Deno.test("questions without a difference do not decide whether signs are enumerated", () => {
  const a = [...Array(EXACT_UP_TO).fill(0.5), ...Array(500).fill(1)];
  const b = [...Array(EXACT_UP_TO).fill(0.25), ...Array(500).fill(1)];
  assertEquals(permutationTests(scoreMatrix([a, b]), [pair], { seed: 1 }), [
    { p: 2 / 2 ** EXACT_UP_TO, method: "exact", degenerate: null },
  ]);
});

Deno.test("degenerate tests are flagged", () => {
  const test = (a: number[], b: number[]) =>
    permutationTests(scoreMatrix([a, b]), [pair], { seed: 1 })[0];
  assertEquals(test([], []), { p: null, method: "exact", degenerate: "no questions" });
  assertEquals(test([1], [0]), { p: 1, method: "exact", degenerate: "one question" });
  assertEquals(test([1, 0], [1, 0]), { p: 1, method: "exact", degenerate: "no difference" });
});

Deno.test("more differences than can be enumerated are refused", () => {
  assertThrows(() => exactSignFlip(Array(41).fill(1), 0), RangeError, "41 differences");
});
