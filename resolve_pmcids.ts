/** Entry script: PMCIDs to PMIDs, year cutoff, one result a paper. See `deno task resolve_pmcids --help`. */
import { checkBaseUrl } from "./lib/benchmark/artifacts/artifact_url.ts";
import { printableJson } from "./lib/benchmark/harmless_text.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import { printError, printNotice, printResult, writeError } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { checkResolveFlags, resolveCommand, type ResolveFlags } from "./lib/cli/resolve_command.ts";
import { runCommand } from "./lib/cli/run.ts";
import { cutoffRule } from "./lib/cli/year_cutoff_flag.ts";
import { NcbiCache } from "./lib/ncbi/cache.ts";
import { loadKnownGold } from "./lib/ncbi/known_gold.ts";
import type { YearField } from "./lib/ncbi/publication_year.ts";
import type { ResolutionSummary } from "./lib/ncbi/resolution_summary.ts";
import { type ResolveOptions, resolveResults } from "./lib/ncbi/resolve_results.ts";
import { summaryText } from "./lib/ncbi/summary_text.ts";
import { createHttpClient, type SendRequest } from "./lib/runner/http_client.ts";
import { listenForInterrupts } from "./lib/runner/interrupts.ts";
import { createNcbiTransport } from "./lib/runner/ncbi_transport.ts";
import { startPhaseProgress } from "./lib/runner/phase_progress.ts";
import { createRedactor } from "./lib/runner/redact.ts";
import { Interrupted } from "./lib/runner/run_errors.ts";
import { sleep } from "./lib/runner/sleep.ts";
import { USER_AGENT } from "./lib/runner/version.ts";

/** Sent as `tool` in every request to NCBI. */
const TOOL = "bioasq_paper_search_eval";

Deno.exit(await runCommand(resolveCommand, Deno.args, ({ values }) => main(values)));

async function main(flags: ResolveFlags): Promise<number> {
  const { results, email } = checkResolveFlags(flags);
  const output = flags.output ?? `${results.replace(/(\.jsonl)?(\.gz)?$/, "")}.resolved.jsonl`;
  const { goldOf, path: questions } = await loadKnownGold({
    input: flags.input,
    dataset: flags.dataset,
    root: import.meta.dirname!,
    onNotice: printNotice,
  });
  await refuseOverwrite([output, flags.cache], [results, questions]);
  const keepDuplicates = flags["keep-duplicates"];
  const yearField = flags["year-field"] as YearField;

  using progress = startPhaseProgress({
    write: writeError,
    live: Deno.stderr.isTerminal(),
    quiet: flags.quiet,
  });
  using interrupts = listenForInterrupts({ onFirst: () => {} });
  using client = createHttpClient({ userAgent: USER_AGENT });
  let summary: ResolutionSummary;
  try {
    using cache = await NcbiCache.open(flags.cache, { sleep });
    summary = await resolveResults({
      results,
      output,
      cutoffApplies: cutoffRule(flags["year-cutoff"]),
      yearField,
      keepDuplicates,
      cache,
      network: email === null ? null : await network(email, client.send, progress.note),
      goldOf,
      signal: interrupts.soft,
      progress: (phase, done, total) => progress.update(phase, done, total),
      notice: (text) => progress.note(`notice: ${text}`),
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    printError("interrupted; what NCBI answered is kept: run the same command again to go on");
    return 130;
  }
  progress[Symbol.dispose]();
  if (!flags.quiet) {
    printError(`${summaryText(summary, yearField, keepDuplicates)}\nWritten      ${output}`);
  }
  if (flags.json) {
    const settings = {
      results,
      output,
      year_cutoff: flags["year-cutoff"],
      year_field: yearField,
      keep_duplicates: keepDuplicates,
      offline: flags.offline,
    };
    printResult(`${printableJson({ ...settings, ...summary }, 2)}\n`);
  }
  return 0;
}

async function network(
  email: string,
  send: SendRequest,
  note: (line: string) => void,
): Promise<ResolveOptions["network"]> {
  const environment = await readEnvironment();
  const apiKey = environment("NCBI_API_KEY");
  const baseUrl = (variable: string, otherwise: string) =>
    checkBaseUrl(environment(variable) ?? otherwise);
  const redactor = createRedactor([apiKey]);
  return {
    transport: createNcbiTransport({
      send,
      baseUrls: {
        eutils: baseUrl("NCBI_EUTILS_BASE_URL", "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"),
        idconv: baseUrl(
          "PMC_IDCONV_BASE_URL",
          "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1",
        ),
      },
      hasKey: apiKey !== undefined,
      clean: redactor.clean,
      onRetry: (message, seconds) =>
        note(`notice: ${message}; trying again in ${seconds.toFixed(1)} s`),
    }),
    contact: { tool: TOOL, email, ...(apiKey !== undefined && { apiKey }) },
    // Enough to keep the pace where an answer takes a second.
    concurrency: apiKey === undefined ? 3 : 8,
  };
}
