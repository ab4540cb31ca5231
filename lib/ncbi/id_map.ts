/** Numbers by id, in little memory. */

const BLOCK = 1024;

/**
 * A map from safe integers from 0 up to positive 32-bit integers, kept as
 * blocks of 1,024. Unlike a `Map` it has no limit of sixteen million entries.
 */
export class IdMap {
  #blocks = new Map<number, Uint32Array>();

  /** Keeps a value, from 1 to 2^32 - 1. */
  set(id: number, value: number): void {
    const key = Math.floor(id / BLOCK);
    let block = this.#blocks.get(key);
    if (!block) this.#blocks.set(key, block = new Uint32Array(BLOCK));
    block[id % BLOCK] = value;
  }

  /** The value of an id, or null where it has none. */
  get(id: number): number | null {
    return this.#blocks.get(Math.floor(id / BLOCK))?.[id % BLOCK] || null;
  }
}
