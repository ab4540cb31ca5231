/** The figures of a resolution as a person reads them. */
import { counted, grouped } from "../benchmark/counted.ts";
import type { Quartiles } from "./length_quartiles.ts";
import type { YearField } from "./publication_year.ts";
import type { ResolutionSummary } from "./resolution_summary.ts";

/**
 * Renders a summary, one subject a line, without a line break at the end.
 *
 * @param summary The figures.
 * @param yearField By which date years were taken.
 * @param keepDuplicates Whether the collapse was left out.
 */
export function summaryText(
  summary: ResolutionSummary,
  yearField: YearField,
  keepDuplicates: boolean,
): string {
  const { candidates, with_pmid: pmid, pmcids, years, gold, list_lengths: lists, calls } = summary;
  const rows: [string, string][] = [
    ["Candidates", `${grouped(candidates.before)}, ${grouped(candidates.after)} in the output`],
    [
      "With a PMID",
      `${grouped(pmid.before)}, ${grouped(pmid.resolved)} once resolved, ` +
      `${grouped(pmid.after)} in the output`,
    ],
    [
      "PMCIDs",
      `${grouped(pmcids.wanted)} wanted, ${grouped(pmcids.found)} found, ` +
      `${grouped(pmcids.missing)} missing` + unless(pmcids.not_cached, "not in the cache") +
      unless(pmcids.malformed, "candidate whose PMCID is none", "candidates whose PMCID is none"),
    ],
    [
      "Year cutoff",
      years.questions === 0
        ? "not applied"
        : `${counted(years.questions, "question")}, by ${yearField}: ` +
          `${counted(years.dropped, "result")} dropped, ` +
          `${grouped(years.unknown)} of unknown year kept` +
          unless(years.not_cached, "PMID not in the cache", "PMIDs not in the cache"),
    ],
    [
      "Same paper",
      keepDuplicates ? "duplicates kept" : `${grouped(summary.collapsed)} collapsed` +
        unless(summary.pmid_conflicts, "of them with another PMID"),
    ],
    [
      "Gold papers",
      gold === null
        ? "not known (name the questions with --input or --dataset)"
        : `${grouped(gold.found_before)} of ${grouped(gold.total)} found as it came, ` +
          `${grouped(gold.found)} once resolved; ${grouped(gold.kept)} kept, ` +
          `${grouped(gold.dropped_by_year)} dropped by year` +
          unless(gold.lost_in_collapse, "lost in the collapse"),
    ],
    [
      "List length",
      quartiles(lists.before) +
      (years.questions === 0 ? "" : `; after the cutoff ${quartiles(lists.after_cutoff)}`) +
      (keepDuplicates ? "" : `; after the collapse ${quartiles(lists.after_collapse)}`) +
      " (median, quartiles)",
    ],
    [
      "Calls",
      `${grouped(calls.idconv)} to the ID Converter, ${grouped(calls.esummary)} to esummary`,
    ],
  ];
  return rows.map(([name, text]) => `${name.padEnd(12)} ${text}`).join("\n");
}

function unless(count: number, one: string, more = one): string {
  return count === 0 ? "" : `, ${counted(count, one, more)}`;
}

function quartiles(value: Quartiles | null): string {
  return value === null ? "none" : `${value.median} (${value.q1}-${value.q3})`;
}
