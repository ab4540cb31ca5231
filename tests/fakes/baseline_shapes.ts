/**
 * How this project's own baselines are asked and how they answer.
 * Written from the fact sheet, independently of the adapters under test.
 */
import { type Body, onePage, param, type Shape, text, titleOf } from "./shape.ts";

/** Dialects by provider name. */
export const baselineShapes = {
  pubmed: {
    method: "GET",
    path: /^\/esearch\.fcgi$/,
    formPath: /^\/esearch\.fcgi$/,
    key: param("api_key"),
    keyRequired: false,
    query: ({ params }) => text(params.get("term")),
    maxYear: ({ params }) =>
      params.get("datetype") === "pdat" && params.has("mindate") && params.has("maxdate")
        ? Number(params.get("maxdate"))
        : null,
    ...onePage,
    limit: ({ params }) => Number(params.get("retmax") ?? 20),
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
    formPath: /^\/searchPOST$/,
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
    limit: ({ params }) => Number(params.get("pageSize") ?? 25),
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
      return range ? Number(range.lte) : null;
    },
    ...onePage,
    limit: ({ body }) => Number(body?.size ?? 10),
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
} satisfies Record<string, Shape>;
