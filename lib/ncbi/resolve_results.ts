/**
 * The resolution of a result file: one pass collects ids, the look-ups fill
 * the cache, a second pass writes the rows. Memory does not grow with the file.
 */
import { AtomicWriter } from "../benchmark/atomic_writer.ts";
import type { PreparedGold } from "../scoring/match.ts";
import type { NcbiCache } from "./cache.ts";
import { ESUMMARY_BATCH, esummaryRequest, readEsummary } from "./esummary.ts";
import { IdSet } from "./id_set.ts";
import { formatPmcid, pmidNumber } from "./identifiers.ts";
import { IDCONV_BATCH, idconvRequest, readIdconv } from "./idconv.ts";
import { lookUp, type LookUpCount } from "./look_up.ts";
import { publicationYear, type YearField } from "./publication_year.ts";
import { type ResolutionSummary, SummaryCount } from "./resolution_summary.ts";
import { hasPmid, type Knowledge, pmcidToResolve, resolveList } from "./resolve_list.ts";
import { forEachResult, type ResultLine } from "./result_lines.ts";
import type { NcbiContact, NcbiTransport } from "./transport.ts";

/** Work that takes time, for progress. */
export type Phase = "rows read" | "PMCIDs looked up" | "PMIDs dated" | "rows written";

/** How a file is resolved. */
export interface ResolveOptions {
  /** The result file; plain or gzip. */
  results: string;
  /** Where the resolved rows go; not the result file. */
  output: string;
  /** Whether the year cutoff is applied to a provider's rows that have a max_year. */
  cutoffApplies: (provider: string) => boolean;
  yearField: YearField;
  keepDuplicates: boolean;
  cache: NcbiCache;
  /** How to reach NCBI; null to use the cache only. */
  network: { transport: NcbiTransport; contact: NcbiContact; concurrency: number } | null;
  /** The gold of a question, for the summary. */
  goldOf: (questionId: string) => PreparedGold | undefined;
  signal?: AbortSignal;
  /** Told how far a phase is; `total` is null where it is not known. */
  progress?: (phase: Phase, done: number, total: number | null) => void;
  /** Told what a user should know. */
  notice: (text: string) => void;
}

/**
 * Resolves a result file. The output appears whole or not at all.
 *
 * @returns The figures.
 * @throws {FileError} for a file that cannot be read.
 * @throws {FileError} for an output that cannot be written.
 * @throws {NcbiError} where NCBI does not answer; what it answered stays in the cache.
 * @throws the signal's reason where it is aborted.
 */
export async function resolveResults(options: ResolveOptions): Promise<ResolutionSummary> {
  try {
    return await resolve(options);
  } catch (error) {
    // Readers add file and line to whatever a callback throws; an abort is no fault of the file.
    options.signal?.throwIfAborted();
    throw error;
  }
}

async function resolve(options: ResolveOptions): Promise<ResolutionSummary> {
  const { cache, notice } = options;
  // Better now than after an hour of look-ups.
  await (await AtomicWriter.create(options.output))[Symbol.asyncDispose]();
  const wanted = await collectIds(options);
  if (wanted.torn !== null) {
    notice(`${options.results}:${wanted.torn}: the last line is cut off; it is left out`);
  }
  const idconv = await askPmcids(options, wanted.pmcids);
  // Only now it is known which PMIDs the lists hold.
  for (const pmcid of wanted.pmcidsForYears) {
    const pmid = cache.pmidOf(pmcid);
    if (typeof pmid === "number") wanted.pmids.add(pmid);
  }
  const esummary = await askDates(options, wanted.pmids);
  tellRefused(idconv, formatPmcid, notice);
  tellRefused(esummary, (pmid) => `PMID ${pmid}`, notice);

  const count = new SummaryCount();
  await writeRows(options, wanted.rows, count);
  const pmcids = tally(wanted.pmcids, (pmcid) => cache.pmidOf(pmcid));
  // After asking, everything is in the cache, if only as a miss.
  const unasked = options.network === null
    ? tally(wanted.pmids, (pmid) => cache.datesOf(pmid)).not_cached
    : 0;
  return count.finish({
    pmcids: { asked: wanted.pmcids.size, ...pmcids },
    years: { pmids: wanted.pmids.size, not_cached: unasked },
    calls: { idconv: idconv.calls, esummary: esummary.calls },
  });
}

/** The ids of a file. */
interface WantedIds {
  rows: number;
  /** The line that is cut off, or null. */
  torn: number | null;
  /** PMCIDs of results without a PMID. */
  pmcids: IdSet;
  /** Those of them that stand in a list to which the cutoff applies. */
  pmcidsForYears: IdSet;
  /** PMIDs in lists to which the cutoff applies. */
  pmids: IdSet;
}

