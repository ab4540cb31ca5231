import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { local } from "../../lib/providers/local.ts";
import { prepareSearch } from "../../lib/runner/prepare_search.ts";
import { elicit } from "../../lib/providers/elicit.ts";
import { resolveSettings } from "../../lib/providers/settings.ts";
import { runFiles } from "../../lib/runner/run_files.ts";
import { runSearch } from "../../lib/runner/run_search.ts";
import type { SearchJob } from "../../lib/runner/search_job.ts";
import { startProviderServer } from "../fakes/provider_server.ts";
import { KEY, makeDirectory, makeQuestions, papersFor, rowsOf } from "../search_process.ts";

const asked = makeQuestions(6).map(({ question_id, question, max_year }) => ({
  question_id,
  query: question,
  max_year,
}));

function describe(output: string, change: Partial<SearchJob>): SearchJob {
  return {
    search: prepareSearch(local, resolveSettings(local), () => undefined, { needsKey: true }),
    input: {
      path: "questions.jsonl",
      sha256: "0".repeat(64),
      questions: asked,
      files: [],
      corpus: null,
    },
    files: runFiles(output),
    scope: { retryTerminal: false },
    concurrency: 1,
    attempts: 1,
    timeoutSeconds: 5,
    maxWait: 300,
    confirmLargeRun: false,
    flags: { concurrency: 1 },
    display: { write: () => {}, live: false, quiet: true },
    ...change,
  };
}

Deno.test("the run record tells start, counters and end, and is only appended to", async () => {
  const questions = makeQuestions(6);
  await using folder = await makeDirectory(questions);
  await using server = await startProviderServer({
    questions,
    rank: (question) => papersFor(question, 5),
    faults: ({ nth }) =>
      nth === 1 ? { kind: "rate_limited", retryAfter: "0" } : { kind: "late", milliseconds: 20 },
  });
  const environment: Record<string, string> = {
    ELICIT_API_KEY: KEY,
    ELICIT_BASE_URL: server.baseUrlFor("elicit"),
  };
  const search = prepareSearch(
    elicit,
    resolveSettings(elicit, { max_results: "5" }),
    (name) => environment[name],
    { rate: 1000, needsKey: true },
  );
  const output = folder.path("runs/elicit.jsonl");
  const run = describe(output, { search, attempts: 2, concurrency: 6, counterMs: 100 });
  const summary = await runSearch(run);
  assertEquals([summary.reason, summary.calls_made, summary.results, summary.retries], [
    "finished",
    12,
    6,
    6,
  ]);
  const path = folder.path("runs/elicit.run.jsonl");
  const first = Deno.readTextFileSync(path);
  const records = rowsOf<Record<string, unknown>>(path);
  const events = records.map(({ event }) => event);
  assertEquals([events[0], events.at(-1), new Set(events.slice(1, -1)).size], ["start", "end", 1]);
  assertEquals(records[0]!.settings, {
    search_mode: "semantic",
    corpus: "elicit",
    max_results: "5",
  });
  assertEquals(records[0]!.input, { path: "questions.jsonl", sha256: "0".repeat(64) });
  const { time: _, ...end } = records.at(-1)!;
  assertEquals(end, {
    event: "end",
    reason: "finished",
    calls: 12,
    results: 6,
    failures: 0,
    retries: 6,
    no_results: 0,
  });
  await runSearch(run);
  assert(Deno.readTextFileSync(path).startsWith(first));
  assertLess(records.length, rowsOf(path).length);
});

Deno.test("the local engine writes the same bytes each time, in input order, whatever the concurrency", async () => {
  const papers = makeQuestions(1).flatMap((question) => papersFor(question, 40)).map((paper) => ({
    pmid: paper.pmid!,
    doi: paper.doi,
    title: `${paper.title} after surgery`,
    year: paper.year,
  }));
  const texts: string[] = [];
  for (const concurrency of [1, 1, 8]) {
    await using folder = await makeDirectory([]);
    const output = folder.path("runs/local.jsonl");
    const run = describe(output, { concurrency });
    const summary = await runSearch({
      ...run,
      input: { ...run.input, corpus: { sha256: "1".repeat(64), papers } },
    });
    assertEquals([summary.reason, summary.calls_made], ["finished", 0]);
    texts.push(Deno.readTextFileSync(output));
  }
  assertEquals(new Set(texts).size, 1);
  const rows = texts[0]!.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(rows.map((row) => row.question_id), asked.map((each) => each.question_id));
  assertEquals(Object.keys(rows[0]), [
    "question_id",
    "provider",
    "query",
    "max_year",
    "candidates",
  ]);
  assertStringIncludes(rows[0].candidates[0].title, "after surgery");
});

Deno.test("docs/formats.md names every field of a run record", async () => {
  const page = Deno.readTextFileSync(new URL("../../docs/formats.md", import.meta.url));
  const section = page.split("## Run records\n")[1]!.split("\n## ")[0]!;
  await using folder = await makeDirectory([]);
  await runSearch(describe(folder.path("runs/local.jsonl"), {}));
  const records = rowsOf<Record<string, unknown>>(folder.path("runs/local.run.jsonl"));
  assertEquals(records.map(({ event }) => event), ["start", "end"]);
  const fields = records.flatMap((record) => Object.keys(record));
  assertEquals(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(section)), []);
});
