/** Entry script: exports the frozen keyword queries. See `deno task keyword_queries --help`. */
import { AtomicWriter } from "./lib/benchmark/atomic_writer.ts";
import { exportKeywordQueries } from "./lib/benchmark/export_keyword_queries.ts";
import { factsText, keywordQueryDifferences } from "./lib/benchmark/keyword_query_facts.ts";
import type { KeywordQueryCount } from "./lib/benchmark/keyword_query_summary.ts";
import { printableJson } from "./lib/benchmark/harmless_text.ts";
import { openQuestions } from "./lib/benchmark/question_source.ts";
import { listed } from "./lib/benchmark/listed.ts";
import { sortedJson } from "./lib/benchmark/sorted_json.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import {
  keywordQueriesCommand,
  type KeywordQueriesFlags,
} from "./lib/cli/keyword_queries_command.ts";
import { bufferedResult, printNotice } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run.ts";
import { startByteProgress } from "./lib/runner/byte_progress.ts";

Deno.exit(await runCommand(keywordQueriesCommand, Deno.args, ({ values }) => main(values)));

async function main(flags: KeywordQueriesFlags): Promise<void> {
  const { source, dataset } = await openSource(flags);
  await refuseOverwrite([flags.output], [source.name]);
  const filter = { provider: flags.provider, questionId: flags["question-id"] };
  const run = async (write: (text: string) => void) => {
    const count = await exportKeywordQueries(source, filter, (row) => {
      if (!flags.summary) write(`${printableJson(row)}\n`);
    }, printNotice);
    if (flags.summary) write(`${sortedJson(count.summary())}\n`);
    return count;
  };
  const count = flags.output === undefined ? await toStdout(run) : await toFile(flags.output, run);

  const { mismatches } = count;
  if (mismatches.length > 0) {
    printNotice(
      `${mismatches.length} of ${count.summary().rows} queries have a prompt_sha256 that is not ` +
        `the SHA-256 of their prompt: ${listed(mismatches)}`,
    );
  }
  const facts = dataset?.manifest.keyword_queries;
  if (!facts || filter.provider !== undefined || filter.questionId !== undefined) return;
  const differences = keywordQueryDifferences(count, facts);
  if (differences.length > 0) {
    throw new Error(
      `Cannot confirm the recorded counts of ${dataset?.name}: ${differences.join("; ")}; ` +
        `the queries are those of ${source.name}, the record is in ${dataset?.manifestPath}`,
    );
  }
  printNotice(`as recorded in ${dataset?.manifestPath}: ${factsText(facts)}`);
}

async function openSource(flags: KeywordQueriesFlags) {
  const environment = await readEnvironment();
  using progress = startByteProgress({ quiet: flags.quiet });
  return await openQuestions({
    input: flags.input,
    dataset: flags.dataset,
    offline: flags.offline,
    root: import.meta.dirname!,
    artifactBaseUrl: environment("ARTIFACT_BASE_URL"),
    onNotice: printNotice,
    onProgress: progress.update,
  });
}

type Run = (write: (text: string) => void) => Promise<KeywordQueryCount>;

async function toStdout(run: Run): Promise<KeywordQueryCount> {
  const stdout = bufferedResult();
  const count = await run(stdout.write);
  stdout.flush();
  return count;
}

async function toFile(path: string, run: Run): Promise<KeywordQueryCount> {
  await using file = await AtomicWriter.create(path);
  const count = await run((text) => file.write(text));
  await file.commit();
  return count;
}
