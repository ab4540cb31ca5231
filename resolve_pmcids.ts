/** Fills in PMIDs, applies the publication-year cutoff and leaves one result a paper. */
import { checkBaseUrl } from "./lib/benchmark/artifacts/artifact_url.ts";
import { type Command, commonFlags } from "./lib/cli/command.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import { EXIT_INTERRUPTED, interruptible } from "./lib/cli/interruptible.ts";
import { printError, printNotice, printResult } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run.ts";
import { UsageError } from "./lib/cli/usage_error.ts";
import { NcbiCache } from "./lib/ncbi/cache.ts";
import { loadKnownGold } from "./lib/ncbi/known_gold.ts";
import { YEAR_FIELDS, type YearField } from "./lib/ncbi/publication_year.ts";
import { resolveResults } from "./lib/ncbi/resolve_results.ts";
import { summaryText } from "./lib/ncbi/summary_text.ts";
import { providers } from "./lib/providers/registry.ts";
import { createHttpClient } from "./lib/runner/http_client.ts";
import { createNcbiTransport } from "./lib/runner/ncbi_transport.ts";
import { startPhaseProgress } from "./lib/runner/phase_progress.ts";
import { createRedactor } from "./lib/runner/redact.ts";
import { sleep } from "./lib/runner/sleep.ts";

/** Sent as `tool` in every request to NCBI. */
const TOOL = "paper-search-benchmark";

const command = {
  name: "resolve_pmcids",
  summary: "Fill in PMIDs for PMCIDs, drop papers later than the cutoff, keep one result a paper.",
  usage: "resolve_pmcids --results FILE --email ADDRESS [flags]",
  flags: {
    results: { kind: "text", value: "FILE", about: "Result file in JSON Lines; .gz too" },
    email: {
      kind: "text",
      value: "ADDRESS",
      about: "Your e-mail address, which NCBI wants in every request; not needed with --offline",
    },
    output: { kind: "text", value: "FILE", about: "Output file (default: NAME.resolved.jsonl)" },
    "year-cutoff": {
      kind: "choice",
      choices: ["auto", "always", "never"],
      default: "auto",
      about: "Drop results later than the question's max_year, by PubMed's date. auto: for " +
        "providers that cannot filter when they are asked",
    },
    "year-field": {
      kind: "choice",
      choices: YEAR_FIELDS,
      default: "pubdate",
      about: "The date that counts: of the issue, of electronic publication, or the earliest",
    },
    "keep-duplicates": { kind: "switch", about: "Keep results that repeat a paper" },
    cache: {
      kind: "text",
      value: "FILE",
      default: "runs/ncbi_cache.sqlite",
      about: "Answers of NCBI, shared by all runs",
    },
    input: commonFlags.input,
    dataset: { ...commonFlags.dataset, about: `${commonFlags.dataset.about}; to count gold` },
    offline: { kind: "switch", about: "Use the cache only" },
    json: { kind: "switch", about: "Print the figures as JSON on stdout" },
    quiet: { kind: "switch", about: "No progress and no figures on stderr" },
    help: commonFlags.help,
  },
  examples: [
    {
      command: "deno task resolve_pmcids --results runs/brave.jsonl --email you@example.org",
      about: "Write runs/brave.resolved.jsonl, which score takes as it is",
    },
    {
      command: "deno task resolve_pmcids --results runs/exa.jsonl --offline --year-cutoff always",
      about: "Again with other rules, from what is cached",
    },
  ],
  notes: [
    "3 calls a second, 10 to the E-utilities with NCBI_API_KEY; 200 ids a call. An interrupted " +
    "run continues where it was: run the same command again.",
    "NCBI's disclaimer: https://www.ncbi.nlm.nih.gov/home/about/policies/",
  ],
  permissions: [
    "--no-prompt",
    "--allow-read",
    "--allow-write=runs",
    "--allow-env=NCBI_API_KEY,NCBI_EUTILS_BASE_URL,PMC_IDCONV_BASE_URL",
    "--allow-net=pmc.ncbi.nlm.nih.gov,eutils.ncbi.nlm.nih.gov",
  ],
} as const satisfies Command;

