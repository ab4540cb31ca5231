/** The table of how recall depends on the matching. */
import type { SensitivityRow } from "./comparison.ts";
import { tiersText } from "./figure_text.ts";
import { recallRow } from "./recall_rows.ts";
import type { Scores } from "./score_runs.ts";
import type { Section } from "./sections.ts";

/** Macro recall of each run by variant, of runs that were read with sensitivity. */
export function sensitivitySection({ runs, cutoffs }: Scores): Section {
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
