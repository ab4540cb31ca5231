/**
 * NCBI's PMC ID Converter: PMCIDs to PMIDs.
 * Source: https://pmc.ncbi.nlm.nih.gov/tools/id-converter-api/
 */
import { jsonOrUndefined } from "../benchmark/record_fields.ts";
import { formatPmcid, pmcidNumber, pmidNumber } from "./identifiers.ts";
import { errorText, objectOf } from "./json_body.ts";
import { isPassing } from "./passing_trouble.ts";
import { statusVerdict } from "./status_verdict.ts";
import type { Answers, NcbiContact, NcbiRequest, NcbiResponse, Verdict } from "./transport.ts";

/** Ids a call at the most, by the service's documentation. */
export const IDCONV_BATCH = 200;

/**
 * The request for a batch.
 *
 * @param pmcids PMCIDs as numbers, at most {@link IDCONV_BATCH}. All of one kind: the service refuses mixed lists.
 */
export function idconvRequest(
  pmcids: readonly number[],
  contact: NcbiContact,
): NcbiRequest {
  return {
    service: "idconv",
    method: "GET",
    // Without the slash before "?" the service redirects.
    path: "/articles/",
    params: {
      ids: pmcids.map(formatPmcid).join(","),
      idtype: "pmcid",
      versions: "no",
      format: "json",
      tool: contact.tool,
      email: contact.email,
    },
  };
}

/**
 * Reads an answer into the PMIDs it holds. Records are joined by
 * `requested-id`, never by position: they may be missing or in another order.
 * An error record ("Identifier not found in PMC") and a record without a PMID
 * say that there is none.
 *
 * @returns PMIDs by PMCID, both as numbers; `refused` where the service does not accept the list.
 */
export function readIdconv(response: NcbiResponse): Verdict<Answers<number>> {
  const { status, headers, text } = response;
  const body = objectOf(jsonOrUndefined(text));
  const ok = status >= 200 && status < 300;
  const saysError = body?.status === "error";
  if (ok && !saysError && Array.isArray(body?.records)) {
    return { kind: "answer", value: pmidsOf(body.records) };
  }
  const complaint = body?.message ?? body?.errors ?? body?.detail ?? body?.error;
  if (complaint !== undefined) {
    const message = errorText(complaint);
    if (isPassing(message, headers)) {
      return { kind: "retry", message: `the PMC ID Converter says: ${message}` };
    }
  }
  // One malformed id refuses the whole list: HTTP 400, or an error body under another status with the old service.
  if (status === 400 || status === 422 || (saysError && (ok || status === 404))) {
    return { kind: "refused", message: errorText(complaint ?? text) };
  }
  return statusVerdict(response, "the PMC ID Converter");
}

function pmidsOf(records: readonly unknown[]): Map<number, number | null> {
  const answers = new Map<number, number | null>();
  for (const item of records) {
    const record = objectOf(item);
    if (!record) continue;
    const pmcid = pmcidNumber(record["requested-id"]) ?? pmcidNumber(record.pmcid);
    if (pmcid === null || typeof answers.get(pmcid) === "number") continue;
    // A number with the present service, a string with the former one.
    answers.set(pmcid, pmidNumber(record.pmid));
  }
  return answers;
}
