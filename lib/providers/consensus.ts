/** Consensus search, first page only: about 20 papers, without PMIDs. */
import type { Candidate } from "../benchmark/records.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { failureMessage } from "./failure_reason.ts";
import { stop } from "./failures.ts";
import { field, identifierOf, listOf, present, textOf, yearOf } from "./json_fields.ts";
import type { Page, ProviderResponse, Verdict } from "./page.ts";
import { settingOf } from "./settings.ts";

const DEPTH = 20;

const ENDPOINT: Setting = {
  name: "endpoint",
  default: "/v1/quick_search",
  values: ["/v1/quick_search", "/v1/search"],
  about:
    "Path of the API. /v1/quick_search is what the published run used; Consensus announced its removal for 2027-02-07 and names /v1/search, with the same contract, in its place. Only the first page is asked for on either.",
};

/** Consensus: one call a question. */
export const consensus: HttpProvider = {
  kind: "http",
  name: "consensus",
  label: "Consensus",
  role: "published",
  key: {
    variable: "CONSENSUS_API_KEY",
    required: true,
    place: { kind: "header", name: "x-api-key" },
  },
  baseUrl: { variable: "CONSENSUS_BASE_URL", default: "https://api.consensus.app" },
  rate: 2,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: 0.1,
    note:
      "reported baseline of application plans, plus a platform fee; self-serve plans have monthly allotments",
    source: "https://github.com/Consensus-NLP/consensus-api and third-party reports",
    date: "2026",
  },
  query: "question",
  filtersYear: true,
  web: false,
  settings: [ENDPOINT],
  request: (context) => ({
    method: "GET",
    path: settingOf(context, ENDPOINT),
    params: present({
      query: context.query,
      year_max: context.maxYear === null ? null : String(context.maxYear),
    }),
  }),
  parse: (json, context) => parse(json, context.lastRank),
  judge,
};

/**
 * A row without a title is left out and its rank stays unused, as in the
 * published program. A longer first page than the declared depth is cut: the
 * comparison is about 20 papers.
 */
function parse(json: unknown, lastRank: number): Page {
  const rows = listOf(json, "results", "Consensus").slice(0, DEPTH);
  const candidates: Candidate[] = rows.flatMap((row, index) => {
    const title = textOf(field(row, "title"));
    return title === null ? [] : [{
      rank: lastRank + index + 1,
      provider_id: identifierOf(field(row, "url")),
      pmid: null,
      doi: textOf(field(row, "doi")),
      title,
      year: yearOf(field(row, "publish_year")),
    }];
  });
  return { candidates, lastRank: lastRank + rows.length, next: null };
}

/** A path that is gone fails alike for every question. */
function judge(response: ProviderResponse): Verdict | null {
  return response.status === 404 || response.status === 410
    ? stop(
      failureMessage(response),
      `this path of the API may have been removed: try --set ${ENDPOINT.name}=/v1/search`,
    )
    : null;
}
