/** Google Scholar by way of SerpAPI: pages of 20, titles only. */
import { isObject } from "../benchmark/record_fields.ts";
import type { Candidate } from "../benchmark/records.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { complaintOf, withoutEcho } from "./complaints.ts";
import { isPassing } from "./error_body.ts";
import { isSuccess, REMEDY, stop } from "./failures.ts";
import { field, identifierOf, listOf, present, textOf } from "./json_fields.ts";
import {
  MalformedResponse,
  type Page,
  type PageContext,
  type PageRequest,
  type ProviderResponse,
  type Verdict,
} from "./page.ts";
import { settingOf } from "./settings.ts";

const DEPTH = 200;
const PAGE_SIZE = 20;
const MAX_CALLS = DEPTH / PAGE_SIZE;
const NOTHING_FOUND = "Google Scholar returned no organic results";

const NO_RESULTS = /returned any results|no results/i;
/** Statuses of searches that are not done, or failed at Google. */
const UNFINISHED = /^(?:error|processing|queued)$/i;

const NO_CACHE: Setting = {
  name: "no_cache",
  default: "false",
  values: ["false", "true"],
  about:
    "Whether SerpAPI must not answer from its cache. The published run did not ask for it; true helps where a cached error is repeated.",
};

/** Google Scholar: up to ten calls a question. */
export const google_scholar: HttpProvider = {
  kind: "http",
  name: "google_scholar",
  label: "Google Scholar",
  role: "published",
  key: {
    variable: "SERP_API__API_KEY",
    required: true,
    place: { kind: "param", name: "api_key" },
  },
  baseUrl: { variable: "SERPAPI_BASE_URL", default: "https://serpapi.com" },
  rate: 1.5,
  depth: DEPTH,
  callsPerQuestion: MAX_CALLS,
  price: {
    usdPerCall: 0.015,
    note: "at the plan of $75 a month for 5,000 searches, quoted by third parties",
    source: "third-party quotes of https://serpapi.com/pricing",
    date: "2026",
  },
  query: "google_scholar",
  filtersYear: true,
  web: false,
  settings: [NO_CACHE],
  request,
  parse,
  judge,
};

function request(context: PageContext): PageRequest {
  return {
    method: "GET",
    path: "/search.json",
    params: present({
      engine: "google_scholar",
      q: context.query,
      num: String(PAGE_SIZE),
      start: String(context.page * PAGE_SIZE),
      as_yhi: context.maxYear === null ? null : String(context.maxYear),
      no_cache: settingOf(context, NO_CACHE) === "true" ? "true" : null,
    }),
  };
}

/**
 * Ranks are the page's offset plus the place on it, so that a row without a
 * title leaves a gap, as in the published program. `position` starts anew on
 * each page and is no rank.
 */
function parse(json: unknown, context: PageContext): Page {
  const rows = isObject(json) && json.organic_results === undefined && "search_metadata" in json
    ? []
    : listOf(json, "organic_results", "Google Scholar").slice(0, PAGE_SIZE);
  const offset = context.page * PAGE_SIZE;
  const candidates: Candidate[] = rows.flatMap((row, index) => {
    const title = textOf(field(row, "title"));
    return title === null ? [] : [{
      rank: offset + index + 1,
      provider_id: identifierOf(field(row, "result_id")),
      pmid: null,
      doi: null,
      title,
      year: null,
    }];
  });
  const paging = field(json, "serpapi_pagination");
  const named = textOf(field(paging, "next")) ?? textOf(field(paging, "next_link"));
  const more = named !== null && rows.length > 0 && context.page + 1 < MAX_CALLS;
  if (!more && context.collected + candidates.length === 0) {
    throw new MalformedResponse(NOTHING_FOUND);
  }
  return {
    candidates,
    lastRank: rows.length > 0 ? offset + rows.length : context.lastRank,
    next: more ? context.page + 1 : null,
  };
}

/**
 * Any `error` text in a 200 is a failure, and so is a search that did not end
 * with `Success`: `Processing` may hold a part of the page, `Error` is one that
 * failed at Google. "No results" on the first page is a terminal failure, by
 * the benchmark's convention; on a later page it ends the list, where the
 * published program lost the pages before it.
 */
function judge(response: ProviderResponse, context: PageContext): Verdict | null {
  const { json } = response;
  if (!isSuccess(response)) return null;
  const error = textOf(field(json, "error"));
  const status = textOf(field(field(json, "search_metadata"), "status"));
  if (error !== null) {
    if (NO_RESULTS.test(error)) return nothingFound(error, context);
    const complaint = complaintOf(error, response.status, context.query);
    if (complaint === "quota" || complaint === "key") return stop(error, REMEDY[complaint]);
    const passing = complaint === "throttle" || UNFINISHED.test(status ?? "") ||
      isPassing(withoutEcho(error, context.query));
    return { class: passing ? "retry" : "terminal", message: error };
  }
  if (status !== null && status !== "Success") {
    return { class: "retry", message: `SerpAPI's search has the status ${status}` };
  }
  const rows = field(json, "organic_results");
  if (Array.isArray(rows)) return rows.length === 0 ? nothingFound(NOTHING_FOUND, context) : null;
  if (rows !== undefined || !isObject(field(json, "search_metadata"))) return null;
  return status === "Success" ? nothingFound(NOTHING_FOUND, context) : {
    class: "retry",
    message: "SerpAPI's answer has neither results nor a status",
  };
}

function nothingFound(message: string, context: PageContext): Verdict {
  return context.page === 0
    ? { class: "terminal", message, noResults: true }
    : { class: "end", message };
}
