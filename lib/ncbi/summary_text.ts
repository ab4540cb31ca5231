/** The figures of a resolution as a person reads them. */
import { counted } from "../benchmark/counted.ts";
import type { Quartiles } from "./length_quartiles.ts";
import type { ResolutionSummary } from "./resolution_summary.ts";
import type { YearField } from "./publication_year.ts";

const number = (value: number): string => value.toLocaleString("en-US");

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
    ["Candidates", `${number(candidates.before)}, ${number(candidates.after)} in the output`],
    [
      "With a PMID",
      `${number(pmid.before)}, ${number(pmid.resolved)} once resolved, ` +
      `${number(pmid.after)} in the output`,
    ],
    [
      "PMCIDs",
      `${number(pmcids.wanted)} wanted, ${number(pmcids.found)} found, ` +
      `${number(pmcids.missing)} missing` + unless(pmcids.not_cached, "not in the cache") +
      unless(pmcids.malformed, "candidate whose PMCID is none", "candidates whose PMCID is none"),
    ],
    [
      "Year cutoff",
      years.questions === 0
        ? "not applied"
        : `${counted(years.questions, "question")}, by ${yearField}: ` +
          `${counted(years.dropped, "result")} dropped, ` +
          `${number(years.unknown)} of unknown year kept` +
          unless(years.not_cached, "PMID not in the cache", "PMIDs not in the cache"),
    ],
    [
      "Same paper",
      keepDuplicates ? "duplicates kept" : `${number(summary.collapsed)} collapsed` +
        unless(summary.pmid_conflicts, "of them with another PMID"),
    ],
    [
      "Gold papers",
      gold === null
        ? "not known (name the questions with --input or --dataset)"
        : `${number(gold.found_before)} of ${number(gold.total)} found as it came, ` +
          `${number(gold.found)} once resolved; ${number(gold.kept)} kept, ` +
          `${number(gold.dropped_by_year)} dropped by year` +
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
      `${number(calls.idconv)} to the ID Converter, ${number(calls.esummary)} to esummary`,
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
