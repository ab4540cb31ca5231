/**
 * E-utilities esummary: the publication dates of PMIDs.
 * Source: https://www.ncbi.nlm.nih.gov/books/NBK25499/
 */
import { jsonOrUndefined } from "../benchmark/record_fields.ts";
import { errorText, objectOf, textOf } from "./json_body.ts";
import { isPassing } from "./passing_trouble.ts";
import { type PublicationDates, publicationYear } from "./publication_year.ts";
import { statusVerdict } from "./status_verdict.ts";
import type { Answers, NcbiContact, NcbiRequest, NcbiResponse, Verdict } from "./transport.ts";

/** Ids a call; with JSON output the service takes 500 at the most. */
export const ESUMMARY_BATCH = 200;

/**
 * The request for a batch: a POST, since 200 ids make a long URL.
 *
 * @param pmids At most {@link ESUMMARY_BATCH} PMIDs.
 */
export function esummaryRequest(
  pmids: readonly number[],
  contact: NcbiContact,
): NcbiRequest {
  return {
    service: "eutils",
    method: "POST",
    path: "/esummary.fcgi",
    params: {},
    form: {
      db: "pubmed",
      retmode: "json",
      id: pmids.join(","),
      tool: contact.tool,
      email: contact.email,
      ...(contact.apiKey === undefined ? {} : { api_key: contact.apiKey }),
    },
  };
}

/** What is wrong with a list of ids: "Invalid uid x", "Too many UIDs in request", "ID list is empty". */
const ABOUT_THE_LIST = /\bu?ids?\b|cannot parse|document summary/i;

/**
 * Reads an answer. A PMID that PubMed does not know has a record with an
 * `error`, one that was merged into another may come back with the other's
 * `uid`: both are null, as is one whose dates have no year yet.
 *
 * @returns Dates by PMID. `retry` for an exceeded rate, which is seen with HTTP 429 and with HTTP
 *   200, and for every other error that is not about the list of ids.
 */
export function readEsummary(response: NcbiResponse): Verdict<Answers<PublicationDates>> {
  const { status, headers } = response;
  const body = objectOf(jsonOrUndefined(response.text));
  const error = errorText(body?.error ?? body?.esummaryresult ?? "");
  const ok = status >= 200 && status < 300;
  if (error !== "" && (ok || status === 400 || status === 429)) {
    if (isPassing(error, headers)) return { kind: "retry", message: error };
    if (/api[ _-]?key/i.test(error)) {
      return {
        kind: "stop",
        message: `the E-utilities refuse the API key: ${error}`,
        remedy: "correct NCBI_API_KEY or unset it (3 calls a second without it)",
      };
    }
    return ABOUT_THE_LIST.test(error)
      ? { kind: "refused", message: error }
      : { kind: "retry", message: `E-utilities esummary says: ${error}` };
  }
  const result = objectOf(body?.result);
  if (ok && result) return { kind: "answer", value: datesOf(result) };
  return statusVerdict(response, "E-utilities esummary");
}

function datesOf(result: Record<string, unknown>): Map<number, PublicationDates | null> {
  const answers = new Map<number, PublicationDates | null>();
  for (const [uid, item] of Object.entries(result)) {
    const record = objectOf(item);
    if (!record || !/^[1-9]\d{0,7}$/.test(uid)) continue;
    const dates = {
      pubdate: textOf(record.pubdate),
      epubdate: textOf(record.epubdate),
      sortpubdate: textOf(record.sortpubdate),
    };
    const isOwn = record.uid === undefined || String(record.uid) === uid;
    const isKnown = isOwn && record.error === undefined &&
      publicationYear(dates, "earliest") !== null;
    answers.set(Number(uid), isKnown ? dates : null);
  }
  return answers;
}
