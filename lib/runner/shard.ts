/** Splitting the questions of a run over several machines. */

/** One of N parts, K from 1. */
export interface Shard {
  k: number;
  n: number;
}

/**
 * Reads `K/N`.
 *
 * @throws {Error} where it is not that, or K is not from 1 to N.
 */
export function parseShard(text: string): Shard {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const [k, n] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || k < 1 || k > n) {
    throw new Error(
      `Cannot use --shard ${text}: it takes K/N with K from 1 to N, as in --shard 1/4`,
    );
  }
  return { k, n };
}

/**
 * Chooses the questions of a shard: every N-th, beginning with the K-th, in
 * the order of the list. All shards of one input together are the whole input,
 * each question once, and differ in size by one at the most.
 */
export function shardOf<T>(questions: readonly T[], { k, n }: Shard): T[] {
  return questions.filter((_, index) => index % n === k - 1);
}
