/** All figures of a scoring as one table for programs: a row a figure. */
import type { PairedDifference, ReportInterval } from "./comparison.ts";
import { tiersText } from "./figure_text.ts";
import type { CutoffStatus } from "./recall_rows.ts";
import { leavesOut } from "./score_report.ts";
import type { ScoredOne, Scores } from "./score_runs.ts";
import type { Cell, Table } from "./table.ts";

const columns = [
  "kind",
  "run",
  "versus",
  "measure",
  "questions",
  "value",
  "low",
  "high",
  "p",
  "p_holm",
  "won",
  "tied",
  "lost",
  "note",
] as const;

type Figure = Partial<Record<typeof columns[number], string | number | null>> & { kind: string };

/** Notes on a figure by what its depth makes of it. */
const statusNotes: Record<CutoffStatus, string | null> = {
  measured: null,
  ceiling: "deeper than the longest list",
  beyond_depth: "deeper than the provider goes",
};

/** The table: recall and measures of every run, differences, gaps, sensitivity, published figures. */
export function figureTable(scores: Scores): Table {
  const { runs, cutoffs, comparison, largestGaps, published } = scores;
  const figures: Figure[] = [
    ...runs.flatMap((run) => recallFigures(run, cutoffs)),
    ...runs.flatMap(measureFigures),
    ...(comparison?.differences ?? []).map(differenceFigure),
    ...largestGaps.questions.map(({ question_id: id, gap }): Figure => ({
      kind: "gap",
      measure: `R@${largestGaps.cutoff}`,
      value: gap,
      note: id,
    })),
    ...runs.flatMap((run) => sensitivityFigures(run, cutoffs)),
    ...published.flatMap(({ label, recall }) =>
      cutoffs.map((cutoff): Figure => ({
        kind: "published",
        run: label,
        measure: `R@${cutoff}`,
        value: recall[String(cutoff)] ?? null,
        note: "not measured here",
      }))
    ),
  ];
  return { head: columns, rows: figures.map(cells) };
}

function recallFigures({ label, report }: ScoredOne, cutoffs: readonly number[]): Figure[] {
  const kinds = ["macro_recall", "micro_recall", "macro_recall_missing_zero"] as const;
  const { num_scored_questions: scored, num_missing_questions: missing } = report;
  return kinds.slice(0, leavesOut(report) ? 3 : 2).flatMap((kind) =>
    cutoffs.map((cutoff): Figure => {
      const key = String(cutoff);
      const questions = kind === "macro_recall_missing_zero" ? scored + missing : scored;
      return figure(
        { kind, run: label, measure: `R@${cutoff}`, questions },
        report.cutoff_status[key]!,
        { value: report[kind][key]! },
        kind === "macro_recall" ? report.intervals?.macro_recall[key] : undefined,
      );
    })
  );
}

function measureFigures({ label, report }: ScoredOne): Figure[] {
  return Object.entries(report.measures).map(([name, value]): Figure =>
    figure(
      { kind: "measure", run: label, measure: name, questions: report.num_scored_questions },
      report.measure_status[name]!,
      { value },
      report.intervals?.measures[name],
    )
  );
}

function differenceFigure(difference: PairedDifference): Figure {
  const { run, versus, measure, num_questions: questions, difference: value } = difference;
  const { p, p_holm, won, tied, lost, low, high, degenerate_interval: degenerate } = difference;
  return figure(
    { kind: "difference", run, versus, measure, questions },
    difference.status,
    { value, p, p_holm, won, tied, lost },
    { low, high, degenerate },
    difference.degenerate_test,
  );
}

function sensitivityFigures({ label, report }: ScoredOne, cutoffs: readonly number[]): Figure[] {
  return (report.sensitivity ?? []).flatMap((row): Figure[] =>
    cutoffs.map((cutoff) => {
      const key = String(cutoff);
      const questions = report.num_scored_questions;
      return figure(
        { kind: "sensitivity", run: label, measure: `R@${cutoff}`, questions },
        report.cutoff_status[key]!,
        { value: row.macro_recall[key]! },
        undefined,
        tiersText(row.tiers) + (row.collapse_repeats ? "; repeats collapsed" : ""),
      );
    })
  );
}

/**
 * A figure with what is to be known of it. Where the provider does not go so
 * deep there is none, and a degenerate interval has no bounds.
 */
function figure(
  base: Figure,
  status: CutoffStatus,
  values: Partial<Figure>,
  interval?: ReportInterval,
  note: string | null = null,
): Figure {
  const { low = null, high = null, degenerate = null } = interval ?? {};
  const shown = status === "beyond_depth"
    ? {}
    : { ...values, ...(degenerate === null && { low, high }) };
  const notes = status === "beyond_depth"
    ? [note, statusNotes[status]]
    : [degenerate, note, statusNotes[status]];
  const words = new Set(notes.filter((each) => each !== null));
  return { ...base, ...shown, note: [...words].join("; ") };
}

function cells(figure: Figure): (string | Cell)[] {
  return columns.map((column) => {
    const value = figure[column] ?? null;
    return typeof value === "string" ? value : { text: String(value ?? ""), value };
  });
}
