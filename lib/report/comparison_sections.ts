/** The tables of a comparison of several runs. */
import { grouped } from "../benchmark/counted.ts";
import { differenceSection, gapSections } from "./difference_sections.ts";
import { intervalText, measureText } from "./figure_text.ts";
import { toFixed } from "./fixed.ts";
import { PUBLISHED_NOTE } from "./published_rows.ts";
import { ceilingNotes, NO_FIGURE, recallRow } from "./recall_rows.ts";
import { leavesOut, type ScoreReport } from "./score_report.ts";
import type { Scores } from "./score_runs.ts";
import type { Section } from "./sections.ts";
import { sensitivitySection } from "./sensitivity_section.ts";
import type { Cell } from "./table.ts";

/** What the figures rest on. */
export interface ComparisonSettings {
  seed: number;
  resamples: number;
}

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
  return {
    title: "Macro recall with 95 % interval",
    table: {
      head: ["Run", ...cutoffs.map((cutoff) => `@${cutoff}`)],
      rows: [
        ...runs.flatMap(({ report }) => [
          withIntervals(report, cutoffs),
          ...(leavesOut(report) ? [withMissing(report, cutoffs)] : []),
        ]),
        ...published.map(({ label, recall }) => recallRow(label, recall, cutoffs)),
      ],
    },
    notes: [
      `intervals: percentile bootstrap over questions, ${grouped(settings.resamples)} resamples, ` +
      `seed ${settings.seed}`,
      ...ceilingNotes(runs.flatMap(({ report }) => Object.values(report.cutoff_status))),
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
      return text === NO_FIGURE ? text : `${text} ${intervalText(interval)}`;
    }),
  ];
}

/** The mean over all questions with gold, the missing ones as 0. */
function withMissing(report: ScoreReport, cutoffs: readonly number[]): (string | Cell)[] {
  const depth = { declared: report.declared_depth, deepest: report.deepest_rank };
  const label = `${report.run}, missing as 0`;
  return recallRow(label, report.macro_recall_missing_zero, cutoffs, depth);
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
  const cell = (report: ScoreReport, name: string) => {
    const text = measureText(report, name);
    return text === NO_FIGURE
      ? text
      : `${text} ${intervalText(report.intervals!.measures[name]!, number)}`;
  };
  return [{
    title: "Measures with 95 % interval",
    table: {
      head: ["Run", ...names],
      rows: runs.map(({ report }) => [report.run, ...names.map((name) => cell(report, name))]),
    },
    notes: ceilingNotes(runs.flatMap(({ report }) => Object.values(report.measure_status))),
  }];
}
