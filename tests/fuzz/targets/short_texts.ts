/** Addresses, Retry-After, .env files and command lines. */
import { keywordQueriesCommand } from "../../../lib/cli/keyword_queries_command.ts";
import { readEnvironment } from "../../../lib/cli/environment.ts";
import type { Flags } from "../../../lib/cli/flags.ts";
import { parseFlags } from "../../../lib/cli/parse_flags.ts";
import { resolveCommand } from "../../../lib/cli/resolve_command.ts";
import { scoreCommand } from "../../../lib/cli/score_command.ts";
import { searchCommand } from "../../../lib/cli/search_command.ts";
import { settingsOf } from "../../../lib/cli/set_flag.ts";
import { UsageError } from "../../../lib/cli/usage_error.ts";
import { identifiersFromUrl } from "../../../lib/providers/url_identifiers.ts";
import { createRedactor } from "../../../lib/runner/redact.ts";
import { parseRetryAfter } from "../../../lib/runner/retry_after.ts";
import { parseShard } from "../../../lib/runner/shard.ts";
import type { Random } from "../../support/random.ts";
import { mutateBytes } from "../mutate_bytes.ts";
import { mutateText } from "../mutate_file.ts";
import { accepted, same, type Target, target, Violation } from "../target.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function mutated(random: Random, texts: readonly string[]): string {
  const others = texts.map((text) => encoder.encode(text));
  return decoder.decode(mutateBytes(random, random.pick(others), others));
}

const URLS = [
  "https://pubmed.ncbi.nlm.nih.gov/12345678/?dopt=Abstract#x",
  "https://www.ncbi.nlm.nih.gov/pubmed/?term=12345678[uid]",
  "https://www.ncbi.nlm.nih.gov/entrez/query.fcgi?cmd=Retrieve&db=PubMed&list_uids=12345678",
  "https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567.1/",
  "https://europepmc.org/article/MED/12345678",
  "https://europepmc.org/articles/PMC1234567?pdf=render",
  "https://doi.org/10.1093/nar/gks1195",
  "https://dx.doi.org/10.1016%2FS0140-6736(20)30183-5",
  "https://onlinelibrary.wiley.com/doi/full/10.1002/14651858.CD000001.pub2",
  "https://www.nature.com/articles/s41586-020-2649-2",
  "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0000001",
  "https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf",
  "https://link.springer.com/article/10.1007/s00134-020-05991-x",
  "https://www.tandfonline.com/doi/abs/10.1080/01621459.2020.1",
  "https://jnm.example.org/cgi/pmidlookup?view=long&pmid=12345678",
  "http://[::1]:80/10.1000/x?doi=10.1000/x&doi=10.1000/y",
];

const urls: Target = target<string>({
  name: "addresses to identifiers",
  weight: 8,
  make: (random) => mutated(random, URLS),
  check: (url) => {
    const { pmid, pmcid, doi } = identifiersFromUrl(url);
    if (pmid !== null && !/^[1-9]\d{0,7}$/.test(pmid)) throw new Violation(`PMID ${pmid}`);
    if (pmcid !== null && !/^PMC[1-9]\d*$/.test(pmcid)) throw new Violation(`PMCID ${pmcid}`);
    if (doi !== null && (!/^10\.\d{4,9}(\.\d+)*\/[^\s]+$/.test(doi) || doi !== doi.toLowerCase())) {
      throw new Violation(`DOI ${JSON.stringify(doi)}`);
    }
    // The second path: the paper's own address gives the same paper.
    if (pmid) same(identifiersFromUrl(`https://pubmed.ncbi.nlm.nih.gov/${pmid}/`).pmid, pmid, url);
    if (pmcid) {
      const page = `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`;
      same(identifiersFromUrl(page).pmcid, pmcid, url);
    }
    if (doi) {
      const page = `https://doi.org/${doi.split("/").map(encodeURIComponent).join("/")}`;
      same(identifiersFromUrl(page).doi, doi, page);
    }
    return pmid || pmcid || doi ? "accepted" : "refused";
  },
});

