/** Semantic Scholar paper search (Academic Graph API), by offset. */
import type { Candidate } from "../benchmark/records.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { failureMessage } from "./failure_reason.ts";
import { field, identifierOf, listOf, present, textOf, yearOf } from "./json_fields.ts";
import type { Page, PageContext, PageRequest, ProviderResponse, Verdict } from "./page.ts";
import { itemsWith, settingOf } from "./settings.ts";

const DEPTH = 200;
const PAGE_SIZE = 100;
/** Only the first 1,000 results of a query can be reached. */
const MAX_CALLS = 10;

const FIELDS: Setting = {
  name: "fields",
  default: "paperId,externalIds,title,year,publicationDate,abstract,venue,url,citationCount",
  about:
    "Fields asked for, comma-separated. The default is what the published run asked for; paperId,externalIds,title,year are enough and make smaller answers.",
  check: itemsWith("externalIds", "title"),
};

/** Semantic Scholar: two calls a question, a third where rows had to be skipped. */
export const semantic_scholar: HttpProvider = {
  kind: "http",
  name: "semantic_scholar",
  label: "Semantic Scholar",
  role: "published",
  key: {
    variable: "SEMANTIC_SCHOLAR_API_KEY",
    required: true,
    place: { kind: "header", name: "x-api-key" },
  },
  baseUrl: {
    variable: "SEMANTIC_SCHOLAR_BASE_URL",
    default: "https://api.semanticscholar.org/graph/v1",
  },
  rate: 1,
  depth: DEPTH,
  callsPerQuestion: 2,
  maxCallsPerQuestion: MAX_CALLS,
  price: {
    usdPerCall: 0,
    note: "free; 1 request a second with a key",
    source: "https://www.semanticscholar.org/product/api",
    date: "2026-11",
  },
  query: "semantic_scholar",
  filtersYear: true,
  web: false,
  settings: [FIELDS],
  request,
  parse,
  judge,
};

/** The answer's `next`; rows may be fewer than asked, so it is not page × size. */
function offsetOf(context: PageContext): number {
  return typeof context.cursor === "number" ? context.cursor : 0;
}

function request(context: PageContext): PageRequest {
  return {
    method: "GET",
    path: "/paper/search",
    params: present({
      query: context.query,
      fields: settingOf(context, FIELDS),
      limit: String(Math.min(PAGE_SIZE, DEPTH - context.collected)),
      offset: String(offsetOf(context)),
      year: context.maxYear === null ? null : `-${context.maxYear}`,
    }),
  };
}

/** Rows without a title are left out and take no rank, as in the published program. */
function parse(json: unknown, context: PageContext): Page {
  const rows = nothingFound(json) ? [] : listOf(json, "data", "Semantic Scholar");
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const title = textOf(field(row, "title"));
    if (title === null || context.collected + candidates.length >= DEPTH) continue;
    const ids = field(row, "externalIds");
    candidates.push({
      rank: context.lastRank + candidates.length + 1,
      provider_id: identifierOf(field(row, "paperId")),
      pmid: identifierOf(field(ids, "PubMed")),
      doi: identifierOf(field(ids, "DOI")),
      title,
      year: yearOf(field(row, "year")),
    });
  }
  const next = field(json, "next");
  const more = typeof next === "number" && Number.isSafeInteger(next) &&
    next > offsetOf(context) && rows.length > 0 &&
    context.collected + candidates.length < DEPTH && context.page + 1 < MAX_CALLS;
  return {
    candidates,
    lastRank: context.lastRank + candidates.length,
    next: more ? next : null,
  };
}

/** `{"total": 0, "offset": 0}`: an empty result has been seen without `data`. */
function nothingFound(json: unknown): boolean {
  return field(json, "data") === undefined && field(json, "total") === 0;
}

/**
 * A page may name a `next` that the API then refuses with "Requested data for
 * this limit and/or offset is not available" (allenai/s2-folks#96, #80): the
 * list ends there. The published program lost the earlier pages.
 */
function judge(response: ProviderResponse, context: PageContext): Verdict | null {
  return context.page > 0 && response.status === 400 &&
      /limit and\/or offset/i.test(response.text)
    ? { class: "end", message: failureMessage(response) }
    : null;
}
