/** The tables of a comparison of several runs. */
import { EXACT_UP_TO } from "../scoring/permutation.ts";
import type { SensitivityRow } from "./comparison.ts";
import { grouped, intervalText, pText, signed, testNote } from "./figure_text.ts";
import { toFixed } from "./fixed.ts";
import { PUBLISHED_NOTE } from "./published_rows.ts";
import { CEILING_NOTE, recallRow } from "./recall_rows.ts";
import type { ScoreReport } from "./score_report.ts";
import type { Scores } from "./score_runs.ts";
import type { Section } from "./sections.ts";
import type { Cell } from "./table.ts";

/** What the figures rest on. */
export interface ComparisonSettings {
  seed: number;
  resamples: number;
}

/** Questions with large gaps that a table shows. */
const GAPS_SHOWN = 5;

/** All tables, in reading order. */
export function comparisonSections(scores: Scores, settings: ComparisonSettings): Section[] {
  return [
    recallSection(scores, settings),
    countSection(scores),
    ...measureSections(scores),
    differenceSection(scores),
    ...gapSections(scores),
    sensitivitySection(scores),
  ];
}

function recallSection(
  { runs, cutoffs, published }: Scores,
  settings: ComparisonSettings,
): Section {
  const ceiling = runs.some(({ report }) =>
    Object.values(report.cutoff_status).includes("ceiling")
  );
  return {
    title: "Macro recall with 95 % interval",
    table: {
      head: ["Run", ...cutoffs.map((cutoff) => `@${cutoff}`)],
      rows: [
        ...runs.map((run) => withIntervals(run.report, cutoffs)),
        ...published.map(({ label, recall }) => recallRow(label, recall, cutoffs)),
      ],
    },
    notes: [
      `intervals: percentile bootstrap over questions, ${grouped(settings.resamples)} resamples, ` +
      `seed ${settings.seed}`,
      ...(ceiling ? [CEILING_NOTE] : []),
      ...(published.length > 0 ? [PUBLISHED_NOTE] : []),
    ],
  };
}

function withIntervals(report: ScoreReport, cutoffs: readonly number[]): (string | Cell)[] {
  const depth = { declared: report.declared_depth, deepest: report.deepest_rank };
  const [label, ...cells] = recallRow(report.run, report.macro_recall, cutoffs, depth);
  return [
    label!,
    ...cells.map((cell, at) => {
      const { text } = cell as Cell;
      const interval = report.intervals!.macro_recall[String(cutoffs[at])]!;
      return text === "–" ? text : `${text} ${intervalText(interval)}`;
    }),
  ];
}

function countSection({ runs }: Scores): Section {
  const counts = (report: ScoreReport) => [
    report.num_scored_questions,
    report.num_failed_questions,
    report.num_unattempted_questions,
    report.total_gold,
    ...(["pmid", "doi", "title"] as const).map((tier) => report.match_tier_counts[tier] ?? 0),
  ];
  return {
    title: "Questions, and gold papers found by what",
    table: {
      head: ["Run", "Scored", "Failed", "Unattempted", "Gold", "PMID", "DOI", "Title"],
      rows: runs.map(({ report }) => [report.run, ...counts(report).map(String)]),
    },
    notes: [],
  };
}

function measureSections({ runs }: Scores): Section[] {
  const names = Object.keys(runs[0]!.report.measures);
  if (names.length === 0) return [];
  const number = (value: number) => toFixed(value, 4);
  return [{
    title: "Measures with 95 % interval",
    table: {
      head: ["Run", ...names],
      rows: runs.map(({ report }) => [
        report.run,
        ...names.map((name) =>
          `${number(report.measures[name]!)} ` +
          intervalText(report.intervals!.measures[name]!, number)
        ),
      ]),
    },
    notes: [],
  }];
}

function differenceSection({ comparison, runs }: Scores): Section {
  const { numQuestions, differences } = comparison!;
  const shown = differences.filter(({ status }) => status !== "beyond_depth");
  const zero = runs[0]!.report.missing_policy === "zero";
  const hidden = differences.length - shown.length;
  return {
    title: `Paired differences on ${grouped(numQuestions)} question${
      numQuestions === 1 ? "" : "s"
    }`,
    table: {
      head: ["Run", "Against", "Measure", "Difference", "95 % interval", "p", "p (Holm)", "W/T/L"],
      rows: shown.map((row) => [
        row.run,
        row.versus,
        row.measure,
        row.difference === null ? "–" : signed(row.difference),
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
      `${EXACT_UP_TO} questions differ; Holm over the ${shown.length} tests shown`,
      ...(hidden > 0
        ? [`left out: ${hidden} differences at cutoffs deeper than a provider goes`]
        : []),
    ],
  };
}

function gapSections({ largestGaps: { cutoff, questions }, runs }: Scores): Section[] {
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

function sensitivitySection({ runs, cutoffs }: Scores): Section {
  const rows = runs.flatMap(({ report }) =>
    withoutTwins(report.sensitivity!).map(({ row, repeats }) => {
      const depth = { declared: report.declared_depth, deepest: report.deepest_rank };
      const [label, ...cells] = recallRow(report.run, row.macro_recall, cutoffs, depth);
      return [label!, tiersText(row.tiers), repeats, ...cells];
    })
  );
  return {
    title: "Sensitivity: macro recall by what may match, and with repeated papers collapsed",
    table: {
      head: ["Run", "Matched by", "Repeats", ...cutoffs.map((cutoff) => `@${cutoff}`)],
      rows,
    },
    notes: [
      "collapsed: results that share a PMID or DOI are one, and later ranks move up; " +
      "either: it makes no difference",
    ],
  };
}

/**
 * Rows of one run, those with and without repeats as one where they say the
 * same; `repeats` is "kept", "collapsed" or "either".
 */
export function withoutTwins(
  rows: readonly SensitivityRow[],
): { row: SensitivityRow; repeats: string }[] {
  const twin = (row: SensitivityRow) =>
    rows.find((each) =>
      each.collapse_repeats !== row.collapse_repeats && each.tiers.length === row.tiers.length &&
      JSON.stringify(each.macro_recall) === JSON.stringify(row.macro_recall)
    );
  return rows.flatMap((row) => {
    if (!twin(row)) return [{ row, repeats: row.collapse_repeats ? "collapsed" : "kept" }];
    return row.collapse_repeats ? [] : [{ row, repeats: "either" }];
  });
}

/** The tiers in words. */
export function tiersText(tiers: readonly string[]): string {
  const names: Record<string, string> = { pmid: "PMID", doi: "DOI", title: "title" };
  return tiers.map((tier) => names[tier]).join(", ");
}
