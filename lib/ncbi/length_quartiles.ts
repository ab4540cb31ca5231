/** Quartiles of list lengths, counted as they come: memory depends on the lengths, not on how many lists there are. */

/** Smallest, quartiles and largest of a series of lengths; linear between neighbours, as NumPy's default. */
export interface Quartiles {
  min: number;
  q1: number;
  median: number;
  q3: number;
  max: number;
}

/** Counts lengths. */
export class LengthCount {
  #counts = new Map<number, number>();
  #total = 0;

  /** Adds the length of one list. */
  add(length: number): void {
    this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1);
    this.#total++;
  }

  /** The quartiles, or null where nothing was added. */
  quartiles(): Quartiles | null {
    if (this.#total === 0) return null;
    const lengths = [...this.#counts.keys()].sort((a, b) => a - b);
    const at = (position: number): number => {
      let before = 0;
      for (const length of lengths) {
        before += this.#counts.get(length) ?? 0;
        if (position < before) return length;
      }
      return lengths.at(-1) ?? 0;
    };
    const quantile = (q: number): number => {
      const position = q * (this.#total - 1);
      const low = at(Math.floor(position));
      return low + (at(Math.ceil(position)) - low) * (position % 1);
    };
    return {
      min: quantile(0),
      q1: quantile(0.25),
      median: quantile(0.5),
      q3: quantile(0.75),
      max: quantile(1),
    };
  }
}
