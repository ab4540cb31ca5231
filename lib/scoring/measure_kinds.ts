/** The measures there are, by their names in ir_measures (https://ir-measur.es). */
import type { RankedQuestion } from "./ranked_question.ts";
import {
  averagePrecision,
  ndcg,
  precisionAt,
  recallAt,
  reciprocalRank,
  rPrecision,
  setF,
  setPrecision,
  setRecall,
  successAt,
} from "./ranking_measures.ts";
import {
  normalisedPrecision,
  trueNegativeRate,
  workSavedOverSampling,
} from "./screening_measures.ts";

/** One row of the table: a measure before its cutoff is known. */
export interface MeasureKind {
  /** The name as it is written before `@`. */
  readonly name: string;
  /** What `@` gives: nothing, a rank that must or may be there, or a recall in percent. */
  readonly cutoff: "none" | "rank" | "optional rank" | "recall percent";
  /** One line for help texts. */
  readonly summary: string;
  /**
   * The value for one question, or null where it is undefined.
   *
   * @param cutoff Infinity where an optional one is not given; of no meaning where there is none.
   */
  readonly value: (question: RankedQuestion, cutoff: number) => number | null;
}

/** Every measure, in the order of help texts. */
export const measureKinds: readonly MeasureKind[] = [
  {
    name: "R",
    cutoff: "rank",
    summary: "recall: share of the gold papers found at rank k",
    value: recallAt,
  },
  {
    name: "P",
    cutoff: "rank",
    summary: "precision: gold papers found at rank k, divided by k",
    value: precisionAt,
  },
  {
    name: "Success",
    cutoff: "rank",
    summary: "1 where a gold paper was found at rank k, else 0",
    value: successAt,
  },
  {
    name: "nDCG",
    cutoff: "optional rank",
    summary: "normalised discounted cumulative gain, binary, log2 discount",
    value: ndcg,
  },
  {
    name: "AP",
    cutoff: "optional rank",
    summary: "average precision; its mean over questions is MAP",
    value: averagePrecision,
  },
  {
    name: "RR",
    cutoff: "optional rank",
    summary: "reciprocal rank of the first gold paper; its mean is MRR",
    value: reciprocalRank,
  },
  {
    name: "Rprec",
    cutoff: "none",
    summary: "precision at the rank that equals the number of gold papers",
    value: rPrecision,
  },
  {
    name: "SetP",
    cutoff: "none",
    summary: "share of all candidates that are gold papers",
    value: setPrecision,
  },
  {
    name: "SetR",
    cutoff: "none",
    summary: "share of the gold papers found in the whole list",
    value: setRecall,
  },
  {
    name: "SetF",
    cutoff: "none",
    summary: "harmonic mean of SetP and SetR",
    value: setF,
  },
  {
    name: "WSS",
    cutoff: "recall percent",
    summary: "work saved over sampling at r % recall (Cohen et al. 2006); complete rankings",
    value: workSavedOverSampling,
  },
  {
    name: "TNR",
    cutoff: "recall percent",
    summary: "true negative rate at r % recall (Kusa et al. 2023); complete rankings",
    value: trueNegativeRate,
  },
  {
    name: "nP",
    cutoff: "recall percent",
    summary: "normalised precision at r % recall (Kusa et al. 2024); complete rankings",
    value: normalisedPrecision,
  },
];

/** Other names that ir_measures knows for a measure. */
export const measureAliases: Readonly<Record<string, string>> = {
  MAP: "AP",
  MRR: "RR",
  NDCG: "nDCG",
  RPrec: "Rprec",
  Precision: "P",
  Recall: "R",
};

/** How each measure is written, with its one-line meaning: for `--help` and the documentation. */
export function measureHelp(): { notation: string; summary: string }[] {
  return measureKinds.map(({ name, cutoff, summary }) => ({
    notation: notation(name, cutoff),
    summary,
  }));
}

function notation(name: string, cutoff: MeasureKind["cutoff"]): string {
  switch (cutoff) {
    case "none":
      return name;
    case "rank":
      return `${name}@k`;
    case "optional rank":
      return `${name}[@k]`;
    case "recall percent":
      return `${name}@r`;
  }
}
