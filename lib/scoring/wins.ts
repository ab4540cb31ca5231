import { EQUAL_WITHIN } from "./score_matrix.ts";

/** On how many questions the first run is better, equal, worse. */
export interface WinsTiesLosses {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * Compares question by question.
 *
 * @param differences Score of the first run minus that of the second, one a question; within 1e-12 of 0 is a tie.
 */
export function winsTiesLosses(
  differences: ArrayLike<number>,
): WinsTiesLosses {
  let wins = 0, losses = 0;
  for (let at = 0; at < differences.length; at++) {
    if (differences[at]! > EQUAL_WITHIN) wins++;
    else if (differences[at]! < -EQUAL_WITHIN) losses++;
  }
  return { wins, ties: differences.length - wins - losses, losses };
}
