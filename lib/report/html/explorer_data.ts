/** The questions as the page's script reads them: short keys, lists for records. */
import { type Tier, tiers } from "../../scoring/tier.ts";
import type { ModelQuestion, ReportModel } from "../report_model.ts";
import { runClasses, runKey } from "./run_marks.ts";

/** What explorer.js gets. */
export interface ExplorerData {
  cutoffs: readonly number[];
  /** The cutoff that is chosen first. */
  cutoff: number;
  /** Names of the tiers by their number. */
  tiers: readonly Tier[];
  runs: readonly {
    key: string;
    label: string;
    /** Classes of its line. */
    look: string;
    /** Results that its provider gives at the most; null where that is not known. */
    depth: number | null;
  }[];
  /** In input order. */
  questions: readonly ExplorerQuestion[];
}

/** Id, text, gold papers, and a list for each run (null where it has none). */
export type ExplorerQuestion = [
  id: string,
  text: string,
  gold: [pmid: string, doi: string | null, title: string | null][],
  lists: (number[] | null)[],
];

/** Chooses and shortens what the explorer shows of the model. */
export function explorerData({ cutoffs, runs, questions, largestGaps }: ReportModel): ExplorerData {
  return {
    cutoffs,
    cutoff: cutoffs.includes(largestGaps.cutoff) ? largestGaps.cutoff : cutoffs[0]!,
    tiers,
    runs: runs.map(({ label, report }, at) => ({
      key: runKey(at),
      label,
      look: runClasses(at),
      depth: report.declared_depth,
    })),
    questions: questions.map(explorerQuestion),
  };
}

/**
 * A list is its length, then for each gold paper in turn 0 where it was not
 * found, else rank times the number of tiers plus the tier's number. Zeros at
 * the end are left out.
 */
function explorerQuestion({ id, text, gold, lists }: ModelQuestion): ExplorerQuestion {
  const places = new Map(gold.map(({ pmid }, at) => [pmid, at]));
  return [
    id,
    text,
    gold.map(({ pmid, doi, title }) => [pmid, doi, title]),
    lists.map((list) => {
      if (list === null) return null;
      const codes: number[] = new Array(gold.length).fill(0);
      for (const { pmid, rank, tier } of list.matches) {
        const place = places.get(pmid);
        if (place !== undefined) codes[place] = rank * tiers.length + tiers.indexOf(tier);
      }
      const used = codes.findLastIndex((code) => code > 0) + 1;
      return [list.length, ...codes.slice(0, used)];
    }),
  ];
}
