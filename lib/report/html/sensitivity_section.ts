/** How much of the recall hangs on how papers are matched. */
import type { SensitivityRow } from "../comparison.ts";
import { tiersText } from "../figure_text.ts";
import type { ModelRun, ReportModel } from "../report_model.ts";
import { withoutTwins } from "../sensitivity_section.ts";
import { dataTable } from "./data_table.ts";
import { type Markup, markup, type Part } from "./markup.ts";
import { runName } from "./run_name.ts";
import { scoreFigure } from "./score_cell.ts";

/** Renders the section; null where it was not asked for. */
export function sensitivitySection({ runs, cutoffs }: ReportModel): Markup | null {
  const groups = runs
    .filter(({ report }) => report.sensitivity !== null)
    .map((run) => ({
      head: runName(runs, run.label),
      rows: withoutTwins(run.report.sensitivity!).map(({ row, repeats }) =>
        sensitivityRow(row, repeats, run, cutoffs)
      ),
    }));
  if (groups.length === 0) return null;
  return markup`<section aria-labelledby="sensitivity">
<h2 id="sensitivity">Sensitivity to matching</h2>
<p>Macro recall if only some identifiers counted as a match, and if results that share a PMID or
DOI were taken as one (“collapsed”), with later results moved up. “Either”: it makes no difference.</p>
${
    dataTable({
      id: "sensitivity-table",
      caption: "Macro recall by what may match",
      head: ["Matched by", "Repeats", ...cutoffs.map((cutoff) => `@${cutoff}`)],
      groups,
      align: "figures",
    })
  }
</section>`;
}

function sensitivityRow(
  { tiers, macro_recall }: SensitivityRow,
  repeats: string,
  { report }: ModelRun,
  cutoffs: readonly number[],
): Part[] {
  return [
    tiers.length === 1 ? `${tiersText(tiers)} only` : tiersText(tiers),
    repeats,
    ...cutoffs.map((cutoff) => {
      const status = report.cutoff_status[String(cutoff)];
      return scoreFigure(macro_recall[String(cutoff)] ?? null, { status });
    }),
  ];
}
