/** Paired differences between runs. */
import { counted, grouped } from "../../benchmark/counted.ts";
import type { PairedDifference } from "../comparison.ts";
import { pText } from "../figure_text.ts";
import { NO_FIGURE } from "../recall_rows.ts";
import type { ReportModel } from "../report_model.ts";
import { dataTable, type RowGroup } from "./data_table.ts";
import { differenceText, intervalText } from "./figures.ts";
import { comparisonWords } from "./flags_in_words.ts";
import { type Markup, markup, type Part } from "./markup.ts";
import { runName } from "./run_name.ts";

/** Renders the section; null where nothing is compared. */
export function comparisonSection(model: ReportModel): Markup | null {
  const { numComparedQuestions, missingPolicy, resamples, seed } = model;
  if (model.comparisons.length === 0) return null;
  const shown = model.comparisons.filter(({ status }) => status !== "beyond_depth");
  const hidden = model.comparisons.length - shown.length;
  const notes = shown.some((difference) => comparisonWords(difference).length > 0);
  const shared = missingPolicy === "zero"
    ? "questions that a run has no result for count as 0"
    : "those that all compared runs answered";
  return markup`<section aria-labelledby="comparisons">
<h2 id="comparisons">Differences</h2>
<p>Differences are paired by question${
    numComparedQuestions !== null &&
    markup`, over ${counted(numComparedQuestions, "question")}: ${shared}`
  }. Intervals are 95 % percentile bootstrap intervals over questions; p comes from a two-sided
paired sign-flip test${testWords(shown)}; Holm’s p is adjusted over all differences shown here.
Random numbers: ${counted(resamples, "resample")}, seed ${seed}.</p>
${
    dataTable({
      id: "comparison-table",
      caption: "Paired differences: first run minus second",
      head: [
        "Measure",
        "Difference",
        "95 % interval",
        "p",
        "p (Holm)",
        "Won / tied / lost",
        "Questions",
        ...(notes ? ["To note"] : []),
      ],
      groups: groupsOf(shown, model, notes),
      align: "figures",
    })
  }
${
    hidden > 0 &&
    markup`<p class="notes">Left out: ${counted(hidden, "difference")}, for they are at cutoffs
deeper than the results of a provider.</p>`
  }
</section>`;
}

function testWords(comparisons: readonly PairedDifference[]): string {
  const methods = new Set(comparisons.map(({ p_method }) => p_method));
  if (methods.size > 1) return " (“exact” where all signs were enumerated, else by random signs)";
  return methods.has("exact") ? " (exact: all signs enumerated)" : " (by random signs)";
}

/** The differences of each pair of runs together. */
function groupsOf(
  comparisons: readonly PairedDifference[],
  { runs }: ReportModel,
  notes: boolean,
): RowGroup[] {
  const pairs = new Map<string, PairedDifference[]>();
  for (const difference of comparisons) {
    const pair = JSON.stringify([difference.run, difference.versus]);
    pairs.set(pair, [...pairs.get(pair) ?? [], difference]);
  }
  const mixed = new Set(comparisons.map(({ p_method }) => p_method)).size > 1;
  return [...pairs.values()].map((differences) => ({
    head: markup`${runName(runs, differences[0]!.run)} <span class="minus">minus</span> ${
      runName(runs, differences[0]!.versus)
    }`,
    rows: differences.map((difference) => [
      ...rowOf(difference, mixed),
      ...(notes
        ? [markup`<span class="words">${comparisonWords(difference).join("; ")}</span>`]
        : []),
    ]),
  }));
}

function rowOf(difference: PairedDifference, mixed: boolean): Part[] {
  const { measure, p_method, won, tied, lost, num_questions } = difference;
  const interval = difference.degenerate_interval === null
    ? intervalText(difference.low, difference.high, differenceText)
    : "";
  const exact = mixed && p_method === "exact" && difference.p !== null;
  return [
    measure,
    markup`<span class="score">${differenceText(difference.difference)}</span>`,
    interval || NO_FIGURE,
    markup`${pText(difference.p)}${exact && markup` <span class="interval">exact</span>`}`,
    pText(difference.p_holm),
    `${grouped(won)} / ${grouped(tied)} / ${grouped(lost)}`,
    grouped(num_questions),
  ];
}
