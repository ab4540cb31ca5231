/** Entry script: PMCIDs to PMIDs, year cutoff, one result a paper. See `deno task resolve_pmcids --help`. */
import { companionFiles } from "./lib/benchmark/run_files.ts";
import { printableJson } from "./lib/benchmark/harmless_text.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import { printError, printNotice, printSummary, writeError } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { checkResolveFlags, resolveCommand, type ResolveFlags } from "./lib/cli/resolve_command.ts";
import { runCommand } from "./lib/cli/run_command.ts";
import { cutoffRule } from "./lib/cli/year_cutoff_flag.ts";
import { NcbiCache } from "./lib/ncbi/cache.ts";
import { loadKnownGold } from "./lib/ncbi/known_gold.ts";
import type { YearField } from "./lib/ncbi/publication_year.ts";
import type { ResolutionSummary } from "./lib/ncbi/resolution_summary.ts";
import { resolveResults } from "./lib/ncbi/resolve_results.ts";
import { summaryText } from "./lib/ncbi/summary_text.ts";
import { listenForInterrupts } from "./lib/runner/interrupts.ts";
import { createNcbiNetwork } from "./lib/runner/ncbi_network.ts";
import { startPhaseProgress } from "./lib/runner/phase_progress.ts";
import { Interrupted } from "./lib/runner/run_errors.ts";

Deno.exit(await runCommand(resolveCommand, Deno.args, ({ values }) => main(values)));

async function main(flags: ResolveFlags): Promise<number> {
  const { results, email, output } = checkResolveFlags(flags);
  const { goldOf, files: questions } = await loadKnownGold({
    input: flags.input,
    dataset: flags.dataset,
    root: import.meta.dirname!,
    onNotice: printNotice,
  });
  const journals = ["journal", "wal", "shm"].map((end) => `${flags.cache}-${end}`);
  await refuseOverwrite([flags.cache, ...journals, output], [
    ...[results, ...await companionFiles(results)],
    ...questions,
  ]);
  const keepDuplicates = flags["keep-duplicates"];
  const yearField = flags["year-field"] as YearField;
  const cutoff = cutoffRule(flags["year-cutoff"]);

  using progress = startPhaseProgress({
    write: writeError,
    live: Deno.stderr.isTerminal(),
    quiet: flags.quiet,
  });
  const notice = (text: string) => progress.note(`notice: ${text}`);
  using interrupts = listenForInterrupts({ onFirst: () => {} });
  let summary: ResolutionSummary;
  try {
    using network = email === null
      ? null
      : createNcbiNetwork({ environment: await readEnvironment(), email, notice });
    using cache = await NcbiCache.open(flags.cache, { readOnly: flags.offline });
    summary = await resolveResults({
      results,
      output,
      cutoffApplies: cutoff.applies,
      yearField,
      keepDuplicates,
      cache,
      network,
      goldOf,
      signal: interrupts.soft,
      progress: (phase, done, total) => progress.update(phase, done, total),
      notice,
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    printError("interrupted; what NCBI answered is kept: run the same command again to go on");
    return 130;
  }
  progress[Symbol.dispose]();
  const late = cutoff.leftOut();
  if (late !== null) {
    printNotice(`${late} cannot leave out papers later than a question's cutoff; they are kept`);
  }
  if (!flags.quiet) {
    printError(`${summaryText(summary, yearField, keepDuplicates)}\nWritten      ${output}`);
  }
  if (flags.json) {
    printSummary(`${printableJson({ ...settingsOf(flags, results, output), ...summary }, 2)}\n`);
  }
  return 0;
}

/** How a run was resolved, for the JSON figures. */
function settingsOf(flags: ResolveFlags, results: string, output: string) {
  return {
    results,
    output,
    year_cutoff: flags["year-cutoff"],
    year_field: flags["year-field"],
    keep_duplicates: flags["keep-duplicates"],
    offline: flags.offline,
  };
}
