import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { countDraws, fillWords, randomState } from "../../lib/scoring/random.ts";

const unsigned = (words: Int32Array) => [...words].map((word) => word >>> 0);

Deno.test("the generator is xoshiro128**: its reference outputs from state 1, 2, 3, 4", () => {
  const words = new Int32Array(10);
  fillWords(new Int32Array([1, 2, 3, 4]), words);
  assertEquals(unsigned(words), [
    11520,
    0,
    5927040,
    70819200,
    2031721883,
    1637235492,
    1287239034,
    3734860849,
    3729100597,
    4258142804,
  ]);
});

Deno.test("numbers drawn in pieces continue the sequence", () => {
  const whole = new Int32Array(9);
  fillWords(randomState(3, 1, 0), whole);
  const state = randomState(3, 1, 0);
  const first = new Int32Array(4), second = new Int32Array(5);
  fillWords(state, first);
  fillWords(state, second);
  assertEquals([...first, ...second], [...whole]);
});

// Values of an independent Python implementation with unbounded integers.
Deno.test("a seed, a stream and an index give the same state on every machine", () => {
  assertEquals(
    unsigned(randomState(20260131, 1, 7)),
    [3394613384, 1825268525, 1853748076, 3341168661],
  );
  assertEquals(
    unsigned(randomState(2 ** 53 - 1, 2, 0)),
    [1781084682, 4189809391, 1911500740, 2088394107],
  );
});

Deno.test("different seeds, streams and indices have different states", () => {
  const part = fc.nat(2 ** 31 - 1);
  const key = fc.tuple(fc.maxSafeNat(), part, part);
  fc.assert(fc.property(key, key, (a, b) => {
    fc.pre(a.some((value, at) => value !== b[at]));
    assert(randomState(...a).some((word, at) => word !== randomState(...b)[at]));
  }));
});

Deno.test("a seed that is no integer from 0 to 2^53 - 1 is refused with its value", () => {
  for (const seed of [-1, 1.5, NaN, 2 ** 53]) {
    assertThrows(() => randomState(seed, 1, 0), RangeError, `${seed} is not an integer`);
  }
});

Deno.test("draws are as many as the bound, the same on every machine", () => {
  const counts = new Int32Array(10);
  countDraws(randomState(5, 1, 0), counts, new Int32Array(10));
  assertEquals([...counts], [0, 1, 1, 2, 2, 1, 0, 2, 0, 1]);
});

Deno.test("every integer below the bound is drawn equally often", () => {
  const bound = 97, resamples = 5000;
  const counts = new Int32Array(bound), words = new Int32Array(bound);
  const totals = new Float64Array(bound);
  for (let index = 0; index < resamples; index++) {
    countDraws(randomState(11, 1, index), counts, words);
    counts.forEach((count, at) => totals[at] = totals[at]! + count);
  }
  const chiSquare = totals.reduce((sum, total) => sum + (total - resamples) ** 2 / resamples, 0);
  // 96 degrees of freedom: 96 on average, above 147 once in two thousand seeds.
  assert(chiSquare > 50 && chiSquare < 147, `chi-square ${chiSquare}`);
});

Deno.test("one draw from one integer, and a bound beyond exact products refused", () => {
  const one = new Int32Array(1);
  countDraws(randomState(1, 1, 0), one, new Int32Array(1));
  assertEquals([...one], [1]);
  const large = new Int32Array(2 ** 21 + 1);
  assertThrows(
    () => countDraws(randomState(1, 1, 0), large, large),
    RangeError,
    "Cannot draw from 2097153 questions",
  );
});
