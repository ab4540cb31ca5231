/** Ranks of candidates: positive integers, unique in a list. */
import { shown } from "./shown.ts";

/** Anything that says its rank; checked when it is read. */
export interface Ranked {
  rank?: unknown;
}

/**
 * The candidates by rank; lists that already are in order are not copied.
 *
 * @throws {Error} when a rank is no positive integer or is there twice.
 */
export function inRankOrder<C extends Ranked>(candidates: readonly C[]): readonly C[] {
  let ordered = true;
  let previous = 0;
  for (const candidate of candidates) {
    const rank = rankOf(candidate);
    if (rank <= previous) ordered = false;
    previous = rank;
  }
  if (ordered) return candidates;
  const sorted = candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
  for (let at = 1; at < sorted.length; at++) {
    const rank = rankOf(sorted[at]!);
    if (rank === rankOf(sorted[at - 1]!)) {
      throw new Error(`two candidates have rank ${rank}; ranks are unique in a question`);
    }
  }
  return sorted;
}

/**
 * Reads a rank: a positive integer, as a JSON number or its decimal text.
 *
 * @throws {Error} with the value when it is anything else.
 */
export function rankOf(candidate: Ranked): number {
  const { rank } = candidate;
  if (typeof rank === "number" && rank >= 1 && Number.isSafeInteger(rank)) return rank;
  if (typeof rank === "string" && /^\d{1,16}$/.test(rank)) {
    const value = Number(rank);
    if (value >= 1 && Number.isSafeInteger(value)) return value;
  }
  const given = rank === undefined ? "no rank" : `rank ${shown(rank)}`;
  throw new Error(`a candidate has ${given}; a rank is a positive integer`);
}
