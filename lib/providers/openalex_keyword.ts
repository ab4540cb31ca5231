/** OpenAlex works by keyword query, cursor paging. */
import type { HttpProvider } from "./provider.ts";
import { field, textOf } from "./json_fields.ts";
import {
  judgeOpenalex,
  OPENALEX_BASE_URL,
  OPENALEX_KEY,
  openalexCandidates,
  openalexParams,
  SELECT,
} from "./openalex.ts";
import type { Page, PageContext } from "./page.ts";

const DEPTH = 200;
const PAGE_SIZE = 100;
/** Ends a list whose rows are nearly all without a title. */
const MAX_CALLS = 10;

/** OpenAlex by keywords: two calls a question, a third where rows had to be skipped. */
export const openalex_keyword: HttpProvider = {
  kind: "http",
  name: "openalex_keyword",
  label: "OpenAlex (keyword)",
  role: "published",
  key: OPENALEX_KEY,
  baseUrl: OPENALEX_BASE_URL,
  rate: 1,
  depth: DEPTH,
  callsPerQuestion: 2,
  maxCallsPerQuestion: MAX_CALLS,
  price: {
    usdPerCall: 0.001,
    note: "$1 per 1,000 searches; a free key has $1 a day",
    source: "https://developers.openalex.org/api-reference/authentication",
    date: "2026-06-24",
  },
  query: "openalex_keyword",
  filtersYear: true,
  web: false,
  settings: [SELECT],
  request: (context) => ({
    method: "GET",
    path: "/works",
    params: openalexParams(
      context,
      { search: context.query },
      Math.min(PAGE_SIZE, DEPTH - context.collected),
      { sort: "relevance_score:desc", cursor: textOf(context.cursor) ?? "*" },
    ),
  }),
  parse,
  judge: judgeOpenalex,
};

function parse(json: unknown, context: PageContext): Page {
  const room = DEPTH - context.collected;
  const { candidates, rows } = openalexCandidates(json, context.lastRank, room);
  const next = textOf(field(field(json, "meta"), "next_cursor"));
  const more = rows > 0 && candidates.length < room && next !== context.cursor &&
    context.page + 1 < MAX_CALLS;
  return {
    candidates,
    lastRank: context.lastRank + candidates.length,
    next: more ? next : null,
  };
}
