/** Brave web search, restricted to PubMed and PMC: five pages of 20. */
import { isObject } from "../benchmark/record_fields.ts";
import type { HttpProvider } from "./provider.ts";
import { judgeBrave } from "./brave_failures.ts";
import { braveQuery, checkRoom } from "./brave_query.ts";
import {
  COUNTRY,
  DOMAINS,
  RESTRICTION,
  SAFESEARCH,
  SEARCH_LANG,
  SPELLCHECK,
} from "./brave_settings.ts";
import { field } from "./json_fields.ts";
import { MalformedResponse, type Page, type PageContext, type PageRequest } from "./page.ts";
import { settingOf } from "./settings.ts";
import { domainsOf, strayNotice } from "./web_domains.ts";
import { TITLES, webCandidates } from "./web_results.ts";

const DEPTH = 100;
const PAGE_SIZE = 20;
const MAX_CALLS = DEPTH / PAGE_SIZE;

/** Brave. Cannot filter by publication year; resolve_pmcids does it afterwards. */
export const brave: HttpProvider = {
  kind: "http",
  name: "brave",
  label: "Brave",
  role: "published",
  key: {
    variable: "BRAVE_API_KEY",
    fallbacks: ["BRAVE_SEARCH_API_KEY"],
    required: true,
    place: { kind: "header", name: "X-Subscription-Token" },
  },
  baseUrl: { variable: "BRAVE_BASE_URL", default: "https://api.search.brave.com" },
  rate: 0.9,
  depth: DEPTH,
  callsPerQuestion: MAX_CALLS,
  price: {
    usdPerCall: 0.005,
    note: "$5 per 1,000 requests, $5 of free credit a month; only successful ones are billed",
    source: "https://brave.com/search/api/",
    date: "2026-11-22",
  },
  query: "question",
  filtersYear: false,
  web: true,
  settings: [RESTRICTION, DOMAINS, SPELLCHECK, SAFESEARCH, COUNTRY, SEARCH_LANG, TITLES],
  checkSettings: checkRoom,
  request,
  parse,
  judge: judgeBrave,
};

function request(context: PageContext): PageRequest {
  const goggle = ["$discard", ...domainsOf(DOMAINS, context).map((domain) => `$site=${domain}`)]
    .join("\n");
  return {
    method: "GET",
    path: "/res/v1/web/search",
    params: {
      q: braveQuery(context).sent,
      count: String(PAGE_SIZE),
      // A page number from 0, not a count of results.
      offset: String(context.page),
      country: settingOf(context, COUNTRY),
      search_lang: settingOf(context, SEARCH_LANG),
      safesearch: settingOf(context, SAFESEARCH),
      spellcheck: settingOf(context, SPELLCHECK),
      text_decorations: "false",
      result_filter: "web",
      ...settingOf(context, RESTRICTION) === "goggles" && { goggles: goggle },
    },
    headers: { Accept: "application/json" },
  };
}

/** `web` is absent where nothing matched. */
function parse(json: unknown, context: PageContext): Page {
  const web = field(json, "web");
  const results = field(web, "results");
  const query = field(json, "query");
  if (!isObject(json) || (web === undefined && !isObject(query) && json.type !== "search")) {
    throw new MalformedResponse("Brave response has no web results");
  }
  if (web !== undefined && !Array.isArray(results) && isObject(web) && "results" in web) {
    throw new MalformedResponse("Brave response has no web results list");
  }
  const rows = (Array.isArray(results) ? results : []).slice(0, PAGE_SIZE);
  const candidates = webCandidates(rows, context);
  const more = rows.length > 0 && field(query, "more_results_available") !== false &&
    context.page + 1 < MAX_CALLS;
  const { question, cut } = braveQuery(context);
  return {
    candidates,
    lastRank: context.lastRank + rows.length,
    next: more ? context.page + 1 : null,
    notices: [
      ...settingOf(context, RESTRICTION) === "none"
        ? []
        : strayNotice(candidates, DOMAINS, context),
      ...cut !== null && context.page === 0 ? [cut] : [],
    ],
    ...cut !== null && { sentQuery: question },
  };
}
