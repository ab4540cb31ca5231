/** A set of integers as bits: the ids of a file of any length in little memory. */

const BITS = 4096;
const WORDS = BITS / 32;

/** The ids from `BITS` times its key on. */
interface Block {
  bits: Uint32Array;
  /** Ids in the blocks before it; valid while the places are. */
  base: number;
  /** Ids in the words before each; made with the places. */
  before: Uint16Array | null;
}

/**
 * A set of safe integers from 0 up, kept as blocks of 4,096 bits. The forty
 * million PMIDs that PubMed has given fit in some 5 MB; a `Set` cannot hold
 * more than sixteen million entries.
 */
export class IdSet {
  #blocks = new Map<number, Block>();
  #size = 0;
  #placed = false;

  /** How many ids it holds. */
  get size(): number {
    return this.#size;
  }

  /** Adds an id; adding it again changes nothing. */
  add(id: number): void {
    const key = Math.floor(id / BITS);
    let block = this.#blocks.get(key);
    if (!block) {
      block = { bits: new Uint32Array(WORDS), base: 0, before: null };
      this.#blocks.set(key, block);
    }
    const bit = id % BITS;
    const word = block.bits[bit >>> 5]!;
    const mask = maskOf(bit);
    if ((word & mask) !== 0) return;
    block.bits[bit >>> 5] = word | mask;
    this.#size++;
    this.#placed = false;
  }

  /** The place of an id among all in ascending order, from 0; -1 where it is not in the set. */
  placeOf(id: number): number {
    if (!this.#placed) this.#place();
    const block = this.#blocks.get(Math.floor(id / BITS));
    if (!block) return -1;
    const bit = id % BITS;
    const word = block.bits[bit >>> 5]!;
    const mask = maskOf(bit);
    if ((word & mask) === 0) return -1;
    return block.base + block.before![bit >>> 5]! + bitCount(word & (mask - 1));
  }

  /** Its ids in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [key, { bits }] of this.#ordered()) {
      for (const [at, word] of bits.entries()) {
        for (let bit = 0; word !== 0 && bit < 32; bit++) {
          if ((word & maskOf(bit)) !== 0) yield key * BITS + at * 32 + bit;
        }
      }
    }
  }

  #ordered(): [number, Block][] {
    return [...this.#blocks].sort(([one], [other]) => one - other);
  }

  #place(): void {
    let base = 0;
    for (const [, block] of this.#ordered()) {
      block.base = base;
      block.before ??= new Uint16Array(WORDS);
      let before = 0;
      for (const [at, word] of block.bits.entries()) {
        block.before[at] = before;
        before += bitCount(word);
      }
      base += before;
    }
    this.#placed = true;
  }
}

/** The bit of an id within its word of 32. */
function maskOf(bit: number): number {
  return (1 << (bit & 31)) >>> 0;
}

/** How many bits of a word are set: added up in pairs, in fours, in bytes, then all. */
function bitCount(word: number): number {
  word -= word >>> 1 & 0x55555555;
  word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
  return Math.imul(word + (word >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
