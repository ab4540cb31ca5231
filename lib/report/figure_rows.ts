/** All figures of a scoring as one table for programs: a row a figure. */
import type { ReportInterval } from "./comparison.ts";
import { tiersText } from "./figure_text.ts";
import type { Scores } from "./score_runs.ts";
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

/** Note on a figure that is none. */
const BEYOND = "deeper than the provider goes";

/** The table: recall and measures of every run, differences, gaps, sensitivity, published figures. */
export function figureTable(scores: Scores): Table {
  const figures: Figure[] = [
    ...recallFigures(scores),
    ...measureFigures(scores),
    ...(scores.comparison?.differences ?? []).map((row): Figure => ({
      ...row,
      kind: "difference",
      questions: row.num_questions,
      value: row.status === "beyond_depth" ? null : row.difference,
      note: row.status === "beyond_depth"
        ? BEYOND
        : [row.degenerate_interval, row.degenerate_test].filter((each) => each !== null).join(", "),
    })),
    ...scores.largestGaps.questions.map(({ question_id: id, gap }): Figure => ({
      kind: "gap",
      measure: `R@${scores.largestGaps.cutoff}`,
      value: gap,
      note: id,
    })),
    ...scores.runs.flatMap(({ label, report }) =>
      (report.sensitivity ?? []).flatMap((row): Figure[] =>
        scores.cutoffs.map((cutoff) => ({
          kind: "sensitivity",
          run: label,
          measure: `R@${cutoff}`,
          questions: report.num_scored_questions,
          value: row.macro_recall[String(cutoff)]!,
          note: tiersText(row.tiers) + (row.collapse_repeats ? "; repeats collapsed" : ""),
        }))
      )
    ),
    ...scores.published.flatMap(({ label, recall }) =>
      scores.cutoffs.map((cutoff): Figure => ({
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

function recallFigures({ runs, cutoffs }: Scores): Figure[] {
  return runs.flatMap(({ label, report }) =>
    (["macro_recall", "micro_recall"] as const).flatMap((kind) =>
      cutoffs.map((cutoff): Figure => {
        const key = String(cutoff);
        const status = report.cutoff_status[key]!;
        const base = {
          kind,
          run: label,
          measure: `R@${cutoff}`,
          questions: report.num_scored_questions,
        };
        if (status === "beyond_depth") return { ...base, note: BEYOND };
        return {
          ...base,
          value: report[kind][key]!,
          ...(kind === "macro_recall" && bounds(report.intervals?.macro_recall[key])),
          ...(status === "ceiling" && { note: "deeper than the longest list" }),
        };
      })
    )
  );
}

function measureFigures({ runs }: Scores): Figure[] {
  return runs.flatMap(({ label, report }) =>
    Object.entries(report.measures).map(([name, value]): Figure => {
      const questions = report.num_scored_questions;
      const base = { kind: "measure", run: label, measure: name, questions };
      if (report.measure_status[name] === "beyond_depth") return { ...base, note: BEYOND };
      return { ...base, value, ...bounds(report.intervals?.measures[name]) };
    })
  );
}

function bounds(interval: ReportInterval | undefined): Partial<Figure> {
  if (interval === undefined) return {};
  return { low: interval.low, high: interval.high, note: interval.degenerate };
}

function cells(figure: Figure): (string | Cell)[] {
  return columns.map((column) => {
    const value = figure[column] ?? null;
    return typeof value === "string" ? value : { text: String(value ?? ""), value };
  });
}
