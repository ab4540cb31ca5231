/** Lists by question, packed: what of a benchmark has to stay in memory, in little of it. */

/** Bytes of a block; a list lies in one. */
const BLOCK = 1 << 20;

/** What a list is made of while it is packed. */
export type Cell = string | number | null;

/** A list for each question that has one, whether packed or plain. */
export interface ListsByQuestion<Item> {
  /** Whether the question at a position has a list, though it be empty. */
  has(position: number): boolean;
  /** The list of the question at a position; undefined where it has none. */
  at(position: number): readonly Item[] | undefined;
}

/** How the items of a list become cells and are made of them again. */
export interface ItemShape<Item> {
  /** Cells of one item; the same number for each. */
  readonly pack: (item: Item) => readonly Cell[];
  /** Makes an item of the cells at a place and behind it. */
  readonly unpack: (cells: readonly Cell[], place: number) => Item;
  /** Cells that an item takes. */
  readonly width: number;
}

/**
 * Keeps a list for each of many questions as bytes, and unpacks one when it is
 * asked for. As objects, half a million gold papers take a third of a kilobyte
 * each, and a garbage collector that sees so many of them stay lets the heap
 * grow to several times their size; bytes lie outside of that heap.
 *
 * @example
 * ```ts
 * import { PackedLists } from "./packed_lists.ts";
 * const ranks = new PackedLists<number>({
 *   width: 1,
 *   pack: (rank) => [rank],
 *   unpack: (cells, place) => cells[place] as number,
 * });
 * ranks.set(3, [1, 20]);
 * if (ranks.at(3)?.[1] !== 20 || ranks.at(0) !== undefined) throw new Error();
 * ```
 */
export class PackedLists<Item> implements ListsByQuestion<Item> {
  readonly #shape: ItemShape<Item>;
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes in use of the last block. */
  #used = 0;
  /** By position; -1 where there is no list. */
  readonly #blockOf: number[] = [];
  readonly #startOf: number[] = [];
  readonly #endOf: number[] = [];
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(shape: ItemShape<Item>) {
    this.#shape = shape;
  }

  /**
   * Keeps the list of a question.
   *
   * @param position Of the question, from 0; any order, each once.
   */
  set(position: number, items: readonly Item[]): void {
    // JSON escapes what UTF-8 cannot hold, so every string comes back as it was.
    const cells: Cell[] = [];
    for (const item of items) cells.push(...this.#shape.pack(item));
    const bytes = this.#encoder.encode(JSON.stringify(cells));
    let block = this.#blocks.at(-1);
    if (!block || this.#used + bytes.length > block.length) {
      block = new Uint8Array(Math.max(BLOCK, bytes.length));
      this.#blocks.push(block);
      this.#used = 0;
    }
    block.set(bytes, this.#used);
    while (this.#blockOf.length <= position) {
      this.#blockOf.push(-1);
      this.#startOf.push(-1);
      this.#endOf.push(-1);
    }
    this.#blockOf[position] = this.#blocks.length - 1;
    this.#startOf[position] = this.#used;
    this.#endOf[position] = this.#used += bytes.length;
  }

  /** Whether a list was kept for a question; quicker than unpacking it. */
  has(position: number): boolean {
    return (this.#blockOf[position] ?? -1) !== -1;
  }

  /** The list of a question, made anew at each call; undefined where none was kept. */
  at(position: number): Item[] | undefined {
    const block = this.#blocks[this.#blockOf[position] ?? -1];
    if (!block) return undefined;
    const bytes = block.subarray(this.#startOf[position], this.#endOf[position]);
    const cells: readonly Cell[] = JSON.parse(this.#decoder.decode(bytes));
    const { width, unpack } = this.#shape;
    const items: Item[] = [];
    for (let place = 0; place < cells.length; place += width) items.push(unpack(cells, place));
    return items;
  }
}