const NOW = Date.UTC(2026, 10, 30, 12);
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;

const retryAfter: Target = target<string>({
  name: "Retry-After",
  weight: 4,
  make: (random) =>
    mutated(random, [
      "120",
      "0",
      "1.5",
      "1e3",
      "Mon, 30 Nov 2026 12:30:00 GMT",
      "Monday, 30-Nov-26 12:30:00 GMT",
      "Mon Nov 30 12:30:00 2026",
      "inf",
      "-1",
    ]),
  check: (text) => {
    const seconds = parseRetryAfter(text, NOW);
    if (seconds === null) return "refused";
    if (!(seconds >= 0)) throw new Violation(`${seconds} seconds`);
    if (/^[0-9]{1,15}$/.test(text)) same(seconds, Number(text), "the seconds");
    const [, day, month, ...rest] = HTTP_DATE.exec(text) ?? [];
    const [year, hour, minute, second] = rest.map(Number);
    const monthAt = MONTHS.indexOf(month ?? "");
    if (monthAt >= 0 && year! >= 1970 && hour! < 24 && minute! < 60 && second! < 60) {
      const at = Date.UTC(year!, monthAt, Number(day), hour, minute, second);
      if (new Date(at).getUTCDate() === Number(day)) {
        same(seconds, Math.max(0, (at - NOW) / 1000), "the seconds until the date");
      }
    }
    return "accepted";
  },
});

const DOTENV = [
  "# keys",
  "FUZZ_A=abc123",
  "FUZZ_B='single $x quoted'",
  'FUZZ_C="double\\nquoted"',
  "",
  "export FUZZ_D = spaced # comment",
  "FUZZ_E=sk-Zq3/v+9T=77",
  "FUZZ_F=",
];

const dotenv: Target = target<Uint8Array>({
  name: ".env",
  weight: 3,
  make: (random) => mutateText(random, DOTENV),
  check: async (bytes, folder) => {
    const path = `${folder}/.env`;
    await Deno.writeFile(path, bytes);
    const read = await accepted(() => readEnvironment(path), clear(/^Cannot read /));
    if ("error" in read) return "refused";
    const environment = read.value;
    const lines = decoder.decode(bytes).replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
    const plain = /^(FUZZ_[A-F])=([A-Za-z0-9/+=-]*)$/;
    // What a plain file says is plain; quotes may reach over lines.
    const simple = lines.every((line) =>
      line === "" || /^#[ a-z]*$/.test(line) || plain.test(line)
    );
    for (const name of ["FUZZ_A", "FUZZ_E", "FUZZ_F"]) {
      const value = environment(name);
      if (value !== undefined && typeof value !== "string") throw new Violation(`${name} ${value}`);
      if (!simple) continue;
      const values = lines.flatMap((line) => {
        const [, key, text] = plain.exec(line) ?? [];
        return key === name ? [text] : [];
      });
      same(value ?? null, values.at(-1) || null, name);
    }
    return "accepted";
  },
});

interface CommandLine {
  command: string;
  args: string[];
}

const commands: Readonly<Record<string, { flags: Flags; positionals?: { max: number } }>> = {
  score: scoreCommand,
  search: searchCommand,
  resolve_pmcids: resolveCommand,
  keyword_queries: keywordQueriesCommand,
};

const LINES: readonly CommandLine[] = [
  { command: "score", args: ["--results", "a=b.jsonl", "--results=c", "--missing=zero", "--json"] },
  { command: "score", args: ["--seed", "7", "--resamples=100", "--format", "csv", "--quiet"] },
  { command: "search", args: ["elicit", "--limit", "3", "--shard=1/4", "--rate", ".5", "--json"] },
  {
    command: "search",
    args: ["--set", "mode=fast", "brave", "--set=a=b=c", "--email=a@b.org", "--timeout=1e1"],
  },
  { command: "resolve_pmcids", args: ["--results=x", "--year-cutoff", "never", "--offline"] },
  { command: "keyword_queries", args: ["--summary", "--provider", "exa", "--output=-"] },
];

