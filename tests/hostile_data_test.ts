/**
 * Data and servers that mean harm: ids that look like paths, line breaks of
 * every kind, terminal escapes, very long texts. Nothing may be written
 * elsewhere, no message may become two lines, no escape may reach a terminal.
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { HttpProvider } from "../lib/providers/provider.ts";
import { findProvider } from "../lib/providers/registry.ts";
import { startNcbiServer } from "./fakes/ncbi_server.ts";
import { startProviderServer } from "./fakes/provider_server.ts";
import { KEY, rowsOf } from "./search_process.ts";
import { changes, folderState } from "./support/folder_state.ts";
import { runScript } from "./support/run_script.ts";

/** Everything at once: whatever follows a break that is let through stands at the start of a line. */
const BREAKS = ["\n", "\r", "\r\n", "\u000b", "\u000c", "\u0085", "\u2028", "\u2029"];
const NASTY = `it${BREAKS.map((each) => `${each}INJECTED`).join("")}` +
  "\u001b[2J\u001b]0;title\u0007\u009b31m\u0000\u0008\u007f\u202eend";
const LONG = "l".repeat(300_000);

/** Ids of questions, none of which may become a path. */
const ids = (folder: string) => [
  "../../escaped",
  NASTY,
  `${folder}/escaped`,
  "..",
  "-rf",
  "__proto__",
  "constructor",
  "a b|c,d\"e'f`g$(touch escaped)",
  LONG,
];

const jsonl = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

interface Folder extends AsyncDisposable {
  /** Where the data lies and the scripts run; in a folder that is watched too. */
  path: string;
  write(name: string, rows: readonly unknown[]): Promise<void>;
  /** Runs a script here and checks what every run must keep. */
  run(
    script: string,
    args: readonly string[],
    may?: { change?: readonly string[]; env?: Record<string, string> },
  ): Promise<{ code: number; stdout: string; stderr: string }>;
}

async function makeFolder(): Promise<Folder> {
  const outer = await Deno.makeTempDir({ prefix: "hostile_" });
  const path = join(outer, "here");
  await Deno.mkdir(path);
  return {
    path,
    write: (name, rows) => Deno.writeTextFile(join(path, name), jsonl(rows)),
    async run(script, args, { change = [], env = {} } = {}) {
      const before = await folderState(outer);
      const { code, stdout, stderr } = await runScript(script, args, { cwd: path, env });
      const changed = changes(before, await folderState(outer));
      assertEquals(changed.filter((name) => !change.includes(name.replace("here/", ""))), []);
      assertHarmless(stdout);
      assertHarmless(stderr);
      return { code, stdout, stderr };
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(outer, { recursive: true });
    },
  };
}

/** Asserts that an output has no control characters but line feeds, and no line that data began. */
function assertHarmless(text: string): void {
  // deno-lint-ignore no-control-regex
  const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
    .exec(text);
  assertEquals(control && JSON.stringify(text.slice(control.index - 80, control.index + 9)), null);
  const broken = text.split("\n").find((line) => /^\W*INJECTED/.test(line));
  assertEquals(broken, undefined);
  assert(text.split("\n").every((line) => line.length < 4 * LONG.length), "a line goes on and on");
}

/** Asserts that a message is one line that begins as messages do. */
function assertOneError(stderr: string): void {
  assertMatch(stderr, /^error: [^\n]{1,2000}\n$/);
}

const question = (id: string, at: number, provider = "openalex_keyword") => ({
  question_id: id,
  question: `${at} ${NASTY}?`,
  max_year: 2015,
  gold: [{ pmid: String(at + 1), doi: NASTY, title: `${at} ${NASTY}` }],
  queries: { [provider]: { query: `${at} ${NASTY}`, model: NASTY, prompt: NASTY } },
});

const result = (id: string, at: number, provider: string) => ({
  question_id: id,
  provider,
  query: `${at} ${NASTY}?`,
  max_year: 2015,
  candidates: [{ rank: 1, provider_id: NASTY, pmid: String(at + 1), doi: null, title: NASTY }],
});

