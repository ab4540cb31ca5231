/** resolve_pmcids.ts in a folder of its own, against a fake NCBI. */
import { join } from "@std/path";
import type { Candidate, ResultRow } from "../../lib/benchmark/records.ts";
import type { NcbiServer } from "../fakes/ncbi_server.ts";
import { runScript } from "../support/run_script.ts";

/** The script that is run. */
export const script = "resolve_pmcids.ts";

/** A folder with a run, a cache, and NCBI in the shape of a fake. */
export interface Folder extends AsyncDisposable {
  path: (name: string) => string;
  /** Runs the script on `run.jsonl` with a cache of its own. */
  resolve: (args?: string[], env?: Record<string, string>) => ReturnType<typeof runScript>;
}

/** Makes a folder in which `run.jsonl` has these rows; removed when it is disposed of. */
export async function makeFolder(server: NcbiServer, rows: unknown[] = []): Promise<Folder> {
  const directory = await Deno.makeTempDir({ prefix: "resolve_test_" });
  const path = (name: string) => join(directory, name);
  if (rows.length > 0) {
    await Deno.writeTextFile(
      path("run.jsonl"),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
  }
  return {
    path,
    resolve: (args = [], env = {}) => runScript(script, argumentsFor(path, args), scoped(env)),
    async [Symbol.asyncDispose]() {
      await Deno.remove(directory, { recursive: true });
    },
  };

  function scoped(env: Record<string, string>) {
    return {
      permissions: [
        "--allow-read",
        `--allow-write=${directory}`,
        "--allow-env=NCBI_API_KEY,NCBI_EUTILS_BASE_URL,PMC_IDCONV_BASE_URL",
        "--allow-net=127.0.0.1",
      ],
      cwd: directory,
      env: { ...server.env, ...env },
    };
  }
}

/** The arguments of a run in a folder. */
export function argumentsFor(path: (name: string) => string, args: string[]): string[] {
  return [
    "--results",
    path("run.jsonl"),
    "--cache",
    path("cache.sqlite"),
    "--email",
    "me@example.org",
    ...args,
  ];
}

/** A row of a result file, as far as resolving reads it. */
export interface Row {
  question_id: string;
  provider: string;
  query: string;
  max_year: number;
  candidates: Record<string, unknown>[];
}

/** Makes a row; candidates that have no rank get that of their place. */
export function row(id: string, candidates: Record<string, unknown>[], provider = "brave"): Row {
  return {
    question_id: id,
    provider,
    query: "q",
    max_year: 2015,
    candidates: candidates.map((candidate, index) => ({ rank: index + 1, ...candidate })),
  };
}

/** The lists of a result file. */
export async function candidatesOf(path: string): Promise<Candidate[][]> {
  const text = await Deno.readTextFile(path);
  return text.trimEnd().split("\n").map((line) => (JSON.parse(line) as ResultRow).candidates);
}
