/** A set of integers as bits: the ids of a file of any length in little memory. */

const BITS = 4096;

/**
 * A set of safe integers from 0 up, kept as blocks of 4,096 bits. The forty
 * million PMIDs that PubMed has given fit in some 5 MB; a `Set` cannot hold
 * more than sixteen million entries.
 */
export class IdSet {
  #blocks = new Map<number, Uint32Array>();
  #size = 0;

  /** How many ids it holds. */
  get size(): number {
    return this.#size;
  }

  /** Adds an id; adding it again changes nothing. */
  add(id: number): void {
    const key = Math.floor(id / BITS);
    let block = this.#blocks.get(key);
    if (!block) this.#blocks.set(key, block = new Uint32Array(BITS / 32));
    const bit = id % BITS;
    const word = block[bit >>> 5] ?? 0;
    const mask = (1 << (bit & 31)) >>> 0;
    if ((word & mask) !== 0) return;
    block[bit >>> 5] = word | mask;
    this.#size++;
  }

  /** Its ids in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const key of [...this.#blocks.keys()].sort((a, b) => a - b)) {
      const block = this.#blocks.get(key) ?? new Uint32Array(0);
      for (let word = 0; word < block.length; word++) {
        const bits = block[word] ?? 0;
        for (let bit = 0; bits !== 0 && bit < 32; bit++) {
          if ((bits & (1 << bit)) !== 0) yield key * BITS + word * 32 + bit;
        }
      }
    }
  }
}
