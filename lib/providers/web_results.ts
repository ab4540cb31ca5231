/** What the web search engines have in common: pages instead of papers. */
import type { Candidate } from "../benchmark/records.ts";
import type { Setting } from "./provider.ts";
import { field, textOf } from "./json_fields.ts";
import type { PageContext } from "./page.ts";
import { settingOf } from "./settings.ts";
import { pageTitle } from "./titles.ts";
import { identifiersFromUrl } from "./url_identifiers.ts";

/** Setting: whether page titles are cleaned. */
export const TITLES: Setting = {
  name: "titles",
  default: "as_returned",
  values: ["as_returned", "cleaned"],
  about:
    "Whether page titles are kept as returned or lose HTML entities and site names such as ' - PubMed'; cleaned ones match gold titles more often. What the published run did is unknown.",
};

/**
 * Candidates from result rows: identifiers come from the URL. Rows that are no
 * objects, or have neither URL nor title, are left out and their rank stays
 * unused; repeated pages stay (resolve_pmcids collapses papers).
 *
 * @param rows Result rows in rank order, each with `url` and `title`.
 * @param yearFrom Reads a paper's year from a row, where the provider has one.
 */
export function webCandidates(
  rows: readonly unknown[],
  context: PageContext,
  yearFrom: (row: unknown) => number | null = () => null,
): Candidate[] {
  const clean = settingOf(context, TITLES) === "cleaned";
  return rows.flatMap((row, index) => {
    const url = textOf(field(row, "url"));
    const title = textOf(field(row, "title"));
    if (url === null && title === null) return [];
    const { pmid, pmcid, doi } = identifiersFromUrl(url ?? "");
    return [{
      rank: context.lastRank + index + 1,
      provider_id: textOf(field(row, "id")) ?? url,
      pmid,
      doi,
      title: title === null ? null : clean ? textOf(pageTitle(title)) : title,
      year: yearFrom(row),
      pmcid,
      url,
    }];
  });
}
