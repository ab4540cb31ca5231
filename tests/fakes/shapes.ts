/**
 * How the thirteen providers are asked and how they answer, written from
 * ../../../shared/providers.md independently of the adapters under test.
 */
import type { Candidate } from "../../lib/benchmark/records.ts";

/** What a shape looks at. */
export interface ShapeRequest {
  method: string;
  /** Path behind the provider's base URL, e.g. `/works`. */
  path: string;
  params: URLSearchParams;
  headers: Headers;
  /** The JSON body; undefined for GET. */
  body: Record<string, unknown> | undefined;
}

/** The part of a ranked list that a request asks for, and where it starts. */
export interface Slice {
  rows: readonly Candidate[];
  offset: number;
  /** Length of the whole list. */
  total: number;
}

/** One provider's dialect. */
export interface Shape {
  method: "GET" | "POST";
  path: RegExp;
  /** The key that came along; null where there is none. */
  key(request: ShapeRequest): string | null;
  keyRequired: boolean;
  query(request: ShapeRequest): string;
  /** Inclusive year limit of the request; null where it has none. */
  maxYear(request: ShapeRequest): number | null;
  offset(request: ShapeRequest): number;
  limit(request: ShapeRequest): number;
  /** Page number, from 0. */
  page(request: ShapeRequest): number;
  /** What is wrong with the request, where the real API would refuse it. */
  refuse?(request: ShapeRequest): string | null;
  answer(slice: Slice, request: ShapeRequest, url: (candidate: Candidate) => string): unknown;
  badKey: readonly [status: number, body: unknown];
  quota: readonly [status: number, body: unknown, headers?: Record<string, string>];
}

type Body = Record<string, unknown>;

const bearer = ({ headers }: ShapeRequest) =>
  headers.get("authorization")?.replace(/^Bearer /, "") ?? null;
const header = (name: string) => ({ headers }: ShapeRequest) => headers.get(name);
const param = (name: string) => ({ params }: ShapeRequest) => params.get(name);
const text = (value: unknown) => typeof value === "string" ? value : "";
const number = (value: unknown) => Number(value);
const titleOf = (candidate: Candidate) => candidate.title ?? `Paper ${candidate.pmid}`;
const onePage = { offset: () => 0, page: () => 0 };
const noYear = () => null;

