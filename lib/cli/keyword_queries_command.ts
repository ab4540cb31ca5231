/** The command line of keyword_queries.ts. */
import { type Command, commonFlags } from "./command.ts";
import type { Flags, FlagValues } from "./flags.ts";

const flags = {
  input: commonFlags.input,
  dataset: commonFlags.dataset,
  provider: {
    kind: "text",
    value: "NAME",
    about: "Only this provider's queries: semantic_scholar, openalex_keyword or google_scholar",
  },
  "question-id": { kind: "text", value: "ID", about: "Only this question's queries" },
  summary: { kind: "switch", about: "Counts as JSON instead of the queries" },
  output: { kind: "text", value: "FILE", writes: true, about: "Output file (default: stdout)" },
  offline: commonFlags.offline,
  quiet: commonFlags.quiet,
  help: commonFlags.help,
} as const satisfies Flags;

/** Values of the flags of keyword_queries.ts. */
export type KeywordQueriesFlags = FlagValues<typeof flags>;

/** Declaration of keyword_queries.ts. */
export const keywordQueriesCommand = {
  name: "keyword_queries",
  summary: "Export the frozen keyword queries, each with its prompt, model and source.",
  usage: "keyword_queries [flags]",
  flags,
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
    "--allow-env=ARTIFACT_BASE_URL",
    "--allow-net=raw.githubusercontent.com",
  ],
} as const satisfies Command<typeof flags>;
