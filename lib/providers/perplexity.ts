/** Perplexity's Search API (not Sonar), restricted to PubMed and PMC: one call. */
import type { HttpProvider, Setting } from "./provider.ts";
import { listOf } from "./json_fields.ts";
import type { Page, PageContext } from "./page.ts";
import { settingOf, wholeNumber } from "./settings.ts";
import { domainsOf, domainsSetting, strayNotice } from "./web_domains.ts";
import { TITLES, webCandidates } from "./web_results.ts";

const DEPTH = 20;

const DOMAINS = domainsSetting({ most: 20, canExclude: true });
const MAX_RESULTS: Setting = {
  name: "max_results",
  default: String(DEPTH),
  about: "Results asked for, 1 to 20.",
  check: wholeNumber(1, DEPTH),
};
const MAX_TOKENS: Setting = {
  name: "max_tokens_per_page",
  default: "512",
  about:
    "Text of each page that comes along, in tokens; small values make small answers. Whether it affects the ranking is unknown; empty leaves it to Perplexity.",
  mayBeEmpty: true,
  check: wholeNumber(1, 100_000),
};

/** Perplexity. Its date filters are about pages, not papers; resolve_pmcids applies the year afterwards. */
export const perplexity: HttpProvider = {
  kind: "http",
  name: "perplexity",
  label: "Perplexity",
  role: "published",
  key: {
    variable: "PERPLEXITY_API_KEY",
    required: true,
    place: { kind: "header", name: "Authorization", prefix: "Bearer " },
  },
  baseUrl: { variable: "PERPLEXITY_BASE_URL", default: "https://api.perplexity.ai" },
  rate: 2,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: 0.005,
    note: "$5 per 1,000 requests, no charge for tokens",
    source: "https://docs.perplexity.ai (pricing, as quoted)",
    date: "2026-10-06",
  },
  query: "question",
  filtersYear: false,
  web: true,
  settings: [DOMAINS, MAX_RESULTS, MAX_TOKENS, TITLES],
  request: (context) => ({
    method: "POST",
    path: "/search",
    body: {
      query: context.query,
      max_results: Number(settingOf(context, MAX_RESULTS)),
      search_domain_filter: domainsOf(DOMAINS, context),
      ...settingOf(context, MAX_TOKENS) !== "" && {
        max_tokens_per_page: Number(settingOf(context, MAX_TOKENS)),
      },
    },
  }),
  parse,
};

function parse(json: unknown, context: PageContext): Page {
  const rows = listOf(json, "results", "Perplexity").slice(0, DEPTH);
  const candidates = webCandidates(rows, context);
  return {
    candidates,
    lastRank: context.lastRank + rows.length,
    next: null,
    notices: strayNotice(candidates, DOMAINS, context),
  };
}
