/** Filling the cache with what it does not know yet of a set of ids. */
import type { NcbiCache } from "./cache.ts";
import { ESUMMARY_BATCH, esummaryRequest, readEsummary } from "./esummary.ts";
import { IdSet } from "./id_set.ts";
import { IDCONV_BATCH, idconvRequest, readIdconv } from "./idconv.ts";
import { formatPmcid } from "./identifiers.ts";
import { lookUp, type LookUpOptions } from "./look_up.ts";
import type { NcbiContact, NcbiTransport } from "./transport.ts";

/** How to reach NCBI. */
export interface NcbiNetwork {
  transport: NcbiTransport;
  contact: NcbiContact;
  /** Calls in flight at once; the transport keeps the pace. */
  concurrency: number;
  /** Waits before ids that NCBI refused or passed over are asked again. @default no wait */
  pause?: (signal?: AbortSignal) => Promise<void>;
}

/**
 * A paper that both services have had for years, by its PMCID and its PMID:
 * where they do not answer for it they answer for nothing. Source: the
 * examples of https://pmc.ncbi.nlm.nih.gov/tools/id-converter-api/
 */
const WITNESS = { pmcid: 3531190, pmid: 23193287 };

/** How to ask. */
export interface AskOptions {
  cache: NcbiCache;
  /** Null to ask nothing. */
  network: NcbiNetwork | null;
  signal?: AbortSignal;
  /** Told how many of the ids that the cache did not know are done. */
  progress?: (done: number, total: number) => void;
  /** Told of ids that NCBI refuses or passes over. */
  notice: (text: string) => void;
}

/**
 * Asks the ID Converter for PMCIDs.
 *
 * @returns The number of calls.
 * @throws {NcbiError} where NCBI does not answer; what it answered is in the cache.
 */
export function askPmcids(pmcids: Iterable<number>, options: AskOptions): Promise<number> {
  const { cache, network, signal } = options;
  return ask(pmcids, (pmcid) => cache.knowsPmcid(pmcid), formatPmcid, options, {
    batch: IDCONV_BATCH,
    witness: WITNESS.pmcid,
    ask: (ids, giveUp) =>
      network!.transport(idconvRequest(ids, network!.contact), readIdconv, signal, giveUp),
    keep: (asked, found) => cache.keepPmids(asked, found),
  });
}

/**
 * Asks esummary for the dates of PMIDs.
 *
 * @returns The number of calls.
 * @throws {NcbiError} where NCBI does not answer; what it answered is in the cache.
 */
export function askDates(pmids: Iterable<number>, options: AskOptions): Promise<number> {
  const { cache, network, signal } = options;
  return ask(pmids, (pmid) => cache.knowsDates(pmid), (pmid) => `PMID ${pmid}`, options, {
    batch: ESUMMARY_BATCH,
    witness: WITNESS.pmid,
    ask: (ids, giveUp) =>
      network!.transport(esummaryRequest(ids, network!.contact), readEsummary, signal, giveUp),
    keep: (asked, found) => cache.keepDates(asked, found),
  });
}

async function ask<T>(
  ids: Iterable<number>,
  isKnown: (id: number) => boolean,
  nameOf: (id: number) => string,
  { cache, network, progress, notice, signal }: AskOptions,
  service: Pick<LookUpOptions<T>, "batch" | "witness" | "ask" | "keep">,
): Promise<number> {
  if (network === null) return 0;
  const unknown = new IdSet();
  cache.reading(() => {
    for (const id of ids) if (!isKnown(id)) unknown.add(id);
  });
  progress?.(0, unknown.size);
  const { calls, refused } = await lookUp({
    ...service,
    // Another run may have asked meanwhile.
    ids: Iterator.from(unknown).filter((id) => !isKnown(id)),
    concurrency: network.concurrency,
    pause: async () => await network.pause?.(signal),
    progress: (done) => progress?.(done, unknown.size),
  });
  const [first] = refused;
  if (first) {
    const which = refused.length === 1 ? "" : `${refused.length} ids, the first of them `;
    notice(
      `NCBI refused or passed over ${which}${nameOf(first.id)}, twice (${first.message}); ` +
        "counted as not found",
    );
  }
  return calls;
}