async function collectIds(options: ResolveOptions): Promise<WantedIds> {
  const wanted = {
    rows: 0,
    pmcids: new IdSet(),
    pmcidsForYears: new IdSet(),
    pmids: new IdSet(),
  };
  const torn = await forEachResult(options.results, (line) => {
    options.signal?.throwIfAborted();
    const cutoff = maxYearOf(line, options) !== null;
    for (const candidate of line.candidates) {
      const pmcid = pmcidToResolve(candidate);
      if (pmcid !== null) wanted.pmcids.add(pmcid);
      if (!cutoff) continue;
      if (pmcid !== null) wanted.pmcidsForYears.add(pmcid);
      const pmid = hasPmid(candidate) ? pmidNumber(candidate.pmid) : null;
      if (pmid !== null) wanted.pmids.add(pmid);
    }
    wanted.rows++;
    options.progress?.("rows read", wanted.rows, null);
  });
  return { ...wanted, torn };
}

function maxYearOf(line: ResultLine, options: ResolveOptions): number | null {
  return options.cutoffApplies(line.provider) ? line.maxYear : null;
}

function askPmcids(options: ResolveOptions, pmcids: IdSet): Promise<LookUpCount> {
  const { cache, network, signal } = options;
  if (!network) return Promise.resolve({ calls: 0, ids: 0, refused: [] });
  const unknown = () => filter(pmcids, (pmcid) => !cache.knowsPmcid(pmcid));
  return lookUp({
    ids: unknown(),
    batch: IDCONV_BATCH,
    concurrency: network.concurrency,
    ask: (ids) => network.transport(idconvRequest(ids, network.contact), readIdconv, signal),
    keep: (asked, found) => cache.keepPmids(asked, found),
    progress: counted("PMCIDs looked up", options, unknown),
  });
}

function askDates(options: ResolveOptions, pmids: IdSet): Promise<LookUpCount> {
  const { cache, network, signal } = options;
  if (!network) return Promise.resolve({ calls: 0, ids: 0, refused: [] });
  const unknown = () => filter(pmids, (pmid) => !cache.knowsDates(pmid));
  return lookUp({
    ids: unknown(),
    batch: ESUMMARY_BATCH,
    concurrency: network.concurrency,
    ask: (ids) => network.transport(esummaryRequest(ids, network.contact), readEsummary, signal),
    keep: (asked, found) => cache.keepDates(asked, found),
    progress: counted("PMIDs dated", options, unknown),
  });
}

/** Progress of a phase whose total is the number of ids still unknown when it starts. */
function counted(
  phase: Phase,
  { progress }: ResolveOptions,
  unknown: () => Iterable<number>,
): (done: number) => void {
  if (!progress) return () => {};
  const total = Iterator.from(unknown()).reduce((sum) => sum + 1, 0);
  progress(phase, 0, total);
  return (done) => progress(phase, done, total);
}

async function writeRows(
  options: ResolveOptions,
  rows: number,
  count: SummaryCount,
): Promise<void> {
  const knowledge = knowledgeOf(options);
  await using output = await AtomicWriter.create(options.output);
  let done = 0;
  await forEachResult(options.results, (line) => {
    options.signal?.throwIfAborted();
    // A run that is still writing has more rows now; their ids were not looked up.
    if (done === rows) return;
    const maxYear = maxYearOf(line, options);
    const list = resolveList(line.candidates, knowledge, {
      maxYear,
      keepDuplicates: options.keepDuplicates,
    });
    count.add(line.candidates, list, maxYear !== null, options.goldOf(line.questionId));
    output.write(
      list.changed
        ? `${JSON.stringify({ ...line.row, candidates: list.final })}\n`
        : `${line.text}\n`,
    );
    done++;
    options.progress?.("rows written", done, rows);
  });
  options.signal?.throwIfAborted();
  await output.commit();
}

function knowledgeOf({ cache, yearField }: ResolveOptions): Knowledge {
  return {
    pmidOfPmcid: (pmcid) => cache.pmidOf(pmcid) ?? null,
    yearOfPmid: (pmid) => {
      const dates = cache.datesOf(pmid);
      return dates ? publicationYear(dates, yearField) : null;
    },
  };
}

function tally(ids: IdSet, known: (id: number) => unknown): { found: number; not_cached: number } {
  const counts = { found: 0, not_cached: 0 };
  for (const id of ids) {
    const value = known(id);
    if (value === undefined) counts.not_cached++;
    else if (value !== null) counts.found++;
  }
  return counts;
}

function tellRefused(
  { refused }: LookUpCount,
  name: (id: number) => string,
  notice: (text: string) => void,
): void {
  const [first] = refused;
  if (!first) return;
  notice(
    `NCBI refused ${refused.length === 1 ? "" : `${refused.length} ids, the first of them `}${
      name(first.id)
    } (${first.message}); counted as not found`,
  );
}

function* filter(ids: Iterable<number>, keep: (id: number) => boolean): Generator<number> {
  for (const id of ids) if (keep(id)) yield id;
}
