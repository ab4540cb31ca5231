/** OpenAlex works by meaning: one call, 50 works, no paging. */
import type { HttpProvider } from "./provider.ts";
import {
  judgeOpenalex,
  OPENALEX_BASE_URL,
  OPENALEX_KEY,
  openalexCandidates,
  openalexParams,
  SELECT,
} from "./openalex.ts";

const DEPTH = 50;
/** More of a query is not used (https://developers.openalex.org/guides/semantic-search). */
const MAX_CHARACTERS = 2000;

/** OpenAlex semantic search. */
export const openalex_semantic: HttpProvider = {
  kind: "http",
  name: "openalex_semantic",
  label: "OpenAlex (semantic)",
  role: "published",
  key: OPENALEX_KEY,
  baseUrl: OPENALEX_BASE_URL,
  rate: 0.8,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: 0.01,
    note:
      "sources disagree: $10 per 1,000 in the documentation, $1 in clients that read the cost header; the higher one is used here",
    source: "https://developers.openalex.org/api-reference/authentication",
    date: "2026",
  },
  query: "question",
  filtersYear: true,
  web: false,
  settings: [SELECT],
  request: (context) => ({
    method: "GET",
    path: "/works",
    params: openalexParams(context, { "search.semantic": context.query }, DEPTH),
  }),
  parse(json, context) {
    const { candidates } = openalexCandidates(json, context.lastRank, DEPTH);
    return {
      candidates,
      lastRank: context.lastRank + candidates.length,
      next: null,
      ...context.query.length > MAX_CHARACTERS && {
        notices: [`OpenAlex uses the first ${MAX_CHARACTERS} characters of a query only`],
        sentQuery: context.query.slice(0, MAX_CHARACTERS),
      },
    };
  },
  judge: judgeOpenalex,
};
