/**
 * How the six academic providers are asked and how they answer.
 * Written from the fact sheet, independently of the adapters under test.
 */
import { bearer, header, onePage, param, type Shape, text, titleOf } from "./shape.ts";

const openalex = {
  method: "GET",
  path: /^\/works$/,
  key: param("api_key"),
  keyRequired: true,
  maxYear: ({ params }) => {
    const limit = /^publication_year:<(\d+)$/.exec(params.get("filter") ?? "");
    return limit ? Number(limit[1]) - 1 : null;
  },
  limit: ({ params }) => Number(params.get("per_page") ?? 25),
  answer: ({ rows, offset, total }, { params }) => ({
    meta: {
      count: total,
      per_page: Number(params.get("per_page")),
      ...params.has("cursor") && {
        next_cursor: offset + rows.length < total ? `after-${offset + rows.length}` : null,
      },
    },
    results: rows.map((candidate) => ({
      id: `https://openalex.org/W${candidate.pmid}`,
      doi: candidate.doi && `https://doi.org/${candidate.doi}`,
      title: titleOf(candidate),
      display_name: titleOf(candidate),
      publication_year: candidate.year,
      ids: {
        openalex: `https://openalex.org/W${candidate.pmid}`,
        ...candidate.pmid && { pmid: `https://pubmed.ncbi.nlm.nih.gov/${candidate.pmid}` },
      },
    })),
  }),
  badKey: [401, { error: "Invalid or missing API key", message: "API key not found" }],
  quota: [429, { error: "Too many requests", message: "slow down" }, {
    "Retry-After": "54000",
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Remaining-USD": "0",
    "X-RateLimit-Reset": "54000",
  }],
} satisfies Partial<Shape>;

/** Dialects by provider name. */
export const academicShapes = {
  elicit: {
    method: "POST",
    path: /^\/api\/v2\/search\/papers$/,
    key: bearer,
    keyRequired: true,
    query: ({ body }) => text(body?.query),
    maxYear: ({ body }) => (body?.filters as { maxYear?: number })?.maxYear ?? null,
    ...onePage,
    limit: ({ body }) => Number(body?.maxResults ?? 10),
    answer: ({ rows }) => ({
      papers: rows.map((candidate) => ({
        elicitId: `e-${candidate.pmid}`,
        title: titleOf(candidate),
        authors: ["A B"],
        year: candidate.year,
        abstract: null,
        doi: candidate.doi,
        pmid: candidate.pmid,
        venue: "J",
      })),
      warnings: [],
    }),
    badKey: [401, { error: { code: "unauthorized", message: "bad key" } }],
    quota: [402, { error: { code: "insufficient_quota", message: "no quota left" } }],
  },
  consensus: {
    method: "GET",
    path: /^\/v1\/(?:quick_)?search$/,
    key: header("x-api-key"),
    keyRequired: true,
    query: ({ params }) => text(params.get("query")),
    maxYear: ({ params }) => params.has("year_max") ? Number(params.get("year_max")) : null,
    ...onePage,
    limit: () => 20,
    answer: ({ rows }) => ({
      results: rows.map((candidate) => ({
        title: titleOf(candidate),
        publish_year: candidate.year,
        doi: candidate.doi,
        url: `https://consensus.example/papers/${candidate.pmid}`,
      })),
    }),
    badKey: [401, { detail: "bad key" }],
    quota: [402, { detail: "plan exhausted" }],
  },
  semantic_scholar: {
    method: "GET",
    path: /^\/paper\/search$/,
    key: header("x-api-key"),
    keyRequired: true,
    query: ({ params }) => text(params.get("query")),
    maxYear: ({ params }) => Number(/^-(\d{4})$/.exec(params.get("year") ?? "")?.[1] ?? 9999),
    offset: ({ params }) => Number(params.get("offset") ?? 0),
    limit: ({ params }) => Number(params.get("limit") ?? 100),
    page: ({ params }) => Math.floor(Number(params.get("offset") ?? 0) / 100),
    refuse: ({ params }) =>
      Number(params.get("offset")) + Number(params.get("limit")) > 1000
        ? "Requested data for this limit and/or offset is not available"
        : null,
    answer: ({ rows, offset, total }) => ({
      total,
      offset,
      ...offset + rows.length < total && { next: offset + rows.length },
      data: rows.map((candidate) => ({
        paperId: `s-${candidate.pmid}`,
        externalIds: { PubMed: candidate.pmid, ...candidate.doi && { DOI: candidate.doi } },
        title: titleOf(candidate),
        year: candidate.year,
      })),
    }),
    badKey: [403, { message: "Forbidden" }],
    quota: [403, { message: "Forbidden" }],
  },
  openalex_keyword: {
    ...openalex,
    query: ({ params }) => text(params.get("search")),
    offset: ({ params }) => Number(/^after-(\d+)$/.exec(params.get("cursor") ?? "")?.[1] ?? 0),
    page: ({ params }) =>
      Math.floor(Number(/^after-(\d+)$/.exec(params.get("cursor") ?? "")?.[1] ?? 0) / 100),
    refuse: ({ params }) =>
      params.has("search.semantic") || Number(params.get("per_page")) > 100
        ? "Invalid query parameters error."
        : null,
  },
  openalex_semantic: {
    ...openalex,
    query: ({ params }) => text(params.get("search.semantic")),
    ...onePage,
    refuse: ({ params }) =>
      params.has("search") || params.has("cursor") || Number(params.get("per_page")) > 50
        ? "Invalid query parameters error."
        : null,
  },
  google_scholar: {
    method: "GET",
    path: /^\/search\.json$/,
    key: param("api_key"),
    keyRequired: true,
    query: ({ params }) => text(params.get("q")),
    maxYear: ({ params }) => params.has("as_yhi") ? Number(params.get("as_yhi")) : null,
    offset: ({ params }) => Number(params.get("start") ?? 0),
    limit: ({ params }) => Number(params.get("num") ?? 10),
    page: ({ params }) => Math.floor(Number(params.get("start") ?? 0) / 20),
    refuse: ({ params }) =>
      params.get("engine") === "google_scholar" ? null : "Unsupported engine.",
    answer: ({ rows, offset, total }) => ({
      search_metadata: { status: "Success" },
      ...rows.length === 0 ? { error: "Google hasn't returned any results for this query." } : {
        organic_results: rows.map((candidate, index) => ({
          position: index + 1,
          title: titleOf(candidate),
          result_id: `g-${candidate.pmid}`,
        })),
        serpapi_pagination: offset + rows.length < total
          ? { next: "https://serpapi.example/search.json?start=next" }
          : {},
      },
    }),
    badKey: [401, { error: "Invalid API key. Your API key should be here." }],
    quota: [429, { error: "Your account has run out of searches." }],
  },
} satisfies Record<string, Shape>;
