/** Entry script: exports the frozen keyword queries. See `deno task keyword_queries --help`. */
import { AtomicWriter } from "./lib/benchmark/atomic_writer.ts";
import { datasetFiles } from "./lib/benchmark/dataset.ts";
import { exportKeywordQueries } from "./lib/benchmark/export_keyword_queries.ts";
import { printableJson } from "./lib/benchmark/harmless_text.ts";
import { factsText, keywordQueryDifferences } from "./lib/benchmark/keyword_query_facts.ts";
import type { KeywordQueryCount } from "./lib/benchmark/keyword_query_summary.ts";
import type { KeywordQueryFacts } from "./lib/benchmark/manifest.ts";
import { openQuestions } from "./lib/benchmark/question_source.ts";
import { sortedJson } from "./lib/benchmark/sorted_json.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import {
  keywordQueriesCommand,
  type KeywordQueriesFlags,
} from "./lib/cli/keyword_queries_command.ts";
import { bufferedResult, printNotice } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run_command.ts";
import { startByteProgress } from "./lib/runner/byte_progress.ts";

Deno.exit(await runCommand(keywordQueriesCommand, Deno.args, ({ values }) => main(values)));

async function main(flags: KeywordQueriesFlags): Promise<void> {
  const { source, dataset } = await openSource(flags);
  await refuseOverwrite([flags.output], [source.name, ...dataset ? datasetFiles(dataset) : []]);
  const filter = { provider: flags.provider, questionId: flags["question-id"] };
  const isWhole = filter.provider === undefined && filter.questionId === undefined;
  const facts = isWhole ? dataset?.manifest.keyword_queries : undefined;
  const run = async (write: (text: string) => void) => {
    const count = await exportKeywordQueries(source, filter, (row) => {
      if (!flags.summary) write(`${printableJson(row)}\n`);
    }, printNotice);
    if (flags.summary) write(`${sortedJson(count.summary())}\n`);
    const notice = count.promptNotice();
    if (notice !== null) printNotice(notice);
    // Before an output file takes its place.
    if (facts) confirm(count, facts, dataset!.name, source.name, dataset!.manifestPath);
  };
  await (flags.output === undefined ? toStdout(run) : toFile(flags.output, run));
  if (facts) printNotice(`as recorded in ${dataset!.manifestPath}: ${factsText(facts)}`);
}

function confirm(
  count: KeywordQueryCount,
  facts: KeywordQueryFacts,
  dataset: string,
  questions: string,
  manifest: string,
): void {
  const differences = keywordQueryDifferences(count, facts);
  if (differences.length === 0) return;
  throw new Error(
    `Cannot confirm the recorded counts of ${dataset}: ${differences.join("; ")}; ` +
      `the queries are those of ${questions}, the record is in ${manifest}`,
  );
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

type Run = (write: (text: string) => void) => Promise<void>;

async function toStdout(run: Run): Promise<void> {
  const stdout = bufferedResult();
  await run(stdout.write);
  stdout.flush();
}

async function toFile(path: string, run: Run): Promise<void> {
  await using file = await AtomicWriter.create(path);
  await run((text) => file.write(text));
  await file.commit();
}
