/** Brave web search, restricted to PubMed and PMC: five pages of 20. */
import {
  type HttpProvider,
  MalformedResponse,
  type Page,
  type PageContext,
  type PageRequest,
  type Setting,
} from "./provider.ts";
import { judgeBrave } from "./brave_failures.ts";
import { cutText } from "./cut_text.ts";
import { field, isRecord } from "./json_fields.ts";
import { settingOf } from "./settings.ts";
import { domainsOf, domainsSetting, strayNotice } from "./web_domains.ts";
import { TITLES, webCandidates } from "./web_results.ts";

const DEPTH = 100;
const PAGE_SIZE = 20;
const MAX_CALLS = DEPTH / PAGE_SIZE;
/** Limits of `q` (https://api-dashboard.search.brave.com/api-reference/web/search/get). */
const MAX_CHARACTERS = 400;
const MAX_WORDS = 50;
/** What site operators must leave for the question: nearly all fit, and a cut one still says what it asks. */
const ROOM = { characters: 150, words: 20 };

/** No limit is documented; longer lists are for a hosted Goggle. */
const DOMAINS = domainsSetting({ most: 100 });
const RESTRICTION: Setting = {
  name: "restriction",
  default: "goggles",
  values: ["goggles", "operators", "none"],
  about:
    "How the search is restricted to the sites of `domains`: an inline Goggle, site: operators in the query (they count against its 400 characters and 50 words), or not at all. Which one the published run used is unknown.",
};
const SPELLCHECK: Setting = {
  name: "spellcheck",
  default: "false",
  values: ["false", "true"],
  about:
    "Whether Brave may rewrite the query silently; its own default is true, what the published run used is unknown.",
};
const SAFESEARCH: Setting = {
  name: "safesearch",
  default: "moderate",
  values: ["off", "moderate", "strict"],
  about: "Brave's filter for adult content; moderate is its default.",
};
const COUNTRY: Setting = {
  name: "country",
  default: "US",
  about:
    "Country that results are preferred from, two capital letters, or ALL; US is Brave's default.",
  check: (value) => {
    if (!/^(?:[A-Z]{2}|ALL)$/.test(value)) {
      throw new Error("it must be a country's two capital letters such as US, or ALL");
    }
  },
};
const SEARCH_LANG: Setting = {
  name: "search_lang",
  default: "en",
  about: "Language of results, e.g. en or pt-br; en is Brave's default.",
  check: (value) => {
    if (!/^[a-z]{2}(?:-[a-z]{2,4})?$/.test(value)) {
      throw new Error("it must be a language such as en or pt-br");
    }
  },
};

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
  checkSettings,
  request,
  parse,
  judge: judgeBrave,
};

/** The operators that follow the question, and what they leave of Brave's limits. */
function operatorsOf(context: Pick<PageContext, "settings">) {
  const text = settingOf(context, RESTRICTION) === "operators"
    ? ` (${domainsOf(DOMAINS, context).map((domain) => `site:${domain}`).join(" OR ")})`
    : "";
  const words = text === "" ? 0 : text.trim().split(/\s+/).length;
  return { text, characters: MAX_CHARACTERS - text.length, words: MAX_WORDS - words };
}

function checkSettings(settings: Readonly<Record<string, string>>): void {
  const { characters, words } = operatorsOf({ settings });
  if (characters < ROOM.characters || words < ROOM.words) {
    throw new Error(
      `Cannot set domains="${settingOf({ settings }, DOMAINS)}" with restriction=operators: the ` +
        `operators leave ${Math.max(0, characters)} of ${MAX_CHARACTERS} characters and ` +
        `${
          Math.max(0, words)
        } of ${MAX_WORDS} words for the question; name fewer sites or use restriction=goggles`,
    );
  }
}

/** The question, cut to Brave's limits where it must be. */
function questionOf(context: PageContext): { text: string; cut: boolean } {
  const { characters, words } = operatorsOf(context);
  const text = cutText(context.query, characters, words);
  return { text, cut: text !== context.query.trim() };
}

function request(context: PageContext): PageRequest {
  const goggle = ["$discard", ...domainsOf(DOMAINS, context).map((domain) => `$site=${domain}`)]
    .join("\n");
  return {
    method: "GET",
    path: "/res/v1/web/search",
    params: {
      q: questionOf(context).text + operatorsOf(context).text,
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
  if (!isRecord(json) || (web === undefined && !isRecord(query) && json.type !== "search")) {
    throw new MalformedResponse("Brave response has no web results");
  }
  if (web !== undefined && !Array.isArray(results) && isRecord(web) && "results" in web) {
    throw new MalformedResponse("Brave response has no web results list");
  }
  const rows = (Array.isArray(results) ? results : []).slice(0, PAGE_SIZE);
  const candidates = webCandidates(rows, context);
  const more = rows.length > 0 && field(query, "more_results_available") !== false &&
    context.page + 1 < MAX_CALLS;
  const question = questionOf(context);
  const cut = context.page === 0 && question.cut;
  return {
    candidates,
    lastRank: context.lastRank + rows.length,
    next: more ? context.page + 1 : null,
    notices: [
      ...settingOf(context, RESTRICTION) === "none"
        ? []
        : strayNotice(candidates, DOMAINS, context),
      ...cut
        ? [`the query was cut to Brave's ${MAX_CHARACTERS} characters and ${MAX_WORDS} words`]
        : [],
    ],
    ...question.cut && { sentQuery: question.text },
  };
}
