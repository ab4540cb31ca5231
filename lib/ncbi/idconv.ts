/**
 * NCBI's PMC ID Converter: PMCIDs to PMIDs.
 * Source: https://pmc.ncbi.nlm.nih.gov/tools/id-converter-api/
 */
import { formatPmcid, pmcidNumber, pmidNumber } from "./identifiers.ts";
import { errorText, objectOf, parseJson } from "./json_body.ts";
import { statusVerdict } from "./status_verdict.ts";
import type { NcbiContact, NcbiRequest, NcbiResponse, Verdict } from "./transport.ts";

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
 * An id without a record, with an error record ("Identifier not found in PMC")
 * or with a record that has no PMID is simply not in the map.
 *
 * @returns PMIDs by PMCID, both as numbers; `refused` where the service does not accept the list.
 */
export function readIdconv(
  response: NcbiResponse,
): Verdict<Map<number, number>> {
  const body = objectOf(parseJson(response.text));
  const ok = response.status >= 200 && response.status < 300;
  if (ok && Array.isArray(body?.records)) {
    return { kind: "answer", value: pmidsOf(body.records) };
  }
  // One malformed id refuses the whole list: HTTP 400, or an error body under another status with the old service.
  const complaint = body?.message ?? body?.errors ?? body?.detail ??
    body?.error;
  const refusal = body?.status === "error" && (ok || response.status === 404);
  if (response.status === 400 || response.status === 422 || refusal) {
    return {
      kind: "refused",
      message: errorText(complaint ?? response.text.slice(0, 500)),
    };
  }
  return statusVerdict(response, "the PMC ID Converter");
}

function pmidsOf(records: readonly unknown[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const item of records) {
    const record = objectOf(item);
    if (!record) continue;
    const pmcid = pmcidNumber(record["requested-id"]) ??
      pmcidNumber(record.pmcid);
    // A number with the present service, a string with the former one.
    const pmid = pmidNumber(record.pmid);
    if (pmcid === null || pmid === null || found.has(pmcid)) continue;
    found.set(pmcid, pmid);
  }
  return found;
}
