/** Where the figures come from: data, hashes, program, settings, and how the runs were made. */
import { grouped } from "../../benchmark/counted.ts";
import type { ModelRun, ReportModel } from "../report_model.ts";
import { dataTable } from "./data_table.ts";
import { type Markup, markup, type Part } from "./markup.ts";
import { runName } from "./run_name.ts";

/** Renders the section. */
export function provenanceSection(model: ReportModel): Markup {
  const { dataset, program, seed, resamples, missingPolicy, matching } = model;
  const facts: [string, Part][] = [
    ["Dataset", dataset.name === null ? dataset.title : `${dataset.title} (${dataset.name})`],
    ["Program", `${program.name} ${program.version}`],
    ["Matching", matching],
    [
      "Missing questions",
      missingPolicy === "zero" ? "score 0" : "are left out of the means of a run",
    ],
    ["Resamples", grouped(resamples)],
    ["Seed", String(seed)],
  ];
  return markup`<section aria-labelledby="provenance">
<h2 id="provenance">Provenance</h2>
<dl class="facts">${
    facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  }</dl>
${
    dataset.notes.length > 0 &&
    markup`<h3>About the data</h3>\n<ul class="notes">${
      dataset.notes.map((note) => markup`<li>${note}</li>`)
    }</ul>`
  }
${runsTable(model)}
${filesTable(model)}
${model.runs.map((run) => runRecords(run, model))}
</section>`;
}

function runsTable({ runs }: ReportModel): Markup {
  return dataTable({
    id: "runs-table",
    caption: "The runs",
    head: [
      "Run",
      "Provider",
      "Questions scored",
      "Failed",
      "Unattempted",
      "Results",
      "Declared depth",
      "Deepest rank",
      "Matches by PMID / DOI / title",
      "Expected values",
    ],
    groups: [{
      rows: runs.map(({ label, report }) => {
        const tiers = report.match_tier_counts;
        return [
          runName(runs, label),
          report.provider ?? "not named",
          `${grouped(report.num_scored_questions)} of ${grouped(report.num_input_questions)}`,
          grouped(report.num_failed_questions),
          grouped(report.num_unattempted_questions),
          grouped(report.num_candidates),
          report.declared_depth === null ? "not known" : grouped(report.declared_depth),
          grouped(report.deepest_rank),
          [tiers.pmid, tiers.doi, tiers.title].map((count) => grouped(count ?? 0)).join(" / "),
          report.reproduced === null ? "none" : report.reproduced ? "met" : "not met",
        ];
      }),
    }],
    align: "figures",
  });
}

function filesTable({ files, runs }: ReportModel): Markup {
  return dataTable({
    id: "files-table",
    caption: "The files that were read",
    head: ["File", "Holds", "SHA-256", "Hash"],
    groups: [{
      rows: files.map(({ name, role, run, sha256, pinned }) => [
        markup`<code>${name}</code>`,
        run === null ? role : markup`${role} of ${runName(runs, run)}`,
        markup`<code class="hash">${sha256}</code>`,
        pinned ? "pinned by the dataset’s manifest" : "not pinned",
      ]),
    }],
    align: "text",
  });
}

function runRecords({ label, records }: ModelRun, { runs }: ReportModel): Markup | null {
  if (records.length === 0) return null;
  const at = runs.findIndex((run) => run.label === label);
  return dataTable({
    id: `records-${at}`,
    caption: markup`Records of the runner: ${runName(runs, label)}`,
    head: ["Time", "Event", "Details"],
    groups: [{
      rows: records.map(({ time, event, ...details }) => [
        textOf(time),
        textOf(event),
        markup`<code class="details">${
          Object.entries(details).map(([key, value]) => `${key}: ${textOf(value)}`).join("\n")
        }</code>`,
      ]),
    }],
    align: "text",
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