const openalex = {
  method: "GET",
  path: /^\/works$/,
  key: param("api_key"),
  keyRequired: true,
  maxYear: ({ params }) => {
    const limit = /^publication_year:<(\d+)$/.exec(params.get("filter") ?? "");
    return limit ? Number(limit[1]) - 1 : null;
  },
  limit: ({ params }) => number(params.get("per_page") ?? 25),
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

const webRow = (url: (candidate: Candidate) => string) => (candidate: Candidate) => ({
  title: titleOf(candidate),
  url: url(candidate),
});

/** Dialects by provider name. */
export const shapes: Readonly<Record<string, Shape>> = {
  elicit: {
    method: "POST",
    path: /^\/api\/v2\/search\/papers$/,
    key: bearer,
    keyRequired: true,
    query: ({ body }) => text(body?.query),
    maxYear: ({ body }) => (body?.filters as { maxYear?: number })?.maxYear ?? null,
    ...onePage,
    limit: ({ body }) => number(body?.maxResults ?? 10),
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
    offset: ({ params }) => number(params.get("offset") ?? 0),
    limit: ({ params }) => number(params.get("limit") ?? 100),
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
    offset: ({ params }) => number(params.get("start") ?? 0),
    limit: ({ params }) => number(params.get("num") ?? 10),
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
  exa: {
    method: "POST",
    path: /^\/search$/,
    key: header("x-api-key"),
    keyRequired: true,
    query: ({ body }) => text(body?.query),
    maxYear: ({ body }) =>
      body?.endPublishedDate ? Number(text(body.endPublishedDate).slice(0, 4)) : null,
    ...onePage,
    limit: ({ body }) => number(body?.numResults ?? 10),
    refuse: ({ body }) => Number(body?.numResults) > 100 ? "numResults is at most 100" : null,
    answer: ({ rows }, _request, url) => ({
      requestId: "r1",
      results: rows.map((candidate) => ({
        ...webRow(url)(candidate),
        id: url(candidate),
        publishedDate: candidate.year === null ? null : `${candidate.year}-01-01T00:00:00.000Z`,
      })),
      costDollars: { total: 0.097 },
    }),
    badKey: [401, { error: "x-api-key header is invalid", tag: "INVALID_API_KEY" }],
    quota: [402, { error: "out of credits", tag: "NO_MORE_CREDITS" }],
  },
  brave: {
    method: "GET",
    path: /^\/res\/v1\/web\/search$/,
    key: header("x-subscription-token"),
    keyRequired: true,
    query: ({ params }) => text(params.get("q")).replace(/ \(site:[^)]*\)$/, ""),
    maxYear: noYear,
    offset: ({ params }) => Number(params.get("offset") ?? 0) * Number(params.get("count") ?? 20),
    limit: ({ params }) => number(params.get("count") ?? 20),
    page: ({ params }) => number(params.get("offset") ?? 0),
    refuse: ({ params }) => {
      const q = params.get("q") ?? "";
      return q.length > 400 || q.split(/\s+/).length > 50 || Number(params.get("offset")) > 9
        ? "Unable to validate request parameter(s)"
        : null;
    },
    answer: ({ rows, offset, total }, { params }, url) => ({
      type: "search",
      query: {
        original: params.get("q"),
        more_results_available: offset + rows.length < total,
      },
      ...rows.length > 0 && { web: { type: "search", results: rows.map(webRow(url)) } },
    }),
    badKey: [422, {
      type: "ErrorResponse",
      error: { code: "SUBSCRIPTION_TOKEN_INVALID", detail: "invalid token", status: 422 },
    }],
    quota: [429, {
      type: "ErrorResponse",
      error: { code: "QUOTA_LIMITED", detail: "quota limit reached", status: 429 },
    }],
  },
  parallel: {
    method: "POST",
    path: /^\/v1\/search$/,
    key: header("x-api-key"),
    keyRequired: true,
    query: ({ body }) => text(body?.objective ?? (body?.search_queries as string[])?.[0]),
    maxYear: noYear,
    ...onePage,
    limit: ({ body }) => number((body?.advanced_settings as Body)?.max_results ?? 10),
    refuse: ({ body }) => {
      const queries = body?.search_queries;
      const fits = Array.isArray(queries) && queries.length >= 1 && queries.length <= 5 &&
        queries.every((query) => typeof query === "string" && query.length <= 200);
      return fits && body?.max_results === undefined && body?.source_policy === undefined
        ? null
        : "search_queries: 1 to 5 strings of at most 200 characters";
    },
    answer: ({ rows }, _request, url) => ({
      search_id: "search_1",
      results: rows.map((candidate) => ({
        ...webRow(url)(candidate),
        publish_date: null,
        excerpts: [],
      })),
      warnings: null,
    }),
    badKey: [401, { type: "error", error: { ref_id: "1", message: "bad key" } }],
    quota: [402, { type: "error", error: { ref_id: "1", message: "no credit" } }],
  },
  perplexity: {
    method: "POST",
    path: /^\/search$/,
    key: bearer,
    keyRequired: true,
    query: ({ body }) => text(body?.query),
    maxYear: noYear,
    ...onePage,
    limit: ({ body }) => number(body?.max_results ?? 10),
    refuse: ({ body }) => Number(body?.max_results) > 20 ? "max_results is at most 20" : null,
    answer: ({ rows }, _request, url) => ({
      id: "s1",
      results: rows.map((candidate) => ({ ...webRow(url)(candidate), snippet: "", date: null })),
    }),
    badKey: [
      401,
      "<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body></body></html>",
    ],
    quota: [401, { error: { type: "insufficient_quota", message: "out of credit" } }],
  },
  pubmed: {
    method: "GET",
    path: /^\/esearch\.fcgi$/,
    key: param("api_key"),
    keyRequired: false,
    query: ({ params }) => text(params.get("term")),
    maxYear: ({ params }) =>
      params.get("datetype") === "pdat" && params.has("mindate") && params.has("maxdate")
        ? Number(params.get("maxdate"))
        : null,
    ...onePage,
    limit: ({ params }) => number(params.get("retmax") ?? 20),
    refuse: ({ params }) =>
      params.get("db") === "pubmed" && params.get("retmode") === "json" && params.has("tool")
        ? null
        : "db, retmode and tool are needed",
    answer: ({ rows, total }, { params }) => {
      const idlist = rows.map((candidate) => candidate.pmid).filter((pmid) => pmid !== null);
      return {
        header: { type: "esearch", version: "0.3" },
        esearchresult: {
          count: String(total),
          retmax: params.get("retmax"),
          retstart: "0",
          idlist,
        },
      };
    },
    badKey: [400, { error: "API key invalid", "api-key": "x", type: "api-key" }],
    quota: [403, { error: "blocked for abuse" }],
  },
  europe_pmc: {
    method: "GET",
    path: /^\/search$/,
    key: () => null,
    keyRequired: false,
    query: ({ params }) =>
      text(params.get("query")).replace(/ AND \((?:PUB_YEAR|SRC):[^)]*\)/g, "").replace(
        /^\((.*)\)$/,
        "$1",
      ),
    maxYear: ({ params }) => {
      const limit = /PUB_YEAR:\[\d+ TO (\d+)\]/.exec(params.get("query") ?? "");
      return limit ? Number(limit[1]) : null;
    },
    offset: ({ params }) => Number(/^at-(\d+)$/.exec(params.get("cursorMark") ?? "")?.[1] ?? 0),
    limit: ({ params }) => number(params.get("pageSize") ?? 25),
    page: ({ params }) =>
      Math.floor(Number(/^at-(\d+)$/.exec(params.get("cursorMark") ?? "")?.[1] ?? 0) / 100),
    refuse: ({ params }) => Number(params.get("pageSize")) > 1000 ? "pageSize too large" : null,
    answer: ({ rows, offset, total }) => ({
      hitCount: total,
      nextCursorMark: rows.length === 0 ? `at-${offset}` : `at-${offset + rows.length}`,
      resultList: {
        result: rows.map((candidate) => ({
          id: candidate.pmid,
          source: "MED",
          pmid: candidate.pmid,
          ...candidate.pmcid && { pmcid: candidate.pmcid },
          ...candidate.doi && { doi: candidate.doi },
          title: titleOf(candidate).replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
          ...candidate.year !== null && { pubYear: String(candidate.year) },
        })),
      },
    }),
    badKey: [403, { errMsg: "forbidden" }],
    quota: [403, { errMsg: "forbidden" }],
  },
  opensearch: {
    method: "POST",
    path: /^\/[^/]+\/_search$/,
    key: ({ headers }) => headers.get("authorization")?.replace(/^(?:ApiKey|Basic) /, "") ?? null,
    keyRequired: false,
    query: ({ body }) => {
      const { must } = (body?.query as { bool: { must: Body[] } }).bool;
      return text((must[0]!.multi_match as Body).query);
    },
    maxYear: ({ body }) => {
      const filter = (body?.query as { bool: { filter?: { range: Record<string, Body> }[] } }).bool
        .filter?.[0];
      const range = filter && Object.values(filter.range)[0];
      return range ? number(range.lte) : null;
    },
    ...onePage,
    limit: ({ body }) => number(body?.size ?? 10),
    answer: ({ rows, total }) => ({
      took: 1,
      timed_out: false,
      _shards: { total: 1, successful: 1, failed: 0 },
      hits: {
        total: { value: total, relation: "eq" },
        hits: rows.map((candidate) => ({
          _id: candidate.pmid,
          _score: 1,
          _source: {
            pmid: candidate.pmid,
            doi: candidate.doi,
            title: titleOf(candidate),
            year: candidate.year,
          },
        })),
      },
    }),
    badKey: [401, {
      error: { type: "security_exception", reason: "missing credentials" },
      status: 401,
    }],
    quota: [403, { error: { type: "security_exception", reason: "no rights" }, status: 403 }],
  },
};
