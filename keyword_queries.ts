/** Exports the frozen keyword queries with their prompts, models and sources. */
import { AtomicWriter } from "./lib/benchmark/atomic_writer.ts";
import { exportKeywordQueries } from "./lib/benchmark/export_keyword_queries.ts";
import { factsText, keywordQueryDifferences } from "./lib/benchmark/keyword_query_facts.ts";
import type { KeywordQueryCount } from "./lib/benchmark/keyword_query_summary.ts";
import { openQuestions } from "./lib/benchmark/question_source.ts";
import { listed } from "./lib/benchmark/read_questions.ts";
import { sortedJson } from "./lib/benchmark/sorted_json.ts";
import { type Command, commonFlags } from "./lib/cli/command.ts";
import { bufferedResult, printNotice } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run.ts";
import { startPhaseProgress } from "./lib/runner/phase_progress.ts";

const command = {
  name: "keyword_queries",
  summary: "Export the frozen keyword queries, each with its prompt, model and source.",
  usage: "keyword_queries [flags]",
  flags: {
    input: commonFlags.input,
    dataset: commonFlags.dataset,
    provider: {
      kind: "text",
      value: "NAME",
      about: "Only this provider's queries: semantic_scholar, openalex_keyword or google_scholar",
    },
    "question-id": { kind: "text", value: "ID", about: "Only this question's queries" },
    summary: { kind: "switch", about: "Counts as JSON instead of the queries" },
    output: { kind: "text", value: "FILE", about: "Output file (default: stdout)" },
    offline: commonFlags.offline,
    quiet: commonFlags.quiet,
    help: commonFlags.help,
  },
  examples: [
    {
      command: "deno task keyword_queries --summary",
      about: "How many queries by which model, for which provider",
    },
    {
      command: "deno task keyword_queries --dataset sample --provider google_scholar",
      about: "The sample's Google Scholar queries, one JSON object a line",
    },
  ],
  notes: [
    "A prompt whose SHA-256 is not the one beside it is told in a notice. Where a dataset's " +
    "manifest records how many queries there are, the counts are compared with it; exit code 1 " +
    "where they differ.",
  ],
  permissions: [
    "--no-prompt",
    "--allow-read",
    "--allow-write=data,runs",
    "--allow-net=raw.githubusercontent.com",
  ],
} as const satisfies Command;

Deno.exit(
  await runCommand(command, Deno.args, async ({ values: flags }) => {
    await refuseOverwrite([flags.output], [flags.input]);
    using progress = startPhaseProgress({
      write: (text) => Deno.stderr.writeSync(new TextEncoder().encode(text)),
      live: Deno.stderr.isTerminal(),
      quiet: flags.quiet,
    });
    const { source, dataset } = await openQuestions({
      input: flags.input,
      dataset: flags.dataset,
      offline: flags.offline,
      root: import.meta.dirname ?? ".",
      onNotice: (text) => progress.note(`notice: ${text}`),
      onProgress: ({ path, received, total }) =>
        progress.update(`bytes of ${path}`, received, total),
    });
    const filter = { provider: flags.provider, questionId: flags["question-id"] };
    const run = async (write: (text: string) => void) => {
      const count = await exportKeywordQueries(source, filter, (row) => {
        if (!flags.summary) write(`${JSON.stringify(row)}\n`);
      }, printNotice);
      if (flags.summary) write(`${sortedJson(count.summary())}\n`);
      return count;
    };

    let count: KeywordQueryCount;
    if (flags.output === undefined) {
      const stdout = bufferedResult();
      count = await run(stdout.write);
      stdout.flush();
    } else {
      await using file = await AtomicWriter.create(flags.output);
      count = await run((text) => file.write(text));
      await file.commit();
    }
    const { mismatches } = count;
    if (mismatches.length > 0) {
      printNotice(
        `${mismatches.length} of ${count.summary().rows} queries have a prompt_sha256 that is not ` +
          `the SHA-256 of their prompt: ${listed(mismatches)}`,
      );
    }
    const facts = dataset?.manifest.keyword_queries;
    if (facts === undefined || filter.provider !== undefined || filter.questionId !== undefined) {
      return;
    }
    const differences = keywordQueryDifferences(count, facts);
    if (differences.length > 0) {
      throw new Error(
        `Cannot confirm the recorded counts of ${dataset?.name}: ${differences.join("; ")}; ` +
          `the queries are those of ${source.name}, the record is in ${dataset?.manifestPath}`,
      );
    }
    printNotice(`as recorded in ${dataset?.manifestPath}: ${factsText(facts)}`);
  }),
);
