/** Elicit paper search, API v2. */
import { isObject } from "../benchmark/record_fields.ts";
import type { Candidate } from "../benchmark/records.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { field, identifierOf, listOf, messagesIn, present, textOf, yearOf } from "./json_fields.ts";
import type { Page } from "./page.ts";
import { settingOf, wholeNumber } from "./settings.ts";

const DEPTH = 200;

const SEARCH_MODE: Setting = {
  name: "search_mode",
  default: "semantic",
  about: "How Elicit searches. The published run used semantic; a keyword mode exists.",
};
const CORPUS: Setting = {
  name: "corpus",
  default: "elicit",
  about: "Which of Elicit's corpora is searched. The published run used elicit.",
};
const MAX_RESULTS: Setting = {
  name: "max_results",
  default: String(DEPTH),
  about:
    "Papers asked for a question, 1 to 200. Lower it where the plan caps a request at fewer papers; the deeper cutoffs then lose their meaning.",
  check: wholeNumber(1, DEPTH),
};

/** Elicit: one call a question, 200 papers. */
export const elicit: HttpProvider = {
  kind: "http",
  name: "elicit",
  label: "Elicit",
  role: "published",
  key: {
    variable: "ELICIT_API_KEY",
    required: true,
    place: { kind: "header", name: "Authorization", prefix: "Bearer " },
  },
  baseUrl: { variable: "ELICIT_BASE_URL", default: "https://elicit.com" },
  rate: 2,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: null,
    note:
      "included in the plan, no price per call; plans cap calls a day and papers a call (captures disagree: Pro 100 calls of 100 papers, or 1,000 of 1,000)",
    source: "https://docs.elicit.com/openapi.json",
    date: "2026",
  },
  query: "question",
  filtersYear: true,
  web: false,
  settings: [SEARCH_MODE, CORPUS, MAX_RESULTS],
  request: (context) => ({
    method: "POST",
    path: "/api/v2/search/papers",
    body: {
      query: context.query,
      searchMode: settingOf(context, SEARCH_MODE),
      corpus: settingOf(context, CORPUS),
      filters: present({ maxYear: context.maxYear }),
      maxResults: Number(settingOf(context, MAX_RESULTS)),
    },
  }),
  parse: (json, context) => parse(json, context.lastRank),
};

/** A row that is no object keeps its rank number, as in the published program. */
function parse(json: unknown, lastRank: number): Page {
  const papers = listOf(json, "papers", "Elicit").slice(0, DEPTH);
  const candidates: Candidate[] = papers.flatMap((paper, index) =>
    isObject(paper)
      ? [{
        rank: lastRank + index + 1,
        provider_id: identifierOf(paper.elicitId),
        pmid: identifierOf(paper.pmid),
        doi: textOf(paper.doi),
        title: textOf(paper.title),
        year: yearOf(paper.year),
      }]
      : []
  );
  return {
    candidates,
    lastRank: lastRank + papers.length,
    next: null,
    notices: messagesIn(field(json, "warnings")),
  };
}
