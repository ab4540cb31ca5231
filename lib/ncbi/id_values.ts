/** A number for each id of a set, in little memory. */
import type { IdSet } from "./id_set.ts";

/**
 * Positive numbers by id, kept densely in the order of the ids: what a value
 * takes does not depend on how far the ids lie apart.
 */
export class IdValues {
  readonly #ids: IdSet;
  /** By place in the set; 0 stands for none. */
  readonly #values: Uint16Array | Uint32Array;
  readonly #size: number;

  /**
   * Asks for the value of each id once, in ascending order.
   *
   * @param ids Not changed any more.
   * @param kind The narrowest array that holds all values.
   * @param valueOf The value of an id, from 1; 0 for none.
   */
  constructor(
    ids: IdSet,
    kind: Uint16ArrayConstructor | Uint32ArrayConstructor,
    valueOf: (id: number) => number,
  ) {
    this.#ids = ids;
    this.#size = ids.size;
    this.#values = new kind(ids.size);
    let place = 0;
    for (const id of ids) this.#values[place++] = valueOf(id);
  }

  /**
   * The value of an id, or null where it has none.
   *
   * @throws {Error} where ids were added to the set, which moves them.
   */
  get(id: number): number | null {
    if (this.#ids.size !== this.#size) {
      throw new Error(`Cannot read values: ids were added to the set`);
    }
    const place = this.#ids.placeOf(id);
    return place === -1 ? null : this.#values[place] || null;
  }
}
