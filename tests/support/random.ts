/** Seeded random choices for tests that throw dice. */

/** A small generator (mulberry32): good enough to choose mutations and moments. */
export class Random {
  #state: number;

  /** @param seed Any integer; only its low 32 bits count. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The generator of one case of a family: the same for the same three values. */
  static of(seed: number, family: string, index: number): Random {
    let hash = 0x811c9dc5 ^ seed;
    for (const character of `${family} ${index}`) {
      hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
    }
    return new Random(hash);
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    return items.map((item) => [this.next(), item] as const)
      .sort(([a], [b]) => a - b).map(([, item]) => item);
  }
}
