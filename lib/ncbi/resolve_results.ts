/**
 * The resolution of a result file: one pass collects ids, the look-ups fill
 * the cache, a second pass writes the rows. Neither holds the file in memory.
 */
import { AtomicWriter } from "../benchmark/atomic_writer.ts";
import { counted } from "../benchmark/counted.ts";
import { FileError, openFile } from "../benchmark/text_source.ts";
import type { PreparedGold } from "../scoring/prepared_gold.ts";
import { askDates, type AskOptions, askPmcids } from "./ask_ncbi.ts";
import type { NcbiCache } from "./cache.ts";
import { knownPmids, knownYears } from "./known_answers.ts";
import { openOutput } from "./open_output.ts";
import type { YearField } from "./publication_year.ts";
import { tellLosses, tellUnknown } from "./resolution_notices.ts";
import { type ResolutionSummary, SummaryCount } from "./resolution_summary.ts";
import { type Knowledge, resolveList } from "./resolve_list.ts";
import { forEachResult, type ResultLine } from "./result_lines.ts";
import { WantedIds } from "./wanted_ids.ts";

/** Work that takes time, for progress. */
export type Phase = "rows read" | "PMCIDs looked up" | "PMIDs dated" | "rows written";

/** How a file is resolved. */
export interface ResolveOptions extends Omit<AskOptions, "progress"> {
  /** The result file; plain or gzip. */
  results: string;
  /** Where the resolved rows go; not the result file. */
  output: string;
  /** Whether the year cutoff is applied to a provider's rows that have a max_year. */
  cutoffApplies: (provider: string) => boolean;
  yearField: YearField;
  keepDuplicates: boolean;
  /** The gold of a question, for the summary. */
  goldOf: (questionId: string) => PreparedGold | undefined;
  /** Told how far a phase is; `total` is null where it is not known. */
  progress?: (phase: Phase, done: number, total: number | null) => void;
}

/**
 * Resolves a result file. The output appears whole or not at all.
 *
 * @returns The figures.
 * @throws {FileError} for a file that cannot be read, or an output or cache that cannot be written.
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
  const { cache, yearField } = options;
  await checkRegular(options.results);
  // Better now than after an hour of look-ups.
  await AtomicWriter.check(options.output);
  const wanted = await collectIds(options);
  checkCache(wanted, cache);

  const idconv = await askPmcids(wanted.pmcids, askOptions(options, "PMCIDs looked up"));
  const pmids = knownPmids(cache, wanted.pmcids);
  wanted.addPmidsOfPmcids((pmcid) => pmids.values.get(pmcid));
  const esummary = await askDates(wanted.pmids, askOptions(options, "PMIDs dated"));
  const years = knownYears(cache, wanted.pmids, yearField);

  tellUnknown(pmids.notCached, years.notCached, cache.path, options.notice);

  const count = new SummaryCount();
  await writeRows(options, wanted.rows, count, {
    pmidOfPmcid: (pmcid) => pmids.values.get(pmcid),
    yearOfPmid: (pmid) => years.values.get(pmid),
  });
  const summary = count.finish({
    pmcids: { wanted: wanted.pmcids.size, found: pmids.found, not_cached: pmids.notCached },
    years: { pmids: wanted.pmids.size, not_cached: years.notCached },
    calls: { idconv, esummary },
  });
  tellLosses(summary, options.notice);
  return summary;
}

/**
 * A file is read twice: for its ids and to be resolved.
 *
 * @throws {FileError} for a pipe or a device, which has its content once, and for what cannot be read.
 */
async function checkRegular(path: string): Promise<void> {
  let isStream: boolean;
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    isStream = !isFile && !isDirectory;
  } catch (error) {
    // Opening it says what is wrong; devices are refused unless everything is granted.
    isStream = error instanceof Deno.errors.NotCapable && /^\/(dev|proc)\//.test(path);
  }
  if (isStream) {
    const reason = "cannot be resolved: it is read twice; save it to a file first";
    throw new FileError(path, null, reason);
  }
  // Before the output, which is named after it, is tried and perhaps refused.
  (await openFile(path)).close();
}

/** @throws {FileError} where ids are wanted of a cache that is not there. */
function checkCache({ pmcids, pmids }: WantedIds, { exists, path }: NcbiCache): void {
  const wanted = pmcids.size + pmids.size;
  if (exists || wanted === 0) return;
  throw new FileError(
    path,
    null,
    `there is no cache of NCBI look-ups, so offline nothing is known of ${
      counted(wanted, "id")
    }; ` +
      "check --cache, or run without --offline",
  );
}

async function collectIds(options: ResolveOptions): Promise<WantedIds> {
  const wanted = new WantedIds();
  const torn = await forEachResult(options.results, (line) => {
    options.signal?.throwIfAborted();
    wanted.add(line, maxYearOf(line, options) !== null);
    options.progress?.("rows read", wanted.rows, null);
  });
  if (torn !== null) {
    options.notice(`${options.results}:${torn}: the last line is cut off; it is left out`);
  }
  return wanted;
}

function askOptions({ progress, ...options }: ResolveOptions, phase: Phase): AskOptions {
  return progress
    ? { ...options, progress: (done, total) => progress(phase, done, total) }
    : options;
}

async function writeRows(
  options: ResolveOptions,
  rows: number,
  count: SummaryCount,
  knowledge: Knowledge,
): Promise<void> {
  await using output = await openOutput(options.output, options.signal);
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

/** The cutoff of a row; null where none applies. */
function maxYearOf(line: ResultLine, options: ResolveOptions): number | null {
  return options.cutoffApplies(line.provider) ? line.maxYear : null;
}
