/** The place of the question explorer; explorer.js fills it from the embedded data. */
import type { ReportModel } from "../report_model.ts";
import { embeddedData } from "./embedded_data.ts";
import { explorerData } from "./explorer_data.ts";
import { type Markup, markup } from "./markup.ts";
import { runLegend } from "./run_marks.ts";

/** With more runs than this the columns are too narrow for names. */
const MANY_RUNS = 3;

/** Renders the section. */
export function explorerSection(model: ReportModel): Markup {
  return markup`<section aria-labelledby="questions">
<h2 id="questions">Questions</h2>
<form id="explorer-controls" class="controls" role="search" aria-label="Questions" hidden>
<label class="grow">Search <input type="search" id="explorer-search" autocomplete="off"
 placeholder="words, question id, PMID or DOI"></label>
<label>Cutoff <select id="explorer-cutoff"></select></label>
<label>Show <select id="explorer-filter"></select></label>
<label id="explorer-pair-label">Gap <select id="explorer-pair"></select></label>
</form>
<p id="explorer-status" role="status">&nbsp;</p>
<div class="${model.runs.length > MANY_RUNS && "many-runs"}">
${runLegend(model.runs.map(({ label }) => label))}
<div id="explorer"><p>A script in this page lists the questions here. Where it does not run, the file of
score.ts --per-question has the same figures.</p></div>
</div>
<nav id="explorer-pages" class="pages" aria-label="Pages of questions" hidden></nav>
${embeddedData("explorer-data", explorerData(model))}
</section>`;
}
