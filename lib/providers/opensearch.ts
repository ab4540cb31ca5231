/**
 * A corpus of one's own on OpenSearch or Elasticsearch: the way out for those
 * whose corpus outgrows the built-in index.
 * Facts: https://opensearch.org/docs/2.14/api-reference/search
 */
import type { Candidate } from "../benchmark/records.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { field, identifierOf, listOf, textOf } from "./json_fields.ts";
import { judgeOpensearch } from "./opensearch_failures.ts";
import type { Json, Page, PageContext } from "./page.ts";
import { commaList, settingOf, someItems } from "./settings.ts";

const DEPTH = 200;

const INDEX: Setting = {
  name: "index",
  default: "",
  variable: "OPENSEARCH_INDEX",
  required: true,
  about: "Index (or alias) that holds the papers; also given by OPENSEARCH_INDEX.",
  check: (value) => {
    if (/[\s/?#\\*"<>|]/.test(value)) throw new Error("it must be the name of an index");
  },
};
const FIELDS: Setting = {
  name: "fields",
  default: "title^2,abstract",
  about: "Text fields searched, comma-separated, each with an optional boost.",
  check: someItems,
};
const fieldSetting = (name: string, field: string, about: string): Setting => ({
  name,
  default: field,
  about,
});
const PMID = fieldSetting("pmid_field", "pmid", "Field with the PMID.");
const DOI = fieldSetting("doi_field", "doi", "Field with the DOI.");
const TITLE = fieldSetting("title_field", "title", "Field with the title.");
const YEAR = fieldSetting(
  "year_field",
  "year",
  "Numeric field with the publication year; papers without one are not found under a year limit.",
);
const TIE_BREAK: Setting = {
  name: "tie_break",
  default: "pmid",
  mayBeEmpty: true,
  about:
    "Sortable field that orders papers of equal score, so that ranks repeat: pmid.keyword where the index made pmid a text field, empty for none.",
};

/** OpenSearch or Elasticsearch: one call a question. */
export const opensearch: HttpProvider = {
  kind: "http",
  name: "opensearch",
  label: "OpenSearch (own index)",
  role: "baseline",
  key: {
    variable: "OPENSEARCH_API_KEY",
    required: false,
    place: { kind: "header", name: "Authorization", prefix: "ApiKey " },
  },
  variables: ["OPENSEARCH_INDEX", "OPENSEARCH_USERNAME", "OPENSEARCH_PASSWORD"],
  secretVariables: ["OPENSEARCH_PASSWORD"],
  authHeaders: basicAuth,
  baseUrl: { variable: "OPENSEARCH_URL", default: null },
  rate: 10,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: null,
    note: "your own server",
    source: "https://opensearch.org/docs/2.14/api-reference/search",
    date: "2026-11",
  },
  query: "question",
  filtersYear: true,
  web: false,
  settings: [INDEX, FIELDS, PMID, DOI, TITLE, YEAR, TIE_BREAK],
  request: (context) => ({
    method: "POST",
    path: `/${encodeURIComponent(settingOf(context, INDEX))}/_search`,
    body: bodyOf(context),
  }),
  parse,
  judge: judgeOpensearch,
};

/** HTTP Basic from user name and password, unless an API key is set. */
function basicAuth(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const user = environment.OPENSEARCH_USERNAME;
  if (!user || environment.OPENSEARCH_API_KEY) return {};
  const bytes = new TextEncoder().encode(`${user}:${environment.OPENSEARCH_PASSWORD ?? ""}`);
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

/** multi_match takes any text; query_string would choke on `?`, `/` and `:`. */
function bodyOf(context: PageContext): Json {
  const tieBreak = settingOf(context, TIE_BREAK);
  return {
    size: DEPTH,
    _source: [PMID, DOI, TITLE, YEAR].map((setting) => settingOf(context, setting)),
    query: {
      bool: {
        must: [{
          multi_match: {
            query: context.query,
            fields: commaList(settingOf(context, FIELDS)),
          },
        }],
        ...context.maxYear !== null && {
          filter: [{ range: { [settingOf(context, YEAR)]: { lte: context.maxYear } } }],
        },
      },
    },
    ...tieBreak !== "" && { sort: [{ _score: "desc" }, { [tieBreak]: "asc" }] },
  };
}

function parse(json: unknown, context: PageContext): Page {
  const hits = listOf(field(json, "hits"), "hits", "OpenSearch").slice(0, DEPTH);
  const candidates: Candidate[] = hits.flatMap((hit, index) => {
    const source = field(hit, "_source");
    const value = (setting: Setting) => fieldAt(source, settingOf(context, setting));
    const id = identifierOf(field(hit, "_id"));
    return id === null ? [] : [{
      rank: context.lastRank + index + 1,
      provider_id: id,
      pmid: identifierOf(value(PMID)),
      doi: textOf(value(DOI)),
      title: textOf(value(TITLE)),
      year: yearNumber(value(YEAR)),
    }];
  });
  return { candidates, lastRank: context.lastRank + hits.length, next: null };
}

/** A field of `_source`, whose name may be a path ("ids.pmid"). */
function fieldAt(source: unknown, name: string): unknown {
  const whole = field(source, name);
  return whole === undefined
    ? name.split(".").reduce((value: unknown, part) => field(value, part), source)
    : whole;
}

/** An own index may hold the year as text. */
function yearNumber(value: unknown): number | null {
  const text = identifierOf(value);
  return text !== null && /^\d{4}$/.test(text) ? Number(text) : null;
}
