/**
 * A filter that tells at once that a number is none of a question's: nearly all
 * of a million candidates match nothing, and this costs one array access.
 */

/** Slots; far more than a question has gold papers, so that false alarms are rare. */
const SLOTS = 1 << 13;

/** A set of fingerprints that may raise false alarms but never misses. */
export class GoldFilter {
  // A slot holds the round in which it was last added to, so that emptying the
  // filter for the next question costs nothing.
  readonly #slots = new Uint32Array(SLOTS);
  #round = 0;

  /** Empties the filter. */
  reset(): void {
    this.#round++;
    if (this.#round === 2 ** 32) {
      this.#slots.fill(0);
      this.#round = 1;
    }
  }

  /** Adds a fingerprint to this round. */
  add(fingerprint: number): void {
    this.#slots[slotOf(fingerprint)] = this.#round;
  }

  /** False when the fingerprint was surely not added since the last reset. */
  mayHave(fingerprint: number): boolean {
    return this.#slots[slotOf(fingerprint)] === this.#round;
  }
}

function slotOf(fingerprint: number): number {
  // Spread the bits (Fibonacci hashing): sums of characters crowd the low ones.
  return Math.imul(fingerprint, 0x9e3779b1) >>> 19;
}
