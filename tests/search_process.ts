/** Running `search.ts` as people do, as a process of its own, against a fake provider. */
import { fromFileUrl, join } from "@std/path";
import type { Candidate, FailureRow, Question, ResultRow } from "../lib/benchmark/records.ts";
import type { HttpProvider } from "../lib/providers/provider.ts";
import { findProvider } from "../lib/providers/registry.ts";

/** Path of the script under test. */
export const SEARCH = fromFileUrl(new URL("../search.ts", import.meta.url));

/** The key that tests use and look for afterwards in every file and output. */
export const KEY = "sk-Zq3/v+9T=77_secret";

/** What a run needs to know. */
export interface SearchOptions {
  provider: string;
  /** Value of the base-URL variable. */
  baseUrl: string;
  /** Folder with the input; the run writes below it. */
  directory: string;
  args?: readonly string[];
  /** Permission flags instead of those that the tests need. */
  permissions?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Name of the index, for providers that have one. @default "papers" */
  index?: string;
}

/** Starts a search of `questions.jsonl` in a folder. */
export function startSearch(options: SearchOptions): Deno.ChildProcess {
  return command(options).spawn();
}

/** Runs a search to its end. */
export async function runSearch(
  options: SearchOptions,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await command(options).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

function command(options: SearchOptions): Deno.Command {
  const { key, baseUrl, settings } = findProvider(options.provider) as HttpProvider;
  const env: Record<string, string> = {
    [baseUrl.variable]: options.baseUrl,
    ...(key.place.kind === "none" ? {} : { [key.variable]: KEY }),
    ...options.env,
  };
  const index = settings.some(({ name }) => name === "index")
    ? ["--set", `index=${options.index ?? "papers"}`]
    : [];
  const email = settings.some(({ name }) => name === "email") ? ["--email", "me@example.org"] : [];
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      ...options.permissions ?? [
        "--allow-net=127.0.0.1,localhost",
        "--allow-env",
        "--allow-read",
        `--allow-write=${options.directory}`,
      ],
      SEARCH,
      options.provider,
      "--input=questions.jsonl",
      ...index,
      ...email,
      ...options.args ?? [],
    ],
    cwd: options.directory,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Made-up questions, each with frozen queries for the three keyword providers. */
export function makeQuestions(count: number): Question[] {
  return Array.from({ length: count }, (_, at) => {
    const query = (name: string) => ({ query: `${name} query number ${at} "β-blocker" AND trial` });
    return {
      question_id: `made_up:${String(at).padStart(4, "0")}`,
      question: `Question number ${at}: do β-blockers help "patients" after surgery & rest?`,
      max_year: 2010 + at % 10,
      gold: [{ pmid: String(5000 + at) }],
      queries: {
        semantic_scholar: query("semantic"),
        openalex_keyword: query("openalex"),
        google_scholar: query("scholar"),
      },
    };
  });
}

/** A ranking of made-up papers for a question, the gold paper at rank 3. */
export function papersFor(question: Question, count: number): Candidate[] {
  const number = Number(question.question_id.split(":")[1]);
  return Array.from({ length: count }, (_, at) => ({
    rank: at + 1,
    provider_id: `p${number}-${at}`,
    pmid: at === 2 ? String(5000 + number) : String(1_000_000 + number * 1000 + at),
    doi: `10.1000/made.${number}.${at}`,
    title: `Paper ${at} about question ${number}, naïve “quotes” included`,
    year: 2001,
  }));
}

/** A folder of a test. */
export interface TestDirectory extends AsyncDisposable {
  directory: string;
  /** The path of a file in it. */
  path(name: string): string;
}

/** A new folder with `questions.jsonl`; removed when it is disposed of. */
export async function makeDirectory(questions: readonly Question[]): Promise<TestDirectory> {
  const directory = await Deno.makeTempDir({ prefix: "search_test_" });
  await Deno.writeTextFile(
    join(directory, "questions.jsonl"),
    questions.map((question) => JSON.stringify(question) + "\n").join(""),
  );
  return {
    directory,
    path: (name: string) => join(directory, name),
    async [Symbol.asyncDispose]() {
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** The whole lines of a file, parsed; a torn last one is left out. An absent file has none. */
export function rowsOf<T = ResultRow | FailureRow>(path: string): T[] {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line) as T);
}
