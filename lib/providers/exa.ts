/** Exa search over its publications category: one call, up to 100 pages. */
import type { HttpProvider, Setting } from "./provider.ts";
import { failureMessage } from "./failure_reason.ts";
import { REMEDY, stop } from "./failures.ts";
import { field, listOf, present, textOf, yearOfDate } from "./json_fields.ts";
import type { Page, PageContext, ProviderResponse, Verdict } from "./page.ts";
import { aboveTen } from "./price.ts";
import { settingOf, wholeNumber } from "./settings.ts";
import { TITLES, webCandidates } from "./web_results.ts";

const DEPTH = 100;

const TYPE: Setting = {
  name: "type",
  default: "auto",
  values: [
    "auto",
    "fast",
    "instant",
    "deep-lite",
    "deep",
    "deep-reasoning",
    "neural",
    "keyword",
  ],
  about:
    "Exa's search type; what the published run used is unknown, auto is Exa's default, neural and keyword are legacy.",
};
const CATEGORY: Setting = {
  name: "category",
  default: "publication",
  values: ["publication", "research paper", "none"],
  about:
    "Category searched. publication replaced research paper in 2026 (whether the old name still works is unknown); none searches the whole web.",
};
const NUM_RESULTS: Setting = {
  name: "num_results",
  default: String(DEPTH),
  about: "Results asked for, 1 to 100; each above 10 costs $0.001 more.",
  check: wholeNumber(1, DEPTH),
};
const DATE_FORMAT: Setting = {
  name: "date_format",
  default: "end_of_day",
  values: ["end_of_day", "day"],
  about:
    "How the last day of max_year is written: 2014-12-31T23:59:59.999Z (end_of_day) or 2014-12-31 (day). What the published run wrote is unknown.",
};

/** Exa. Filters by publication date at request time. */
export const exa: HttpProvider = {
  kind: "http",
  name: "exa",
  label: "Exa (publications)",
  role: "published",
  key: {
    variable: "EXA_API_KEY",
    required: true,
    place: { kind: "header", name: "x-api-key" },
  },
  baseUrl: { variable: "EXA_BASE_URL", default: "https://api.exa.ai" },
  rate: 5,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: 0.097,
    note:
      "$0.007 with 10 results plus $0.001 for each one above (100 are asked for); what the deep types cost is unknown; $10 of free credit a month",
    source: "https://exa.ai/docs/reference/pricing",
    date: "2026-11-10",
  },
  usdPerCallWith: (settings) =>
    /^deep/.test(settingOf({ settings }, TYPE))
      ? null
      : aboveTen(0.007, Number(settingOf({ settings }, NUM_RESULTS)), 0.001),
  query: "question",
  filtersYear: true,
  web: true,
  settings: [TYPE, CATEGORY, NUM_RESULTS, DATE_FORMAT, TITLES],
  request: (context) => ({
    method: "POST",
    path: "/search",
    body: present({
      query: context.query,
      type: settingOf(context, TYPE),
      category: settingOf(context, CATEGORY) === "none" ? null : settingOf(context, CATEGORY),
      numResults: Number(settingOf(context, NUM_RESULTS)),
      endPublishedDate: endDate(context),
    }),
  }),
  parse,
  judge,
};

function endDate(context: PageContext): string | null {
  if (context.maxYear === null) return null;
  const day = `${context.maxYear}-12-31`;
  return settingOf(context, DATE_FORMAT) === "day" ? day : `${day}T23:59:59.999Z`;
}

function parse(json: unknown, context: PageContext): Page {
  const rows = listOf(json, "results", "Exa").slice(0, DEPTH);
  return {
    candidates: webCandidates(rows, context, (row) => yearOfDate(field(row, "publishedDate"))),
    lastRank: context.lastRank + rows.length,
    next: null,
  };
}

/** Tags are told by clients; statuses alone do not say whether the query or the account is meant. */
function judge(response: ProviderResponse): Verdict | null {
  const tag = textOf(field(response.json, "tag"));
  const message = failureMessage(response);
  switch (tag) {
    case "PROHIBITED_CONTENT":
      return { class: "terminal", message };
    case "NO_MORE_CREDITS":
    case "API_KEY_BUDGET_EXCEEDED":
      return stop(message, REMEDY.quota);
    case "INVALID_NUM_RESULTS":
    case "NUM_RESULTS_EXCEEDED":
      return stop(message, `the plan gives fewer results: lower --set ${NUM_RESULTS.name}=N`);
    default:
      return null;
  }
}
