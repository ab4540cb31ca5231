/** Noticing a plan that gives fewer results than were asked for. */
import type { PreparedSearch } from "./prepare_search.ts";

/** From this many lists on, that all are short is no chance. */
const ENOUGH_LISTS = 10;

/** Watches the lengths of lists. */
export class DepthCheck {
  #lists = 0;
  #longest = 0;

  /** @param depth Results asked for a question. */
  constructor(readonly depth: number) {}

  /**
   * Notes the length of a list.
   *
   * @returns A notice, once, where the first lists have half of what was asked
   * for at the most: better now than after thousands of calls.
   */
  add(length: number): string | null {
    this.#lists++;
    this.#longest = Math.max(this.#longest, length);
    if (this.#lists !== ENOUGH_LISTS || this.#longest > this.depth / 2) return null;
    return `none of the first ${ENOUGH_LISTS} lists has more than ${this.#longest} of ` +
      `${this.depth} results: see whether the account's plan or a setting caps them before more ` +
      `is asked (Ctrl+C keeps what was answered)`;
  }

  /** A notice where every list was shorter than asked, else null. */
  get notice(): string | null {
    if (this.#lists < ENOUGH_LISTS || this.#longest >= this.depth) return null;
    return `none of the ${this.#lists} lists is as long as asked: the longest has ${this.#longest} ` +
      `of ${this.depth} results; the account's plan may cap them, and recall beyond rank ` +
      `${this.#longest} then shows the plan, not the engine`;
  }
}

/** Results asked for a question: the provider's depth, or less by a setting. */
export function depthAsked({ provider, settings }: PreparedSearch): number {
  const set = Number(settings.max_results ?? settings.num_results);
  return set > 0 ? Math.min(set, provider.depth) : provider.depth;
}
