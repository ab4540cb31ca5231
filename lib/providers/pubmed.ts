/**
 * PubMed by E-utilities esearch, relevance order: a free baseline of this
 * project, not part of the published comparison.
 * Facts: https://www.ncbi.nlm.nih.gov/books/NBK25499/
 */
import { PROGRAM } from "../benchmark/program.ts";
import type { HttpProvider, Setting } from "./provider.ts";
import { failureMessage } from "./failure_reason.ts";
import { isSuccess } from "./failures.ts";
import { field, identifierOf, listOf, messagesIn, present, textOf } from "./json_fields.ts";
import { getOrPost } from "./long_query.ts";
import type { Page, PageContext, PageRequest, ProviderResponse, Verdict } from "./page.ts";
import { settingOf } from "./settings.ts";

const DEPTH = 200;
/** esearch wants both ends of a date range; PubMed's oldest records are of the 18th century. */
const FIRST_YEAR = "1700";

const EMAIL: Setting = {
  name: "email",
  neutral: true,
  default: "",
  about: "Contact address sent to NCBI with each request, as it asks for; given by --email.",
  check: (value) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new Error("it must be an e-mail address");
  },
};
const TOOL: Setting = {
  name: "tool",
  neutral: true,
  default: PROGRAM,
  about: "Name of the program sent to NCBI with each request, without spaces.",
  check: (value) => {
    if (!/^\S+$/.test(value)) throw new Error("it must be one word");
  },
};

/** PubMed: one call a question, ids only. */
export const pubmed: HttpProvider = {
  kind: "http",
  name: "pubmed",
  label: "PubMed (esearch)",
  role: "baseline",
  key: {
    variable: "NCBI_API_KEY",
    required: false,
    place: { kind: "param", name: "api_key" },
  },
  baseUrl: {
    variable: "NCBI_EUTILS_BASE_URL",
    default: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
  },
  rate: (hasKey) => hasKey ? 10 : 3,
  depth: DEPTH,
  callsPerQuestion: 1,
  price: {
    usdPerCall: 0,
    note:
      "free; 3 requests a second, 10 with a key; large jobs at night or at weekends (US Eastern)",
    source: "https://support.nlm.nih.gov/kbArticle/?pn=KA-05510",
    date: "2026-11",
  },
  query: "openalex_keyword",
  filtersYear: true,
  web: false,
  settings: [EMAIL, TOOL],
  request,
  parse,
  judge,
};

function request(context: PageContext): PageRequest {
  const dated = context.maxYear !== null;
  return getOrPost(
    { get: "/esearch.fcgi", post: "/esearch.fcgi" },
    present({
      db: "pubmed",
      term: context.query,
      retmode: "json",
      retmax: String(DEPTH),
      sort: "relevance",
      datetype: dated ? "pdat" : null,
      mindate: dated ? FIRST_YEAR : null,
      maxdate: dated ? String(context.maxYear) : null,
      tool: settingOf(context, TOOL),
      email: settingOf(context, EMAIL) || null,
    }),
  );
}

function parse(json: unknown, context: PageContext): Page {
  const result = field(json, "esearchresult");
  const ids = listOf(result, "idlist", "PubMed")
    .map(identifierOf)
    .filter((id) => id !== null)
    .slice(0, DEPTH);
  return {
    candidates: ids.map((pmid, index) => ({
      rank: context.lastRank + index + 1,
      provider_id: pmid,
      pmid,
      doi: null,
      title: null,
      year: null,
    })),
    lastRank: context.lastRank + ids.length,
    next: null,
    notices: noticesOf(result),
  };
}

/** Phrases that PubMed does not know and drops from the query without failing. */
function noticesOf(result: unknown): string[] {
  const phrases = [
    field(field(result, "errorlist"), "phrasesnotfound"),
    field(field(result, "warninglist"), "quotedphrasesnotfound"),
  ].flatMap(messagesIn);
  return phrases.length > 0 ? [`PubMed does not know: ${phrases.join(", ")}`] : [];
}

/**
 * NCBI says errors inside a 200: over the rate (`error` at the top, left to the
 * common rules), and a failing backend or query (`ERROR`), the first sometimes
 * with raw control characters that make the answer no JSON.
 */
function judge(response: ProviderResponse): Verdict | null {
  if (!isSuccess(response)) return null;
  const error = textOf(field(field(response.json, "esearchresult"), "ERROR"));
  const said = error ?? (response.json === undefined ? response.text.slice(0, 2000) : "");
  if (/search backend failed|timed? ?out|temporarily|unavailable/i.test(said)) {
    return { class: "retry", message: error ?? failureMessage(response) };
  }
  return error === null ? null : { class: "terminal", message: error };
}
