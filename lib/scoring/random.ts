/**
 * Seeded random numbers that are the same on every machine: only 32-bit
 * integer operations and exact products below 2^53.
 *
 * The generator is xoshiro128** (Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", ACM TOMS 47(4), 2021). Each resample has a
 * generator of its own, so that resamples can be computed in any order, in any
 * chunks and by any number of workers with one and the same result.
 */

/** The state of one generator: four 32-bit words, not all zero. */
export type RandomState = Int32Array;

/** Bounds above this would make the product in `boundedInteger` inexact. */
const MAX_BOUND = 2 ** 21;

const TWO_32 = 2 ** 32;
const GOLDEN = 0x9e3779b9;

/** A bijection of 32-bit words in which every input bit moves every output bit (MurmurHash3's finaliser). */
function mix(word: number): number {
  let x = word | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/**
 * The generator number `index` of a family of streams.
 *
 * Every word of the state is a hash of all three numbers; words of two
 * different indices of one stream always differ.
 *
 * @param seed The user's seed, an integer from 0 to 2^53 - 1.
 * @param stream What the numbers are for, so that two uses of one seed do not share numbers (integer, 32 bits).
 * @param index Which generator of the stream, for example the number of the resample (integer, 32 bits).
 * @throws {RangeError} where the seed is no such integer.
 */
export function randomState(
  seed: number,
  stream: number,
  index: number,
): RandomState {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(
      `Cannot seed the random numbers: ${seed} is not an integer from 0 to 2^53 - 1`,
    );
  }
  const parts = [seed % TWO_32, Math.floor(seed / TWO_32), stream, index];
  const state = new Int32Array(4);
  for (let word = 0; word < 4; word++) {
    let hash = Math.imul(word + 1, GOLDEN);
    for (const part of parts) hash = (mix(hash ^ part) + GOLDEN) | 0;
    state[word] = hash;
  }
  // The generator would stay at zero for ever from an all-zero state.
  if (state.every((word) => word === 0)) state[0] = 1;
  return state;
}

/**
 * Fills `out` with the next words of the generator and advances it.
 *
 * Words are signed: `word >>> 0` is the unsigned value.
 */
export function fillWords(state: RandomState, out: Int32Array): void {
  let a = state[0]!, b = state[1]!, c = state[2]!, d = state[3]!;
  for (let i = 0; i < out.length; i++) {
    const product = Math.imul(b, 5);
    out[i] = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
}

/**
 * Counts `bound` draws with replacement from the integers 0 to `bound` - 1.
 *
 * Unbiased: the multiply-and-reject method of Lemire ("Fast random integer
 * generation in an interval", ACM TOMACS 29(1), 2019).
 *
 * @param state The generator; advanced.
 * @param counts Receives how often each integer was drawn; its length is the bound, at most 2^21.
 * @param words Scratch space of the same length.
 * @throws {RangeError} where the bound is larger.
 */
export function countDraws(
  state: RandomState,
  counts: Int32Array,
  words: Int32Array,
): void {
  const bound = counts.length;
  if (bound > MAX_BOUND) {
    throw new RangeError(
      `Cannot draw from ${bound} questions: the limit is ${MAX_BOUND}`,
    );
  }
  counts.fill(0);
  const threshold = TWO_32 % bound;
  const spare = new Int32Array(1);
  fillWords(state, words);
  for (let i = 0; i < bound; i++) {
    let word = words[i]! >>> 0;
    // The low 32 bits of the product tell which words would favour some integers.
    while ((Math.imul(word, bound) >>> 0) < threshold) {
      fillWords(state, spare);
      word = spare[0]! >>> 0;
    }
    const drawn = Math.floor(word * bound / TWO_32);
    counts[drawn] = counts[drawn]! + 1;
  }
}
