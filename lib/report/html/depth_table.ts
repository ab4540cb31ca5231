/** The chart's curves as figures, for those who do not see it or want a depth between the cutoffs. */
import type { ReportModel } from "../report_model.ts";
import { dataTable } from "./data_table.ts";
import { scoreText } from "./figures.ts";
import { type Markup, markup } from "./markup.ts";
import { runName } from "./run_name.ts";

/** Renders recall at every depth, folded away; null where there are no curves. */
export function depthTable({ runs }: ReportModel): Markup | null {
  const deepest = Math.max(...runs.map(({ curve }) => curve.recall.length));
  if (deepest < 2) return null;
  return markup`<details>
<summary>Macro recall at every depth</summary>
${
    dataTable({
      id: "depth-table",
      caption: "Macro recall at every depth",
      head: ["Depth", ...runs.map(({ label }) => runName(runs, label))],
      groups: [{
        rows: Array.from({ length: deepest }, (_, at) => [
          String(at + 1),
          ...runs.map(({ curve }) => scoreText(curve.recall[at] ?? null)),
        ]),
      }],
      align: "figures",
    })
  }
</details>`;
}
