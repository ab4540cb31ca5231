/**
 * How the four web search engines are asked and how they answer.
 * Written from the fact sheet, independently of the adapters under test.
 */
import { bearer, type Body, header, noYear, onePage, type Shape, text, webRow } from "./shape.ts";

/** Dialects by provider name. */
export const webShapes = {
  exa: {
    method: "POST",
    path: /^\/search$/,
    key: header("x-api-key"),
    keyRequired: true,
    query: ({ body }) => text(body?.query),
    maxYear: ({ body }) =>
      body?.endPublishedDate ? Number(text(body.endPublishedDate).slice(0, 4)) : null,
    ...onePage,
    limit: ({ body }) => Number(body?.numResults ?? 10),
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
    limit: ({ params }) => Number(params.get("count") ?? 20),
    page: ({ params }) => Number(params.get("offset") ?? 0),
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
    limit: ({ body }) => Number((body?.advanced_settings as Body)?.max_results ?? 10),
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
    limit: ({ body }) => Number(body?.max_results ?? 10),
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
} satisfies Record<string, Shape>;
