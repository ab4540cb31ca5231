/** The command line of resolve_pmcids.ts. */
import { YEAR_FIELDS } from "../ncbi/publication_year.ts";
import { type Command, commonFlags } from "./command.ts";
import type { Flags, FlagValues } from "./flags.ts";
import { UsageError } from "./usage_error.ts";
import { YEAR_CUTOFFS } from "./year_cutoff_flag.ts";

const flags = {
  results: { kind: "text", value: "FILE", about: "Result file in JSON Lines; .gz too" },
  email: {
    kind: "text",
    value: "ADDRESS",
    about: "Your e-mail address, which NCBI wants in every request; not needed with --offline",
  },
  output: {
    kind: "text",
    value: "FILE",
    writes: true,
    about: "Output file (default: NAME.resolved.jsonl)",
  },
  "year-cutoff": {
    kind: "choice",
    choices: YEAR_CUTOFFS,
    default: "auto",
    about: "Drop results later than the question's max_year, by PubMed's date. auto: for " +
      "providers that cannot filter when they are asked (brave, parallel, perplexity)",
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
    writes: true,
    default: "runs/ncbi_cache.sqlite",
    about: "Answers of NCBI, shared by all runs",
  },
  input: { ...commonFlags.input, about: `${commonFlags.input.about}; to count gold papers` },
  dataset: {
    ...commonFlags.dataset,
    about: "bioasq, sample, or a folder with a manifest.json; to count gold papers " +
      "(default: bioasq, if it is on disk)",
  },
  offline: { kind: "switch", about: "Use the cache only; nothing is written but the output" },
  json: { kind: "switch", about: "Print the figures as JSON on stdout" },
  quiet: { kind: "switch", about: "No progress and no figures on stderr" },
  help: commonFlags.help,
} as const satisfies Flags;

/** Values of the flags of resolve_pmcids.ts. */
export type ResolveFlags = FlagValues<typeof flags>;

/** Declaration of resolve_pmcids.ts. */
export const resolveCommand = {
  name: "resolve_pmcids",
  summary: "Fill in PMIDs for PMCIDs, drop papers later than the cutoff, keep one result a paper.",
  usage: "resolve_pmcids --results FILE --email ADDRESS [flags]",
  flags,
  examples: [
    {
      command: "deno task resolve_pmcids --results runs/brave.jsonl --email you@example.org",
      about: "Write runs/brave.resolved.jsonl, which score takes as it is",
    },
    {
      command:
        "deno task resolve_pmcids --results runs/brave.jsonl --offline --year-field earliest",
      about: "Again by another date, from what is cached",
    },
  ],
  notes: [
    "3 calls a second, 10 to the E-utilities with NCBI_API_KEY; 200 ids a call. An interrupted " +
    "run goes on where it was: run the same command again.",
    "Exit codes: 0 written, 1 stopped, 2 wrong command line, 130 interrupted.",
    "NCBI's disclaimer: https://www.ncbi.nlm.nih.gov/home/about/policies/",
  ],
  permissions: [
    "--no-prompt",
    "--allow-read",
    "--allow-write=runs",
    "--allow-env=NCBI_API_KEY,NCBI_EUTILS_BASE_URL,PMC_IDCONV_BASE_URL",
    "--allow-net=pmc.ncbi.nlm.nih.gov,eutils.ncbi.nlm.nih.gov",
  ],
} as const satisfies Command<typeof flags>;

/**
 * Checks what the flags demand together.
 *
 * @returns The result file, the address (null where nothing is asked) and the output.
 * @throws {UsageError} for a missing result file or address, or an address that is none.
 */
export function checkResolveFlags(
  { results, email, offline, output }: ResolveFlags,
): { results: string; email: string | null; output: string } {
  if (results === undefined) {
    throw new UsageError("Cannot resolve: name the run with --results FILE");
  }
  if (email !== undefined && !/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(email)) {
    throw new UsageError(
      `Cannot use --email ${email}: it takes one address, as in you@example.org`,
    );
  }
  if (email === undefined && !offline) {
    throw new UsageError(
      "Cannot ask NCBI without --email ADDRESS: it wants one in every request; " +
        "--offline asks nothing",
    );
  }
  return {
    results,
    email: offline ? null : email ?? null,
    output: output ?? `${results.replace(/(\.jsonl)?(\.gz)?$/, "")}.resolved.jsonl`,
  };
}
