/** A fake provider, a folder with questions, and a search of them. */
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import type { FailureRow, Question, ResultRow } from "../../lib/benchmark/records.ts";
import {
  type Call,
  type Fault,
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
} from "../fakes/provider_server.ts";
import {
  makeDirectory,
  makeQuestions,
  papersFor,
  rowsOf,
  runSearch,
  type SearchOptions,
  type TestDirectory,
} from "../search_process.ts";

const SCORE = fromFileUrl(new URL("../../score.ts", import.meta.url));

/** Flags of a search that need not wait. */
export const FAST = ["--rate=10000"];

/** What a test plays with. */
export interface Scene {
  questions: Question[];
  folder: TestDirectory;
  server: ProviderServer;
  /** Runs the search to its end. */
  search(args?: readonly string[], change?: Partial<SearchOptions>): ReturnType<typeof runSearch>;
  options(args?: readonly string[]): SearchOptions;
  rows(): ResultRow[];
  failures(): FailureRow[];
}

/** Sets a scene, plays it and clears it away. */
export async function scene(
  provider: string,
  set: {
    questions?: number;
    papers?: number;
    faults?: (call: Call) => Fault | undefined;
  } & Partial<Omit<ProviderServerOptions, "questions" | "faults">>,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { questions: count = 4, papers = 30, faults, ...more } = set;
  const questions = makeQuestions(count);
  await using folder = await makeDirectory(questions);
  await using server = await startProviderServer({
    questions,
    rank: (question) => papersFor(question, papers),
    ...(faults ? { faults } : {}),
    ...more,
  });
  const options = (args: readonly string[] = FAST) => ({
    provider,
    baseUrl: server.baseUrlFor(provider),
    directory: folder.directory,
    args,
  });
  await play({
    questions,
    folder,
    server,
    options,
    search: (args, change) => runSearch({ ...options(args), ...change }),
    rows: () => rowsOf<ResultRow>(folder.path(`runs/${provider}.jsonl`)),
    failures: () => rowsOf<FailureRow>(folder.path(`runs/${provider}.failures.jsonl`)),
  });
}

/** Recall of a result file by cutoff, measured by score.ts. */
export async function recallOf(
  folder: TestDirectory,
  provider: string,
): Promise<Record<string, number>> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-read",
      SCORE,
      `--input=${folder.path("questions.jsonl")}`,
      `--results=${folder.path(`runs/${provider}.jsonl`)}`,
      "--json",
    ],
    cwd: folder.directory,
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout)).macro_recall;
}

/** Waits some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
