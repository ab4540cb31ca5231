/**
 * E-utilities esummary: the publication dates of PMIDs.
 * Source: https://www.ncbi.nlm.nih.gov/books/NBK25499/
 */
import { errorText, objectOf, parseJson, textOf } from "./json_body.ts";
import type { PublicationDates } from "./publication_year.ts";
import { statusVerdict } from "./status_verdict.ts";
import type { NcbiContact, NcbiRequest, NcbiResponse, Verdict } from "./transport.ts";

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

/**
 * Reads an answer. A PMID that PubMed does not know has a record with an
 * `error`, one that was merged into another may come back under the other's
 * number or not at all: neither is in the map.
 *
 * @returns Dates by PMID. `retry` for an exceeded rate, which is seen with HTTP 429 and with HTTP 200.
 */
export function readEsummary(
  response: NcbiResponse,
): Verdict<Map<number, PublicationDates>> {
  const body = objectOf(parseJson(response.text));
  const error = errorText(body?.error ?? "");
  if (/rate limit/i.test(error)) return { kind: "retry", message: error };
  if (/api[ _-]?key/i.test(error)) {
    return {
      kind: "stop",
      message: `the E-utilities refuse the API key: ${error}`,
      remedy: "correct NCBI_API_KEY or unset it (3 calls a second without it)",
    };
  }
  const passing = response.status < 300 || response.status === 400;
  if (error !== "" && passing) return { kind: "refused", message: error };
  const result = objectOf(body?.result);
  if (response.status >= 200 && response.status < 300 && result) {
    return { kind: "answer", value: datesOf(result) };
  }
  return statusVerdict(response, "E-utilities esummary");
}

function datesOf(
  result: Record<string, unknown>,
): Map<number, PublicationDates> {
  const found = new Map<number, PublicationDates>();
  for (const [uid, item] of Object.entries(result)) {
    const record = objectOf(item);
    if (!record || !/^[1-9]\d{0,7}$/.test(uid)) continue;
    const answers = record.uid === undefined || String(record.uid) === uid;
    if (!answers || record.error !== undefined) continue;
    found.set(Number(uid), {
      pubdate: textOf(record.pubdate),
      epubdate: textOf(record.epubdate),
      sortpubdate: textOf(record.sortpubdate),
    });
  }
  return found;
}