Deno.test("score: hostile ids, labels, failures and titles in every format", async () => {
  await using folder = await makeFolder();
  const all = ids(folder.path);
  await folder.write("questions.jsonl", all.map((id, at) => question(id, at)));
  await folder.write("one.jsonl", all.slice(1).map((id, at) => result(id, at + 1, NASTY)));
  await folder.write(
    "two.jsonl",
    all.slice(0, -2).map((id, at) => result(id, at, "../../escaped")),
  );
  // What only one run finds stands in the table of gaps.
  await folder.write(
    "none.jsonl",
    all.map((id, at) => ({ ...result(id, at, "none"), candidates: [] })),
  );
  await folder.write(
    "one.failures.jsonl",
    [all[0], NASTY + "unknown"].map((id) => ({
      question_id: id,
      provider: NASTY,
      query: NASTY,
      error: NASTY,
      status: 400,
      retryable: false,
      response: NASTY,
    })),
  );
  const outputs = ["report.json", "rows.jsonl"];
  for (const format of ["table", "markdown", "csv", "latex", "json"]) {
    const { code, stdout, stderr } = await folder.run("score.ts", [
      ...["--input", "questions.jsonl", "--results", "one.jsonl"],
      ...["--format", format, "--output", "report.json", "--per-question", "rows.jsonl"],
    ], { change: outputs });
    assertEquals(code, 0, stderr);
    if (format === "json") {
      const report = JSON.parse(stdout);
      assertEquals([report.missing_question_ids, report.failed_question_ids], [[all[0]], [all[0]]]);
    }
  }
  for (const format of ["table", "markdown", "csv", "latex", "json"]) {
    const { code, stderr } = await folder.run("score.ts", [
      ...["--input", "questions.jsonl", "--results", "one.jsonl", "--results", "two.jsonl"],
      ...["--results", `${NASTY.replaceAll("\0", "")}=two.jsonl`, "--results", "none.jsonl"],
      ...["--pairwise", "--published", "--resamples", "100"],
      ...["--format", format, "--output", "report.json", "--per-question", "rows.jsonl"],
      ...["--report", "page.html", "--export-qrels", "gold.qrels"],
    ], { change: [...outputs, "page.html", "gold.qrels"] });
    assertEquals(code, 0, stderr);
  }
});

Deno.test("score: an error that quotes a hostile id is one line", async () => {
  await using folder = await makeFolder();
  for (const id of ids(folder.path)) {
    await folder.write("questions.jsonl", [question("q", 0)]);
    await folder.write("run.jsonl", [result(id, 1, "mine")]);
    const unknown = await folder.run(
      "score.ts",
      ["--input", "questions.jsonl", "--results", "run.jsonl"],
    );
    assertEquals([unknown.code, unknown.stdout], [1, ""]);
    assertOneError(unknown.stderr);
  }
  await folder.write("questions.jsonl", [question(NASTY, 0), question(NASTY, 1)]);
  const twice = await folder.run(
    "score.ts",
    ["--input", "questions.jsonl", "--results", "run.jsonl"],
  );
  assertEquals(twice.code, 1);
  assertOneError(twice.stderr);
});

Deno.test("search: hostile ids and a server that answers with escapes", async () => {
  await using folder = await makeFolder();
  const questions = ids(folder.path).slice(0, -1).map((id, at) => question(id, at));
  await folder.write("questions.jsonl", questions);
  const paper = (title: string) => ({
    rank: 1,
    provider_id: title,
    pmid: "1",
    doi: title,
    title,
    year: 2001,
  });
  for (const name of ["elicit", "openalex_keyword", "brave"]) {
    await using server = await startProviderServer({
      questions,
      rank: () => [paper(NASTY), paper("../../escaped"), paper(LONG)],
      faults: ({ sequence }) =>
        sequence % 2 === 0
          ? { kind: "status", status: 400, body: JSON.stringify({ error: NASTY, message: NASTY }) }
          : undefined,
    });
    const provider = findProvider(name) as HttpProvider;
    const own = ["", "failures.", "pages.", "run."].map((part) => `runs/${name}.${part}jsonl`);
    const { code, stderr } = await folder.run("search.ts", [
      name,
      "--input=questions.jsonl",
      "--rate=1000",
      "--attempts=1",
    ], {
      change: ["runs/", ...own],
      env: { [provider.baseUrl.variable]: server.baseUrlFor(name), [provider.key.variable]: KEY },
    });
    assert([1, 3].includes(code), stderr);
    const rows = own.flatMap((path) => rowsOf<object>(join(folder.path, path)));
    assert(rows.length > 0);
  }
});

