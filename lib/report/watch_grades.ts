/** Noticing gold with grades of relevance. */
import type { GoldPaper, Question } from "../benchmark/records.ts";
import type { Measure } from "../scoring/measures.ts";

/** What the watch needs. */
export interface WatchOptions {
  measures: readonly Measure[];
  onNotice: (text: string) => void;
  /** Receives every question. */
  onQuestion?: ((question: Question) => void) | undefined;
}

/**
 * A receiver of questions that tells once, where a measure would use grades
 * of relevance, that they are not used: relevance is binary here.
 */
export function watchGrades(
  { measures, onNotice, onQuestion }: WatchOptions,
): (question: Question) => void {
  let told = !measures.some(({ name }) => name.startsWith("nDCG"));
  return (question) => {
    if (!told && question.gold.some(isGraded)) {
      told = true;
      onNotice("the gold has grades of relevance; nDCG here takes all gold papers alike");
    }
    onQuestion?.(question);
  };
}

/** Qrels leave the grade on the paper. */
function isGraded(paper: GoldPaper & { relevance?: unknown }): boolean {
  return Number(paper.relevance) > 1;
}
