/** The HTML report: one page that needs nothing but itself. */
import { createHash } from "node:crypto";
import { counted } from "../../benchmark/counted.ts";
import type { ReportModel } from "../report_model.ts";
import { comparisonSection } from "./comparison_section.ts";
import { explorerSection } from "./explorer_section.ts";
import { Markup, markup } from "./markup.ts";
import { measuresSection } from "./measures_section.ts";
import { pageScript } from "./page_script.ts";
import { pageStyle } from "./page_style.ts";
import { provenanceSection } from "./provenance_section.ts";
import { recallSection } from "./recall_section.ts";
import { sensitivitySection } from "./sensitivity_section.ts";

/**
 * Renders the report as an HTML document. It loads nothing: style, script,
 * chart and data are inside, and its content security policy forbids
 * everything else. The same model gives the same bytes.
 *
 * This module loads the charting library; import it only where a report is
 * wanted.
 */
export function renderReport(model: ReportModel): string {
  const title = `Recall on ${model.dataset.title}`;
  const made = `${model.program.name} ${model.program.version}`;
  const sections = [
    { id: "recall", name: "Recall by depth", content: recallSection(model) },
    { id: "comparisons", name: "Differences", content: comparisonSection(model) },
    { id: "measures", name: "Measures", content: measuresSection(model) },
    { id: "sensitivity", name: "Sensitivity", content: sensitivitySection(model) },
    { id: "questions", name: "Questions", content: explorerSection(model) },
    { id: "provenance", name: "Provenance", content: provenanceSection(model) },
  ].filter(({ content }) => content !== null);
  return `<!DOCTYPE html>\n${markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${made}">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>
<h1>${title}</h1>
<p class="summary">${summary(model)}</p>
<nav aria-label="Sections"><ul>${
    sections.map(({ id, name }) => markup`<li><a href="#${id}">${name}</a></li>`)
  }</ul></nav>
</header>
<main id="main" tabindex="-1">
${sections.map(({ content }) => markup`${content}\n`)}</main>
<footer><p>Made by ${made}. This page loads nothing from elsewhere; links to PubMed and DOI lead out
of it only when followed.</p></footer>
<script type="module">${new Markup(pageScript)}</script>
</body>
</html>
`}`;
}

function summary({ runs, questions }: ReportModel): string {
  const papers = questions.reduce((sum, { gold }) => sum + gold.length, 0);
  return `${counted(runs.length, "run")}, ${counted(questions.length, "question")} with ` +
    `${
      counted(papers, "gold paper")
    }. Recall is the share of a question’s gold papers that a run finds.`;
}

/** Forbids everything but the two inline blocks, by their hashes, and the empty icon. */
function contentPolicy(): string {
  return [
    "default-src 'none'",
    `script-src '${integrity(pageScript)}'`,
    `style-src '${integrity(pageStyle)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A source of a content security policy that allows exactly this text. */
function integrity(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
