/** The declaration of `search`: flags, help, and what its tasks may touch. */
import { providers } from "../providers/registry.ts";
import { searchPermissions } from "../runner/search_permissions.ts";
import { type Command, commonFlags } from "./command.ts";
import type { Flags } from "./flags.ts";

const flags = {
  input: commonFlags.input,
  dataset: commonFlags.dataset,
  output: {
    kind: "text",
    value: "FILE",
    writes: true,
    about: "Result file; a run that is there is continued (default: runs/PROVIDER.jsonl)",
  },
  failures: {
    kind: "text",
    value: "FILE",
    writes: true,
    about: "Failure file (default: NAME.failures.jsonl beside the output)",
  },
  limit: { kind: "integer", value: "N", min: 1, about: "Only the first N questions of the input" },
  shard: {
    kind: "text",
    value: "K/N",
    about: "Every N-th question from the K-th on, for several machines; applied after --limit",
  },
  concurrency: {
    kind: "integer",
    value: "N",
    min: 1,
    max: 256,
    default: 1,
    about: "Questions asked at a time",
  },
  attempts: {
    kind: "integer",
    value: "N",
    min: 1,
    max: 100,
    default: 5,
    about: "Requests for one page at the most",
  },
  timeout: {
    kind: "number",
    value: "SECONDS",
    min: 0,
    exclusiveMin: true,
    max: 86400,
    default: 60,
    about: "Time for one request, the body included",
  },
  rate: {
    kind: "number",
    value: "PER_SECOND",
    min: 0,
    exclusiveMin: true,
    about: "Requests a second (default: the provider's own limit)",
  },
  "max-calls": {
    kind: "integer",
    value: "N",
    min: 0,
    about: "Stop before call N + 1 of this invocation; what was bought is kept",
  },
  "max-wait": {
    kind: "number",
    value: "SECONDS",
    min: 0,
    default: 300,
    about: "Longest wait that the provider may ask for; the run stops where it asks for more",
  },
  "retry-terminal": { kind: "switch", about: "Ask questions again that failed for good" },
  "confirm-large-run": { kind: "switch", about: "Ask more than 100 questions" },
  "dry-run": { kind: "switch", about: "Only tell what would be asked, its calls, price and time" },
  set: { kind: "texts", value: "KEY=VALUE", about: "A setting of the provider's adapter" },
  email: { kind: "text", value: "ADDRESS", about: "Contact address for NCBI (pubmed)" },
  json: { kind: "switch", about: "Print the summary as JSON" },
  offline: commonFlags.offline,
  quiet: commonFlags.quiet,
  help: commonFlags.help,
} as const satisfies Flags;

/** The search command. */
export const searchCommand: Command<typeof flags> = {
  name: "search",
  summary: "Ask a search provider the questions of a benchmark; resumable, one line a question.",
  usage: "search PROVIDER [flags]",
  positionals: {
    max: 1,
    about: "Providers:\n" +
      providers.map((provider) => `  ${provider.name.padEnd(18)} ${provider.label}`).join("\n"),
  },
  flags,
  examples: [
    {
      command: "deno task search local --dataset sample",
      about: "The built-in engine on the sample: no key, no network",
    },
    {
      command: "deno task search:elicit --dry-run",
      about: "What a full run would ask, cost and take",
    },
    {
      command: "deno task search:openalex_keyword --limit 50",
      about: "The first 50 questions of BioASQ; run it again to continue",
    },
  ],
  notes: [
    "Exit codes: 0 every question asked now has a result (or the provider's no-results answer); " +
    "3 finished, some questions failed; 1 stopped; 2 wrong command line; 130 interrupted.",
    "Settings (--set KEY=VALUE):\n" +
    providers.flatMap((provider) =>
      provider.settings.map((setting) =>
        `  ${provider.name} ${setting.name}=${setting.default}: ${setting.about}` +
        (setting.values ? ` (${setting.values.join(", ")})` : "")
      )
    ).join("\n"),
  ],
  permissions: searchPermissions(providers),
};
