/**
 * Measures of a ranked list, as trec_eval (https://github.com/usnistgov/trec_eval)
 * computes them for binary relevance. All are between 0 and 1.
 *
 * A rank is the candidate's position. Where a list has gaps in its ranks, the
 * missing positions count as candidates that are not relevant.
 */
import type { RankedQuestion } from "./ranked_question.ts";
import { foundAt } from "./recall.ts";

/** Share of the gold papers found at the cutoff. */
export function recallAt(question: RankedQuestion, cutoff: number): number {
  return foundAt(question.matches, cutoff) / question.totalGold;
}

/** Gold papers found at the cutoff, divided by the cutoff even where the list is shorter. */
export function precisionAt(question: RankedQuestion, cutoff: number): number {
  return foundAt(question.matches, cutoff) / cutoff;
}

/** 1 where any gold paper was found at the cutoff, else 0. */
export function successAt(question: RankedQuestion, cutoff: number): number {
  return foundAt(question.matches, cutoff) > 0 ? 1 : 0;
}

/** 1 / rank of the first gold paper found; 0 where none was found at the cutoff. */
export function reciprocalRank({ matches }: RankedQuestion, cutoff = Infinity): number {
  const first = matches[0]?.rank;
  return first === undefined || first > cutoff ? 0 : 1 / first;
}

/** Precision at the rank that equals the number of gold papers. */
export function rPrecision(question: RankedQuestion): number {
  return precisionAt(question, question.totalGold);
}

/** Precision at each gold paper found (at the cutoff), summed and divided by the number of all gold papers. */
export function averagePrecision(
  { matches, totalGold }: RankedQuestion,
  cutoff = Infinity,
): number {
  const found = foundAt(matches, cutoff);
  let sum = 0;
  for (let at = 0; at < found; at++) sum += (at + 1) / matches[at]!.rank;
  return sum / totalGold;
}

/**
 * Discounted cumulative gain (1 / log2(rank + 1) for each gold paper) divided
 * by that of a list with the gold papers first, both at the cutoff (Järvelin
 * and Kekäläinen, ACM TOIS 20(4), 2002).
 */
export function ndcg({ matches, totalGold }: RankedQuestion, cutoff = Infinity): number {
  const found = foundAt(matches, cutoff);
  let gain = 0;
  for (let at = 0; at < found; at++) gain += 1 / Math.log2(matches[at]!.rank + 1);
  let ideal = 0;
  const last = Math.min(cutoff, totalGold);
  for (let rank = 1; rank <= last; rank++) ideal += 1 / Math.log2(rank + 1);
  return gain / ideal;
}

/** Share of the candidates that earned credit; 0 for an empty list. */
export function setPrecision({ matches, numRetrieved }: RankedQuestion): number {
  return numRetrieved === 0 ? 0 : matches.length / numRetrieved;
}

/** Share of the gold papers found anywhere in the list. */
export function setRecall({ matches, totalGold }: RankedQuestion): number {
  return matches.length / totalGold;
}

/** Harmonic mean of `setPrecision` and `setRecall`; 0 where both are 0. */
export function setF(question: RankedQuestion): number {
  const precision = setPrecision(question);
  const recall = setRecall(question);
  return precision + recall === 0 ? 0 : 2 * precision * recall / (precision + recall);
}
