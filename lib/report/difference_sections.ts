/** The tables of what runs differ in: all paired differences, and the questions they come from. */
import { counted } from "../benchmark/counted.ts";
import { EXACT_UP_TO } from "../scoring/permutation.ts";
import type { PairedDifference } from "./comparison.ts";
import { intervalText, pText, signed, testNote } from "./figure_text.ts";
import { toFixed } from "./fixed.ts";
import { CEILING_MARK, NO_FIGURE } from "./recall_rows.ts";
import type { Scores } from "./score_runs.ts";
import type { Section } from "./sections.ts";

/** Questions with large gaps that a table shows. */
const GAPS_SHOWN = 5;

/** The paired differences that are figures; those beyond a provider's depth are counted only. */
export function differenceSection({ comparison, runs }: Scores): Section {
  const { numQuestions, differences } = comparison!;
  const shown = differences.filter(({ status }) => status !== "beyond_depth");
  const zero = runs[0]!.report.missing_policy === "zero";
  const hidden = differences.length - shown.length;
  return {
    title: `Paired differences on ${counted(numQuestions, "question")}`,
    table: {
      head: ["Run", "Against", "Measure", "Difference", "95 % interval", "p", "p (Holm)", "W/T/L"],
      rows: shown.map((row) => [
        row.run,
        row.versus,
        row.measure,
        differenceText(row),
        intervalText({ ...row, degenerate: row.degenerate_interval }, signed),
        pText(row.p) + testNote(row),
        pText(row.p_holm),
        `${row.won}/${row.tied}/${row.lost}`,
      ]),
    },
    notes: [
      zero
        ? "questions: all with gold, a missing result as 0"
        : "questions: those that all of these runs answered",
      "R@k: macro recall at k; W/T/L: questions won, tied and lost by the run against the other",
      "p: two-sided paired sign-flip permutation test, all signs counted where at most " +
      `${EXACT_UP_TO} questions differ; Holm over the ${counted(shown.length, "test")} shown`,
      ...(hidden > 0
        ? [`left out: ${counted(hidden, "difference")} at cutoffs deeper than a provider goes`]
        : []),
      ...(shown.some(({ status }) => status === "ceiling")
        ? [`${CEILING_MARK} deeper than the longest list of a run, whose recall there is a ceiling`]
        : []),
    ],
  };
}

function differenceText({ difference, status }: PairedDifference): string {
  if (difference === null) return NO_FIGURE;
  return signed(difference) + (status === "ceiling" ? CEILING_MARK : "");
}

/** The questions on which runs differ most; no table where they never do. */
export function gapSections({ largestGaps: { cutoff, questions }, runs }: Scores): Section[] {
  if (questions.length === 0) return [];
  return [{
    title: `Questions with the largest gaps in recall at ${cutoff}`,
    table: {
      head: ["Question", "Gap", ...runs.map(({ label }) => label)],
      rows: questions.slice(0, GAPS_SHOWN).map(({ question_id: id, gap, recall }) => [
        id,
        toFixed(gap, 3),
        ...runs.map(({ label }) => toFixed(recall[label]!, 3)),
      ]),
    },
    notes: [],
  }];
}
