/** `deno task search PROVIDER`: asks a search provider the questions of a benchmark. */
import { fromFileUrl } from "@std/path";
import { oneLine, printableJson } from "./lib/benchmark/harmless_text.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import type { FlagValues } from "./lib/cli/flags.ts";
import { narrowToProvider } from "./lib/cli/narrow_to_provider.ts";
import {
  printError,
  printNotice,
  printResult,
  printSummary,
  writeError,
} from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run_command.ts";
import { searchCommand } from "./lib/cli/search_command.ts";
import { readSettings } from "./lib/cli/set_flag.ts";
import { readShard } from "./lib/cli/shard_flag.ts";
import { UsageError } from "./lib/cli/usage_error.ts";
import { findProvider, providers } from "./lib/providers/registry.ts";
import { startByteProgress } from "./lib/runner/byte_progress.ts";
import { type PreparedSearch, prepareSearch } from "./lib/runner/prepare_search.ts";
import { defaultOutput, runFiles } from "./lib/runner/run_files.ts";
import { drySearch, runSearch } from "./lib/runner/run_search.ts";
import { exitCodeOf, renderPlan, renderSummary } from "./lib/runner/run_summary.ts";
import { readSearchInput } from "./lib/runner/search_input.ts";
import type { SearchJob } from "./lib/runner/search_job.ts";
import { permissionsFor } from "./lib/runner/search_permissions.ts";
import type { Shard } from "./lib/runner/shard.ts";

type Values = FlagValues<typeof searchCommand.flags>;

async function main(values: Values, name: string | undefined): Promise<number> {
  if (name === undefined) {
    throw new UsageError("Cannot search: name a provider, as in search elicit");
  }
  const provider = findProvider(name);
  const shard = readShard(values.shard);
  const environment = await readEnvironment();
  const search = prepareSearch(provider, readSettings(values, provider, environment), environment, {
    rate: values.rate,
    needsKey: !values["dry-run"],
  });
  const job = await describeJob(values, search, shard, environment("ARTIFACT_BASE_URL"));
  if (values["dry-run"]) {
    const plan = drySearch(job);
    printResult(values.json ? printableJson(plan, 2) + "\n" : renderPlan(plan));
    return 0;
  }
  await narrowToProvider(search, values.offline);
  const summary = await runSearch(job);
  const exitCode = exitCodeOf(summary);
  printSummary(values.json ? printableJson(summary, 2) + "\n" : renderSummary(summary));
  if (exitCode === 1) printError(oneLine(`error: Cannot go on: ${summary.message}`));
  return exitCode;
}

/** Reads the input and settles the paths. */
async function describeJob(
  values: Values,
  search: PreparedSearch,
  shard: Shard | undefined,
  artifactBaseUrl: string | undefined,
): Promise<SearchJob> {
  const { provider } = search;
  const files = runFiles(values.output ?? defaultOutput(provider.name, shard), values.failures);
  const display = {
    write: writeError,
    live: Deno.stderr.isTerminal(),
    quiet: values.quiet,
  };
  using download = startByteProgress({ quiet: values.quiet });
  const input = await readSearchInput({
    provider,
    input: values.input,
    dataset: values.dataset,
    root: fromFileUrl(new URL(".", import.meta.url)),
    artifactBaseUrl,
    offline: values.offline,
    onNotice: printNotice,
    onProgress: download.update,
  });
  await refuseOverwrite(Object.values(files), input.files);
  return {
    search,
    input,
    files,
    scope: { limit: values.limit, shard, retryTerminal: values["retry-terminal"] },
    concurrency: values.concurrency,
    attempts: values.attempts,
    timeoutSeconds: values.timeout,
    maxCalls: values["max-calls"],
    maxWait: values["max-wait"],
    confirmLargeRun: values["confirm-large-run"],
    flags: { ...values },
    display,
  };
}

if (import.meta.main) {
  Deno.exitCode = await runCommand(
    { ...searchCommand, permissions: permissionsFor(Deno.args, providers) },
    Deno.args,
    ({ values, positionals }) => main(values, positionals[0]),
  );
}
