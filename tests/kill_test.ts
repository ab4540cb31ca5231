/**
 * Runs that are killed. By default a few of each kind; KILL_RUNS=100 for the
 * full count, KILL_SEED to repeat one.
 */
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import type { ResultRow } from "../lib/benchmark/records.ts";
import { type Call, type ProviderServer, startProviderServer } from "./fakes/provider_server.ts";
import {
  makeDirectory,
  makeQuestions,
  papersFor,
  rowsOf,
  runSearch,
  startSearch,
} from "./search_process.ts";

const RUNS = Number(Deno.env.get("KILL_RUNS") ?? 2);
const SEED = Number(Deno.env.get("KILL_SEED") ?? Date.now() % 1e6);
const CONCURRENCY = 8;
const QUESTIONS = 24;

/** Provider to papers a question in the fake and pages that these need. */
const KINDS: Readonly<Record<string, { papers: number; pages: number }>> = {
  elicit: { papers: 200, pages: 1 },
  google_scholar: { papers: 200, pages: 10 },
  brave: { papers: 100, pages: 5 },
};

for (const [provider, { papers, pages }] of Object.entries(KINDS)) {
  Deno.test(`${provider}: ${RUNS} runs killed at random lose nothing and buy nothing twice (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    for (let run = 0; run < RUNS; run++) {
      await killAndResume(provider, papers, pages, random);
    }
  });
}

async function killAndResume(
  provider: string,
  papers: number,
  pages: number,
  random: () => number,
): Promise<void> {
  const questions = makeQuestions(QUESTIONS);
  await using folder = await makeDirectory(questions);
  await using server = await startProviderServer({
    questions,
    rank: (question) => papersFor(question, papers),
    faults: () => ({ kind: "late", milliseconds: random() * 10 }),
  });
  const needed = QUESTIONS * pages;
  const options = {
    provider,
    baseUrl: server.baseUrlFor(provider),
    directory: folder.directory,
    args: [`--concurrency=${CONCURRENCY}`, "--rate=100000", "--quiet"],
  };
  const output = folder.path(`runs/${provider}.jsonl`);
  const kills = 1 + Math.floor(random() * 3);
  for (let kill = 0; kill < kills; kill++) {
    await killAfterCalls(options, server, Math.floor(random() * needed / kills), random);
    const seen = server.calls.length;
    const settled = settledPages(folder.path, provider, pages);
    // The next run, whole or killed too, must not ask for what is on disk.
    if (kill === kills - 1) {
      const { code, stderr } = await runSearch(options);
      assertEquals([code, stderr], [0, stderr.startsWith("notice:") ? stderr : ""]);
    } else await killAfterCalls(options, server, Math.floor(random() * 20), random);
    for (const call of server.calls.slice(seen)) {
      assert(!settled.has(pageId(call)), `asked again: ${pageId(call)}`);
    }
  }
  const rows = rowsOf<ResultRow>(output);
  assert(Deno.readTextFileSync(output).endsWith("}\n"));
  assertEquals(
    rows.map((row) => row.question_id).toSorted(),
    questions.map((question) => question.question_id),
  );
  for (const row of rows) assertEquals(row.candidates.length, papers, row.question_id);
  assertLessOrEqual(server.calls.length, needed + 2 * kills * CONCURRENCY);
  const left = [...Deno.readDirSync(folder.path("runs"))].map(({ name }) => name)
    .filter((name) => !name.endsWith(".torn"));
  assertEquals(left.toSorted(), [`${provider}.jsonl`, `${provider}.run.jsonl`]);
}

/** Starts a run and kills it once the server has seen some more calls and a moment has passed. */
async function killAfterCalls(
  options: Parameters<typeof startSearch>[0],
  server: ProviderServer,
  calls: number,
  random: () => number,
): Promise<void> {
  const target = server.calls.length + calls;
  const child = startSearch(options);
  const drained = Promise.all([child.stdout.cancel(), child.stderr.cancel()]);
  let ended = false;
  const status = child.status.finally(() => ended = true);
  while (!ended && server.calls.length < target) await pause(1);
  await pause(random() * 15);
  if (!ended) child.kill("SIGKILL");
  await Promise.all([status, drained]);
}

/** What the killed run has on disk: whole questions and single pages. */
function settledPages(path: (name: string) => string, provider: string, pages: number) {
  const settled = new Set<string>();
  for (const { question_id } of rowsOf<ResultRow>(path(`runs/${provider}.jsonl`))) {
    for (let page = 0; page < pages; page++) settled.add(`${question_id} ${page}`);
  }
  for (
    const { question_id, page } of rowsOf<{ question_id: string; page: number }>(
      path(`runs/${provider}.pages.jsonl`),
    )
  ) settled.add(`${question_id} ${page}`);
  return settled;
}

function pageId({ questionId, page }: Call): string {
  return `${questionId} ${page}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Mulberry32: small, seeded, good enough to choose moments. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