const flags: Target = target<CommandLine>({
  name: "flags",
  weight: 6,
  make: (random) => {
    const { command, args } = random.pick(LINES);
    const foreign = random.pick(LINES).args;
    const changed = args.flatMap((arg) => {
      if (random.chance(0.75)) return [arg];
      return random.pick<() => string[]>([
        () => [],
        () => [arg, arg],
        () => [random.pick(foreign)],
        () => [mutated(random, args)],
        () => [arg.replace("=", " ")],
        () => arg.split("="),
        () => [
          random.pick(["--", "-", "--no-json", "-q", "--=", "--json=true", "--__proto__", ""]),
        ],
      ])();
    });
    return { command, args: random.chance(0.2) ? random.shuffled(changed) : changed };
  },
  check: async ({ command: name, args }) => {
    const command = commands[name]!;
    const max = command.positionals?.max ?? 0;
    const read = await accepted(
      () => parseFlags(command.flags, args, max),
      (error) => error instanceof UsageError && /^Cannot /.test(error.message),
    );
    if ("error" in read) return "refused";
    const { values, positionals } = read.value;
    same({ values, positionals }, naiveFlags(command.flags, args), "the values");
    const { set, shard } = values as { set?: string[]; shard?: string };
    const clearUse = (error: Error) => /^Cannot (use|set) /.test(error.message);
    if (set) await accepted(() => settingsOf({ set }), clearUse);
    if (shard !== undefined) await accepted(() => parseShard(shard), clearUse);
    return "accepted";
  },
});

/** The command line once more, for accepted ones only. */
function naiveFlags(flags: Flags, args: readonly string[]) {
  const values: Record<string, unknown> = {};
  const positionals: string[] = [];
  for (const [name, flag] of Object.entries(flags)) {
    values[name] = flag.kind === "switch"
      ? false
      : flag.kind === "texts"
      ? []
      : (flag as { default?: unknown }).default;
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") {
      positionals.push(...args.slice(at + 1));
      break;
    }
    const [, name = "", joined] = /^--([^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    const flag = flags[name];
    if (!flag) {
      positionals.push(arg);
      continue;
    }
    if (flag.kind === "switch") {
      values[name] = true;
      continue;
    }
    const value = joined ?? args[++at]!;
    if (flag.kind === "texts") (values[name] as string[]).push(value);
    else values[name] = flag.kind === "integer" || flag.kind === "number" ? Number(value) : value;
  }
  return { values, positionals };
}

const KEY = "sk-Zq3/v+9T=77_secret";

const redaction: Target = target<{ before: string; after: string; how: number }>({
  name: "redaction of keys",
  weight: 4,
  make: (random) => {
    const words = [
      "?api_key=",
      "Authorization: Bearer ",
      '{"error":"',
      "https://u:p@h/",
      " & ",
      "%2F",
    ];
    return { before: mutated(random, words), after: mutated(random, words), how: random.below(5) };
  },
  check: ({ before, after, how }) => {
    const spelled = [
      KEY,
      encodeURIComponent(KEY),
      JSON.stringify(KEY).slice(1, -1),
      KEY.replaceAll("/", "\\/"),
      new URLSearchParams({ v: KEY }).toString().slice(2),
    ][how]!;
    const redactor = createRedactor([KEY]);
    for (const clean of [redactor.clean, redactor.cleanData]) {
      const text = clean(before + spelled + after);
      for (const form of [KEY, spelled]) {
        if (text.includes(form)) throw new Violation(`the key stays: ${text}`);
      }
      same(clean(text).includes(KEY), false, "cleaned twice");
    }
    return "accepted";
  },
});

function clear(pattern: RegExp): (error: Error) => boolean {
  return (error) => pattern.test(error.message);
}

/** All targets of this file. */
export const shortTexts: readonly Target[] = [urls, retryAfter, dotenv, flags, redaction];
