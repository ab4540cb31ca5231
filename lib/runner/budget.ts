/** Counting calls, each of which may cost money. */

/** Thrown instead of a call that `--max-calls` forbids. */
export class BudgetSpent extends Error {
  override name = "BudgetSpent";
}

/** Counts the calls of an invocation and refuses those beyond a limit. */
export class CallBudget {
  #used = 0;

  /** @param max Most calls; Infinity where there is no limit. */
  constructor(readonly max: number = Infinity) {}

  /** Calls counted so far. */
  get used(): number {
    return this.#used;
  }

  /**
   * Counts a call that is about to be made.
   *
   * @throws {BudgetSpent} where it would be one too many; it is not counted.
   */
  take(): void {
    if (this.#used >= this.max) throw new BudgetSpent(`--max-calls ${this.max} is reached`);
    this.#used++;
  }
}