Deno.test("names of providers, settings and paths on the command line are quoted in one line", async () => {
  await using folder = await makeFolder();
  const word = NASTY.replaceAll("\0", "");
  for (
    const [script, ...args] of [
      ["search.ts", "../../escaped"],
      ["search.ts", word],
      ["search.ts", "elicit", "--set", `${word}=1`],
      ["search.ts", "local", "--dataset", word],
      ["search.ts", "local", "--input", word],
      ["search.ts", "local", "--shard", word],
      ["score.ts", "--input", word, "--results", word],
      ["score.ts", "--dataset", word],
      ["score.ts", "--dataset", "../../escaped"],
      ["score.ts", `--${word}`],
      ["score.ts", "--measures", word, "--dataset", "sample"],
      ["resolve_pmcids.ts", "--results", word, "--offline"],
      ["keyword_queries.ts", "--input", word],
      ["keyword_queries.ts", "--dataset", "sample", "--provider", word],
      ["keyword_queries.ts", "--dataset", "sample", "--question-id", word],
    ]
  ) {
    const cache = ["runs/", "runs/ncbi_cache.sqlite"];
    const { code, stderr } = await folder.run(script!, args, { change: cache });
    assert([1, 2].includes(code), `${script} ${JSON.stringify(args)}: ${code}`);
    assertOneError(stderr);
  }
});

Deno.test("a manifest cannot lead out of its folder, whatever it calls its files", async () => {
  await using folder = await makeFolder();
  const manifest = JSON.parse(
    await Deno.readTextFile(
      new URL("../data/sample/manifest.json", import.meta.url),
    ),
  );
  const paths = [
    "../../escaped",
    `${folder.path}/escaped`,
    "a/../../escaped",
    "..",
    "",
    NASTY,
    "a\\..\\b",
  ];
  for (const path of paths) {
    for (const artifact of ["questions", "results"]) {
      const hostile = {
        ...manifest,
        dataset: NASTY,
        title: NASTY,
        base_url: "https://127.0.0.1:1/",
        artifacts: {
          ...manifest.artifacts,
          [artifact]: { ...manifest.artifacts[artifact], path },
        },
      };
      await Deno.mkdir(join(folder.path, "set"), { recursive: true });
      await Deno.writeTextFile(join(folder.path, "set/manifest.json"), JSON.stringify(hostile));
      const { code, stderr } = await folder.run("score.ts", ["--dataset", "set"]);
      assertEquals(code, 1);
      assertOneError(stderr);
    }
  }
});

Deno.test("keyword_queries: hostile ids, providers and models", async () => {
  await using folder = await makeFolder();
  const all = ids(folder.path);
  await folder.write(
    "questions.jsonl",
    all.map((id, at) => question(id, at, at % 2 ? NASTY : "x")),
  );
  const rows = await folder.run("keyword_queries.ts", ["--input", "questions.jsonl"]);
  assertEquals(rows.code, 0, rows.stderr);
  assertEquals(
    rows.stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line).question_id),
    all,
  );
  const summary = await folder.run("keyword_queries.ts", [
    "--input",
    "questions.jsonl",
    "--summary",
  ]);
  assertEquals(summary.code, 0);
  assertEquals(typeof JSON.parse(summary.stdout), "object");
});

Deno.test("resolve_pmcids: hostile rows and a hostile NCBI", async () => {
  await using folder = await makeFolder();
  const all = ids(folder.path);
  const rows = all.map((id) => ({
    ...result(id, 1, NASTY),
    candidates: [
      { rank: 1, pmid: null, pmcid: "PMC12", doi: NASTY, title: NASTY, year: null, url: NASTY },
      { rank: 2, pmid: null, pmcid: NASTY, doi: null, title: "../../escaped", year: null },
      { rank: 3, pmid: "77", pmcid: null, doi: null, title: LONG, year: null },
    ],
  }));
  await folder.write("run.jsonl", rows);
  await using server = startNcbiServer({
    pmc: { PMC12: { pmid: 34, doi: NASTY, pmcid: NASTY } },
    summaries: { 34: { pubdate: NASTY, epubdate: "../../escaped" }, 77: { error: NASTY } },
  });
  const run = (email: string) =>
    folder.run("resolve_pmcids.ts", [
      ...["--results", "run.jsonl", "--dataset", "sample", "--cache", "cache.sqlite"],
      ...["--email", email, "--year-cutoff", "always"],
    ], {
      change: ["run.resolved.jsonl", "cache.sqlite"],
      env: server.env,
    });
  const { code, stderr } = await run("me@example.org");
  assertEquals(code, 0, stderr);
  server.faults.idconv.push({ status: 403, body: NASTY });
  await folder.write("run.jsonl", [{
    ...rows[0],
    candidates: [{ rank: 1, pmid: null, pmcid: "PMC99", doi: null, title: "t", year: null }],
  }]);
  const refused = await run("me@example.org");
  assertStringIncludes(refused.stderr, "403");
});
