import { fillWords, randomState } from "./random.ts";
import type { ResampleRange } from "./resampled_means.ts";
import { COLUMN_BLOCK, type ScoreMatrix } from "./score_matrix.ts";

/** Keeps the permutation test's numbers apart from those of the bootstrap. */
const SIGN_FLIP_STREAM = 2;

/** Questions whose 16 assignments of signs are summed beforehand; divides 32. */
const GROUP = 4;
const ASSIGNMENTS = 2 ** GROUP;
const GROUPS_A_WORD = 32 / GROUP;

/** Flips computed at a time: bounds the memory for their signs. */
const BLOCK = 1024;

/**
 * Sums of all columns under random signs of the questions.
 *
 * In a flip each question's scores keep or change their sign together, in all
 * columns. The sum of a pair's differences under those signs is therefore the
 * difference of two columns here, and one set of signs serves every pair and
 * cutoff: each test by itself is an ordinary Monte Carlo sign-flip test.
 *
 * The sums of every 4 questions under their 16 assignments are tabulated once
 * a block, which takes four fifths off the additions. A flip depends on the seed
 * and its number only: ranges can be computed apart.
 *
 * @param visit Receives the sums of one flip; they are overwritten by the next.
 */
export function forEachSignFlip(
  matrix: ScoreMatrix,
  { seed, from, to }: ResampleRange,
  visit: (sums: Float64Array) => void,
): void {
  const { stride } = matrix;
  const words = new Int32Array(Math.ceil(matrix.questions / 32));
  const groups = words.length * GROUPS_A_WORD;
  const flips = Math.min(BLOCK, Math.max(to - from, 0));
  const signs = new Uint8Array(flips * groups);
  const sums = new Float64Array(flips * stride);
  const table = new Float64Array(groups * ASSIGNMENTS * COLUMN_BLOCK);
  for (let start = from; start < to; start += BLOCK) {
    const size = Math.min(BLOCK, to - start);
    for (let flip = 0; flip < size; flip++) {
      fillWords(randomState(seed, SIGN_FLIP_STREAM, start + flip), words);
      unpackSigns(words, signs, flip * groups);
    }
    for (let block = 0; block < stride; block += COLUMN_BLOCK) {
      tabulate(matrix, block, table);
      for (let flip = 0; flip < size; flip++) {
        sumGroups(table, signs, flip * groups, groups, sums, flip * stride + block);
      }
    }
    for (let flip = 0; flip < size; flip++) {
      visit(sums.subarray(flip * stride, (flip + 1) * stride));
    }
  }
}

/** One assignment number (0 to 15) a group of questions, from one random bit a question. */
function unpackSigns(words: Int32Array, signs: Uint8Array, at: number): void {
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    for (let shift = 0; shift < 32; shift += GROUP) {
      signs[at++] = (word >>> shift) & (ASSIGNMENTS - 1);
    }
  }
}

/** For each group, assignment and column of the block: the signed sum of the group's scores. */
function tabulate(
  { questions, stride, values }: ScoreMatrix,
  block: number,
  table: Float64Array,
): void {
  table.fill(0);
  const size = ASSIGNMENTS * COLUMN_BLOCK;
  for (let question = 0; question < questions; question++) {
    const group = Math.floor(question / GROUP) * size;
    const member = question % GROUP;
    const row = question * stride + block;
    for (let assignment = 0; assignment < ASSIGNMENTS; assignment++) {
      const at = group + assignment * COLUMN_BLOCK;
      const sign = (assignment >>> member) & 1 ? 1 : -1;
      for (let column = 0; column < COLUMN_BLOCK; column++) {
        table[at + column] = table[at + column]! +
          sign * values[row + column]!;
      }
    }
  }
}

/** Adds up one flip for the columns of a block. */
function sumGroups(
  table: Float64Array,
  signs: Uint8Array,
  firstSign: number,
  groups: number,
  sums: Float64Array,
  target: number,
): void {
  let sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0;
  for (let group = 0; group < groups; group++) {
    // An integer product without overflow check: twice as fast as `*` here.
    const at = Math.imul(group * ASSIGNMENTS + signs[firstSign + group]!, COLUMN_BLOCK);
    sum0 += table[at]!;
    sum1 += table[at + 1]!;
    sum2 += table[at + 2]!;
    sum3 += table[at + 3]!;
    sum4 += table[at + 4]!;
  }
  sums[target] = sum0;
  sums[target + 1] = sum1;
  sums[target + 2] = sum2;
  sums[target + 3] = sum3;
  sums[target + 4] = sum4;
}
