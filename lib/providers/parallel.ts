/** Parallel search API (V1), restricted to PubMed and PMC: one call. */
import type { HttpProvider, Setting } from "./provider.ts";
import { cutText } from "./cut_text.ts";
import { field, listOf, messagesIn } from "./json_fields.ts";
import type { Json, Page, PageContext } from "./page.ts";
import { aboveTen } from "./price.ts";
import { settingOf, wholeNumber } from "./settings.ts";
import { domainsOf, domainsSetting, strayNotice } from "./web_domains.ts";
import { TITLES, webCandidates } from "./web_results.ts";

const DEPTH = 20;
/** Longest search query and longest objective, in characters. */
const MAX_QUERY = 200;
const MAX_OBJECTIVE = 5000;

const DOMAINS = domainsSetting({ most: 200 });
const MODE: Setting = {
  name: "mode",
  default: "advanced",
  values: ["advanced", "basic", "turbo", "fast"],
  about:
    "Parallel's search mode; advanced is its default, turbo (called fast in later notes) costs less. Which one the published run used is unknown.",
};
const OBJECTIVE: Setting = {
  name: "objective",
  default: "question",
  values: ["question", "none"],
  about:
    "Whether the question also goes into `objective`. It always goes into `search_queries`, cut to 200 characters. How the published run split it is unknown.",
};
const MAX_RESULTS: Setting = {
  name: "max_results",
  default: String(DEPTH),
  about: "Results asked for, 1 to 20; each above 10 costs $0.001 more.",
  check: wholeNumber(1, DEPTH),
};
const MAX_CHARS: Setting = {
  name: "max_chars_per_result",
  default: "",
  about:
    "Longest excerpt of a result in characters, to make answers smaller; empty leaves it to Parallel. Its effect on the ranking is unknown.",
  check: wholeNumber(1, 100_000),
};

/** Parallel. Has no upper date limit; resolve_pmcids applies the year afterwards. */
export const parallel: HttpProvider = {
  kind: "http",
  name: "parallel",
  label: "Parallel",
  role: "published",
  key: {
    variable: "PARALLEL_API_KEY",
    required: true,
    place: { kind: "header", name: "x-api-key" },
  },
  baseUrl: { variable: "PARALLEL_BASE_URL", default: "https://api.parallel.ai" },
  rate: 5,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: 0.015,
    note:
      "$0.005 in the modes basic and advanced ($0.001 in turbo, later called fast) plus $0.001 for each result above 10 (20 are asked for)",
    source: "https://docs.parallel.ai/getting-started/pricing",
    date: "2026-08-14",
  },
  usdPerCallWith: (settings) =>
    aboveTen(
      /^(?:turbo|fast)$/.test(settingOf({ settings }, MODE)) ? 0.001 : 0.005,
      Number(settingOf({ settings }, MAX_RESULTS)),
      0.001,
    ),
  query: "question",
  filtersYear: false,
  web: true,
  settings: [MODE, OBJECTIVE, DOMAINS, MAX_RESULTS, MAX_CHARS, TITLES],
  request: (context) => ({ method: "POST", path: "/v1/search", body: bodyOf(context) }),
  parse,
};

/** The question as it goes into both fields, cut where it must be. */
function queriesOf(context: PageContext): { objective: string | null; search: string } {
  return {
    objective: settingOf(context, OBJECTIVE) === "question"
      ? cutText(context.query, MAX_OBJECTIVE)
      : null,
    search: cutText(context.query, MAX_QUERY),
  };
}

function bodyOf(context: PageContext): Json {
  const excerpt = settingOf(context, MAX_CHARS);
  const { objective, search } = queriesOf(context);
  return {
    ...objective !== null && { objective },
    search_queries: [search],
    mode: settingOf(context, MODE),
    advanced_settings: {
      max_results: Number(settingOf(context, MAX_RESULTS)),
      source_policy: { include_domains: domainsOf(DOMAINS, context) },
      ...excerpt !== "" && { excerpt_settings: { max_chars_per_result: Number(excerpt) } },
    },
  };
}

/** An option that Parallel does not know is reported in `warnings` instead of failing. */
function parse(json: unknown, context: PageContext): Page {
  const rows = listOf(json, "results", "Parallel").slice(0, DEPTH);
  const candidates = webCandidates(rows, context);
  const { objective, search } = queriesOf(context);
  const cut = search !== context.query.trim();
  return {
    candidates,
    lastRank: context.lastRank + rows.length,
    next: null,
    notices: [
      ...messagesIn(field(json, "warnings")),
      ...strayNotice(candidates, DOMAINS, context),
      ...cut
        ? [
          objective === context.query.trim()
            ? `questions above ${MAX_QUERY} characters are cut in Parallel's search_queries; its objective has them whole`
            : objective === null
            ? `questions above Parallel's ${MAX_QUERY} characters are cut`
            : `questions above Parallel's ${MAX_QUERY} characters (search_queries) and ${MAX_OBJECTIVE} (objective) are cut`,
        ]
        : [],
    ],
    ...cut && { sentQuery: search },
  };
}