const exitCode = await runCommand(command, Deno.args, async ({ values: flags }) => {
  const { results, email, offline } = flags;
  if (results === undefined) throw new UsageError("Cannot resolve without --results FILE");
  if (email === undefined && !offline) {
    throw new UsageError(
      "Cannot ask NCBI without --email ADDRESS: it wants one in every request; --offline asks nothing",
    );
  }
  if (email !== undefined && !/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(email)) {
    throw new UsageError(
      `Cannot use --email ${email}: it takes one address, as in you@example.org`,
    );
  }
  const output = flags.output ?? `${results.replace(/(\.jsonl)?(\.gz)?$/, "")}.resolved.jsonl`;
  await refuseOverwrite([output, flags.cache], [results, flags.input]);

  const environment = await readEnvironment();
  const apiKey = environment("NCBI_API_KEY");
  const redactor = createRedactor([apiKey]);
  const baseUrls = {
    eutils: checkBaseUrl(
      environment("NCBI_EUTILS_BASE_URL") ?? "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
    ),
    idconv: checkBaseUrl(
      environment("PMC_IDCONV_BASE_URL") ?? "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1",
    ),
  };
  const goldOf = await loadKnownGold({
    input: flags.input,
    dataset: flags.dataset,
    root: import.meta.dirname ?? ".",
    onNotice: printNotice,
  });

  const summary = await interruptible(async (signal) => {
    using progress = startPhaseProgress({
      write: (text) => Deno.stderr.writeSync(new TextEncoder().encode(text)),
      live: Deno.stderr.isTerminal(),
      quiet: flags.quiet,
    });
    using client = createHttpClient({
      userAgent: `${TOOL}${email === undefined ? "" : ` (mailto:${email})`}`,
    });
    using cache = await NcbiCache.open(flags.cache, { sleep });
    return await resolveResults({
      results,
      output,
      cutoffApplies: cutoffRule(flags["year-cutoff"] as "auto" | "always" | "never"),
      yearField: flags["year-field"] as YearField,
      keepDuplicates: flags["keep-duplicates"],
      cache,
      network: offline || email === undefined ? null : {
        transport: createNcbiTransport({
          send: client.send,
          baseUrls,
          hasKey: apiKey !== undefined,
          clean: (text) => redactor.clean(text),
          onRetry: (message, seconds) =>
            progress.note(`notice: ${message}; trying again in ${seconds.toFixed(1)} s`),
        }),
        contact: { tool: TOOL, email, ...(apiKey !== undefined && { apiKey }) },
        concurrency: apiKey === undefined ? 3 : 8,
      },
      goldOf,
      signal,
      progress: (phase, done, total) => progress.update(phase, done, total),
      notice: (text) => progress.note(`notice: ${text}`),
    });
  });
  if (summary === "interrupted") {
    printError("interrupted; what NCBI answered is kept: run the same command again to continue");
    return EXIT_INTERRUPTED;
  }
  if (!flags.quiet) {
    printError(summaryText(summary, flags["year-field"] as YearField, flags["keep-duplicates"]));
    printError(`Written      ${output}`);
  }
  if (flags.json) {
    const settings = {
      results,
      output,
      year_cutoff: flags["year-cutoff"],
      year_field: flags["year-field"],
      keep_duplicates: flags["keep-duplicates"],
      offline,
    };
    printResult(`${JSON.stringify({ ...settings, ...summary }, null, 2)}\n`);
  }
});
Deno.exit(exitCode);

/** To which providers' rows the cutoff is applied. */
function cutoffRule(rule: "auto" | "always" | "never"): (provider: string) => boolean {
  if (rule !== "auto") return () => rule === "always";
  const late = new Set(providers.filter(({ filtersYear }) => !filtersYear).map(({ name }) => name));
  return (provider) => late.has(provider);
}
