/**
 * Europe PMC REST search, relevance order, cursor paging: a free baseline of
 * this project, not part of the published comparison.
 * Facts: https://europepmc.org/RestfulWebService
 */
import type { Candidate } from "../benchmark/records.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { isSuccess } from "./failures.ts";
import { field, identifierOf, listOf, textOf, yearOf } from "./json_fields.ts";
import { getOrPost } from "./long_query.ts";
import type { Page, PageContext, ProviderResponse, Verdict } from "./page.ts";
import { settingOf } from "./settings.ts";
import { plainTitle } from "./titles.ts";

const DEPTH = 200;
/** 1,000 are documented; one client reports a cap of 100. */
const PAGE_SIZE = 100;
const MAX_CALLS = 10;
/** The lower end of the year range, before any record. */
const FIRST_YEAR = 1700;

const SOURCE: Setting = {
  name: "source",
  default: "any",
  values: ["any", "MED"],
  about:
    "Which records are searched: all of Europe PMC's (with preprints, patents and books), or only those of PubMed (MED).",
};

/** Europe PMC: two calls a question. */
export const europe_pmc: HttpProvider = {
  kind: "http",
  name: "europe_pmc",
  label: "Europe PMC",
  role: "baseline",
  // There is no key; the variable is never read.
  key: { variable: "EUROPE_PMC_API_KEY", required: false, place: { kind: "none" } },
  baseUrl: {
    variable: "EUROPE_PMC_BASE_URL",
    default: "https://www.ebi.ac.uk/europepmc/webservices/rest",
  },
  rate: 5,
  depth: DEPTH,
  callsPerQuestion: DEPTH / PAGE_SIZE,
  maxCallsPerQuestion: MAX_CALLS,
  price: {
    usdPerCall: 0,
    note: "free, no key; 10 requests a second are quoted by third parties",
    source: "https://europepmc.org/RestfulWebService",
    date: "2026-11",
  },
  query: "openalex_keyword",
  filtersYear: true,
  web: false,
  settings: [SOURCE],
  request: (context) =>
    getOrPost({ get: "/search", post: "/searchPOST" }, {
      query: queryOf(context),
      format: "json",
      resultType: "lite",
      pageSize: String(PAGE_SIZE),
      cursorMark: textOf(context.cursor) ?? "*",
    }),
  parse,
  judge,
};

/** @throws {Error} where the query would not stay within its parentheses, and the limits would not hold for all of it. */
function queryOf(context: PageContext): string {
  const clauses = [
    settingOf(context, SOURCE) === "MED" ? "SRC:MED" : null,
    context.maxYear === null ? null : `PUB_YEAR:[${FIRST_YEAR} TO ${context.maxYear}]`,
  ].filter((clause) => clause !== null);
  if (clauses.length === 0) return context.query;
  if (!isClosed(context.query)) {
    throw new Error(
      "Cannot ask Europe PMC: parentheses or quotes of the query do not match, so its limits " +
        "(year, source) would not hold for all of it; mend the query",
    );
  }
  return `(${context.query}) AND ${clauses.map((clause) => `(${clause})`).join(" AND ")}`;
}

/** Whether a pair of parentheses around a query holds all of it. A sign after a backslash is a letter. */
function isClosed(query: string): boolean {
  const text = `(${query})`;
  let depth = 0;
  let quoted = false;
  for (const { 0: sign, index } of text.matchAll(/\\.|["()]/gs)) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && sign === "(") depth++;
    if (!quoted && sign === ")") depth--;
    if (depth === 0) return index === text.length - 1;
  }
  return false;
}

/** Titles hold escaped markup. The list ends when the cursor stands still. */
function parse(json: unknown, context: PageContext): Page {
  const rows = listOf(field(json, "resultList"), "result", "Europe PMC");
  const room = DEPTH - context.collected;
  const candidates: Candidate[] = [];
  for (const row of rows) {
    if (candidates.length >= room) break;
    const id = identifierOf(field(row, "id"));
    const title = textOf(field(row, "title"));
    if (id === null && title === null) continue;
    candidates.push({
      rank: context.lastRank + candidates.length + 1,
      provider_id: id,
      pmid: identifierOf(field(row, "pmid")),
      doi: textOf(field(row, "doi")),
      title: title === null ? null : textOf(plainTitle(title)),
      year: yearOfText(field(row, "pubYear")),
      pmcid: identifierOf(field(row, "pmcid")),
    });
  }
  const next = textOf(field(json, "nextCursorMark"));
  const more = rows.length > 0 && candidates.length < room &&
    next !== (textOf(context.cursor) ?? "*") && context.page + 1 < MAX_CALLS;
  return {
    candidates,
    lastRank: context.lastRank + candidates.length,
    next: more ? next : null,
  };
}

/** `pubYear` is text. */
function yearOfText(value: unknown): number | null {
  return typeof value === "string" && /^\d{4}$/.test(value) ? Number(value) : yearOf(value);
}

/** Errors come as `errCode` and `errMsg`, also with status 200. */
function judge(response: ProviderResponse): Verdict | null {
  if (!isSuccess(response)) return null;
  const message = textOf(field(response.json, "errMsg"));
  if (message === null) return null;
  const code = Number(field(response.json, "errCode"));
  return code >= 500 || code === 429 ? { class: "retry", message } : { class: "terminal", message };
}
