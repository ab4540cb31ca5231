/**
 * resolve_pmcids.ts as people run it. Kills are a few by default; KILL_RUNS=50
 * for the full count.
 */
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { delay } from "@std/async/delay";
import { join } from "@std/path";
import type { Candidate, Question, ResultRow } from "../lib/benchmark/records.ts";
import { NcbiCache } from "../lib/ncbi/cache.ts";
import { providers } from "../lib/providers/registry.ts";
import { type NcbiServer, startNcbiServer } from "./fakes/ncbi_server.ts";
import { startProviderServer } from "./fakes/provider_server.ts";
import { ROOT, runScript, startScript } from "./support/run_script.ts";

const script = "resolve_pmcids.ts";
const KILLS = Number(Deno.env.get("KILL_RUNS") ?? 4);

interface Folder extends AsyncDisposable {
  path: (name: string) => string;
  /** Runs the script on `run.jsonl` with a cache of its own. */
  resolve: (args?: string[], env?: Record<string, string>) => ReturnType<typeof runScript>;
}

async function makeFolder(server: NcbiServer, rows: unknown[] = []): Promise<Folder> {
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

function argumentsFor(path: (name: string) => string, args: string[]): string[] {
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

const row = (id: string, candidates: Record<string, unknown>[], provider = "brave") => ({
  question_id: id,
  provider,
  query: "q",
  max_year: 2015,
  candidates: candidates.map((candidate, index) => ({ rank: index + 1, ...candidate })),
});

async function candidatesOf(path: string): Promise<Candidate[][]> {
  const text = await Deno.readTextFile(path);
  return text.trimEnd().split("\n").map((line) => (JSON.parse(line) as ResultRow).candidates);
}

Deno.test("the providers that cannot filter years are those of the published comparison", () => {
  const late = providers.filter(({ filtersYear }) => !filtersYear).map(({ name }) => name);
  assertEquals(late.toSorted(), ["brave", "parallel", "perplexity"]);
});

/*
 * Two questions of the sample, asked at a fake Brave. P stands for a page on
 * PubMed, C for one on PMC; G1 to G5 and H1 to H3 are the gold papers.
 *
 * First question (five gold papers, cutoff 2014), as Brave lists it:
 *   1 G1 C · 2 G1 P · 3-9 seven later papers C · 10-11 two PMCIDs that NCBI does not know C
 *   12 G2 C · 13-20 eight other papers P (one without a year) · next page: 21 G1 C again
 *   22 G3 C · 23 G4 P · 24 G5 C, of 2015 by its issue date and of 2014 by its electronic one
 * Second question (three gold papers, cutoff 2017, nothing later):
 *   1 E P · 2 E C · 3 F P · 4 F C · 5-10 six others P · 11 H1 C · 12 H2 P · 13-20 eight others P
 *   next page: 21 H1 P · 22 H3 C, whose PMCID NCBI does not know
 *
 * Ranks of the gold papers afterwards:
 *   cut, collapsed:  G1 1, G2 4, G3 13, G4 14, no G5   H1 9, H2 10
 *   cut, repeats:    G1 1, G2 5, G3 15, G4 16, no G5   H1 11, H2 12
 *   uncut, collapsed: G1 1, G2 11, G3 20, G4 21, G5 22 H1 9, H2 10
 *   uncut, repeats:  G1 1, G2 12, G3 22, G4 23, G5 24  H1 11, H2 12
 *   unresolved:      G1 2, G4 23                       H2 12, H1 21
 * so that found at 10, 20 and 50 is, of five and of three:
 *   cut, collapsed:   2 4 4 and 2 2 2
 *   cut, repeats:     2 4 4 and 0 2 2
 *   uncut, collapsed: 1 3 5 and 2 2 2
 *   uncut, repeats:   1 2 5 and 0 2 2
 *   unresolved:       1 1 2 and 0 1 2
 * and macro recall the mean of the two shares. With --year-field epubdate G5
 * stays, at rank 15 of the collapsed list: 2 5 5 and 2 2 2.
 */
const EXPECTED: [name: string, args: string[] | null, found: [number[], number[]]][] = [
  ["auto", [], [[2, 4, 4], [2, 2, 2]]],
  ["auto with repeats", ["--keep-duplicates"], [[2, 4, 4], [0, 2, 2]]],
  ["never", ["--year-cutoff", "never"], [[1, 3, 5], [2, 2, 2]]],
  [
    "never with repeats",
    ["--year-cutoff", "never", "--keep-duplicates"],
    [[1, 2, 5], [0, 2, 2]],
  ],
  ["by epubdate", ["--year-field", "epubdate"], [[2, 5, 5], [2, 2, 2]]],
  ["not resolved", null, [[1, 1, 2], [0, 1, 2]]],
];

Deno.test("search, resolve, score: the recall worked out by hand for each rule", async () => {
  const questions = (await Deno.readTextFile(`${ROOT}data/sample/questions.jsonl`))
    .split("\n").slice(0, 2).map((line) => JSON.parse(line) as Question);
  const gold = questions.map((question) => question.gold.map(({ pmid }) => pmid!));
  assertEquals(gold.map((pmids) => pmids.length), [5, 3]);
  const [G, H] = gold as [string[], string[]];

  const pmids = new Map<string, string>();
  const candidate = (title: string, ids: Partial<Candidate>): Candidate => ({
    rank: 0,
    provider_id: null,
    pmid: null,
    doi: null,
    title: `Made-up page title, ${title}`,
    year: null,
    ...ids,
  });
  const onPubMed = (pmid: string) => candidate(`P${pmid}`, { pmid });
  const onPmc = (pmid: string) => {
    pmids.set(`PMC${pmid}`, pmid);
    return candidate(`C${pmid}`, { pmcid: `PMC${pmid}` });
  };
  const unknown = (number: number) => candidate(`C${number}`, { pmcid: `PMC${number}` });
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(from + index));
  const later = others(90_000_001, 7);
  const lists = [
    [
      onPmc(G[0]!),
      onPubMed(G[0]!),
      ...later.map(onPmc),
      unknown(99_000_001),
      unknown(99_000_002),
      onPmc(G[1]!),
      ...others(1001, 8).map(onPubMed),
      onPmc(G[0]!),
      onPmc(G[2]!),
      onPubMed(G[3]!),
      onPmc(G[4]!),
    ],
    [
      onPubMed("2001"),
      onPmc("2001"),
      onPubMed("2002"),
      onPmc("2002"),
      ...others(2003, 6).map(onPubMed),
      onPmc(H[0]!),
      onPubMed(H[1]!),
      ...others(2011, 8).map(onPubMed),
      onPubMed(H[0]!),
      unknown(99_000_003),
    ],
  ];

  await using brave = await startProviderServer({
    questions,
    rank: (question) => lists[questions.indexOf(question)] ?? [],
  });
  await using ncbi = startNcbiServer({
    pmc: (id) => {
      const pmid = pmids.get(id);
      return pmid === undefined ? undefined : { pmid: Number(pmid) };
    },
    summaries: (pmid) =>
      pmid === "1001"
        ? undefined
        : pmid === G[4]
        ? { pubdate: "2015 Jan", epubdate: "2014 Dec 20", sortpubdate: "2015/01/01 00:00" }
        : { pubdate: later.includes(pmid) ? "2020 Winter" : "2010 May-Jun" },
  });
  await using folder = await makeFolder(ncbi);
  const search = await runScript(
    "search.ts",
    ["brave", "--dataset=sample", "--limit=2", "--rate=1000", "--output", folder.path("run.jsonl")],
    { env: { BRAVE_API_KEY: "made-up-key", BRAVE_BASE_URL: brave.baseUrlFor("brave") } },
  );
  assertEquals(search.code, 0, search.stderr);
  assertEquals((await candidatesOf(folder.path("run.jsonl"))).map((list) => list.length), [24, 22]);

  for (const [name, args, [first, second]] of EXPECTED) {
    let file = folder.path("run.jsonl");
    if (args !== null) {
      const resolved = await folder.resolve(args);
      assertEquals(resolved.code, 0, resolved.stderr);
      file = folder.path("run.resolved.jsonl");
    }
    const score = await runScript("score.ts", ["--dataset=sample", "--results", file, "--json"]);
    assertEquals(score.code, 0, score.stderr);
    assertEquals(score.stderr.includes("does not seem to be resolved"), args === null, name);
    const report = JSON.parse(score.stdout);
    assertEquals([report.num_scored_questions, report.total_gold], [2, 8], name);
    [10, 20, 50].forEach((cutoff, at) => {
      const macro = (first[at]! / 5 + second[at]! / 3) / 2;
      assertAlmostEquals(report.macro_recall[cutoff], macro, 1e-12, `${name}, macro @${cutoff}`);
      const micro = (first[at]! + second[at]!) / 8;
      assertAlmostEquals(report.micro_recall[cutoff], micro, 1e-12, `${name}, micro @${cutoff}`);
    });
  }
  // 24 and 22 results; the eighth later one is G5.
  const { stdout } = await folder.resolve(["--json", "--quiet", "--dataset=sample"]);
  const summary = JSON.parse(stdout);
  assertEquals(summary.candidates, { before: 46, after: 33 });
  assertEquals([summary.years.dropped, summary.years.unknown, summary.collapsed], [8, 4, 5]);
  assertEquals(summary.pmcids, {
    wanted: 17,
    asked: 17,
    found: 14,
    missing: 3,
    not_cached: 0,
    malformed: 0,
  });
  assertEquals(summary.gold, {
    questions: 2,
    total: 8,
    found_before: 4,
    found: 7,
    kept: 6,
    dropped: 1,
    dropped_by_year: 1,
    lost_in_collapse: 0,
  });
  // Everything was asked in the first of the runs.
  assertEquals(ncbi.calls.map(({ service }) => service), ["idconv", "esummary"]);
});

Deno.test("a failed question is still known as failed when the resolved file is scored", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server, [row("sample:001", [{ pmid: "1" }])]);
  const failure = { question_id: "sample:002", provider: "brave", query: "q", error: "no answer" };
  await Deno.writeTextFile(
    folder.path("run.failures.jsonl"),
    `${JSON.stringify({ ...failure, status: null, retryable: true, response: "" })}\n`,
  );
  assertEquals((await folder.resolve()).code, 0);
  const resolved = folder.path("run.resolved.jsonl");
  const score = await runScript("score.ts", ["--dataset=sample", "--json", "--results", resolved]);
  assertEquals(JSON.parse(score.stdout).failed_question_ids, ["sample:002"]);
});

Deno.test("figures: on stderr for people, on stdout as JSON on demand, quiet on demand", async () => {
  await using server = startNcbiServer({
    pmc: { PMC1: { pmid: 11 } },
    summaries: { "11": { pubdate: "2010" } },
  });
  await using folder = await makeFolder(server, [row("a", [{ pmcid: "PMC1" }])]);
  const plain = await folder.resolve();
  assertEquals([plain.code, plain.stdout], [0, ""]);
  assertMatch(plain.stderr, /^PMCIDs +1 wanted, 1 found, 0 missing$/m);
  assertMatch(plain.stderr, /^Calls +1 to the ID Converter, 1 to esummary$/m);
  assertStringIncludes(plain.stderr, folder.path("run.resolved.jsonl"));
  const quiet = await folder.resolve(["--quiet", "--json"]);
  assertEquals([quiet.code, quiet.stderr], [0, ""]);
  const summary = JSON.parse(quiet.stdout);
  assertEquals(
    [summary.year_cutoff, summary.year_field, summary.keep_duplicates, summary.offline],
    ["auto", "pubdate", false, false],
  );
  assertEquals(summary.calls, { idconv: 0, esummary: 0 });
});

Deno.test("a wrong command line exits with 2, a wrong file with 1, each in one line", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server, [row("a", [])]);
  const cases: [args: string[], code: number, message: RegExp][] = [
    [["--email", "me@example"], 2, /it was given before/],
    [["--year-cutoff", "sometimes"], 2, /auto, always, never/],
    [["--year-feild", "pubdate"], 2, /did you mean --year-field/],
    [["--output", folder.path("run.jsonl")], 1, /Cannot write .*run\.jsonl/],
    [["--output", folder.path("cache.sqlite")], 1, /Cannot write .*cache\.sqlite/],
    [["--dataset", "smaple"], 1, /Did you mean "sample"/],
    [["--output", folder.path("cache.sqlite-wal")], 1, /Cannot write .*cache\.sqlite-wal/],
    [["--output", folder.path("cache.sqlite-journal")], 1, /Cannot write .*cache\.sqlite-journal/],
    [["--output", folder.path("run.jsonl/below/a/file.jsonl")], 1, /file\.jsonl/],
  ];
  for (const [args, code, message] of cases) {
    const result = await folder.resolve(args);
    assertEquals([result.code, result.stdout], [code, ""], args.join(" "));
    assertMatch(result.stderr, new RegExp(`^error: [^\\n]*${message.source}[^\\n]*\\n$`));
  }
  for (const email of ["", "me", "me@example", "a b@example.org", "a@b.org,c@d.org"]) {
    const { code, stderr } = await runScript(script, ["--results=x", `--email=${email}`]);
    assertEquals(code, 2, email);
    assertStringIncludes(stderr, "--email");
  }
  const none = await runScript(script, ["--results", folder.path("run.jsonl")]);
  assertEquals(none.code, 2);
  assertStringIncludes(none.stderr, "--email");
  assertEquals((await runScript(script, ["--email=me@example.org"])).code, 2);
  assertEquals(server.calls, []);
});

Deno.test("the key goes to the E-utilities only, and into no output", async () => {
  const key = "k-0123456789-made-up";
  await using server = startNcbiServer({
    pmc: { PMC1: { pmid: 11 } },
    summaries: { "11": { pubdate: "2010" } },
  });
  await using folder = await makeFolder(server, [row("a", [{ pmcid: "PMC1" }])]);
  server.faults.esummary = [{ status: 403, body: `forbidden for api_key=${key}` }];
  const refused = await folder.resolve([], { NCBI_API_KEY: key });
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "403");
  const good = await folder.resolve(["--json"], { NCBI_API_KEY: key });
  assertEquals(good.code, 0, good.stderr);
  assertEquals(
    server.calls.map(({ service, params }) => [service, params.api_key]),
    [["idconv", undefined], ["esummary", key], ["esummary", key]],
  );
  for (const text of [refused.stderr, good.stderr, good.stdout]) assert(!text.includes(key), text);
  for (const { name } of Deno.readDirSync(folder.path("."))) {
    const bytes = await Deno.readFile(folder.path(name));
    assert(!new TextDecoder("latin1").decode(bytes).includes(key), name);
  }
});

Deno.test("a result file that is not there is told as such, not as a permission to write beside it", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server);
  const output = await Deno.makeTempDir();
  const permissions = ["--allow-read", `--allow-write=${output}`];
  for (const [name, reason] of [["none.jsonl", "there is no such file"], [".", "a directory"]]) {
    const path = folder.path(name!);
    const { code, stderr } = await runScript(script, ["--results", path, "--offline"], {
      permissions,
      cwd: output,
    });
    assertEquals(code, 1);
    assertStringIncludes(stderr, `error: ${path}: cannot be read: `);
    assertStringIncludes(stderr, reason!);
  }
  await Deno.remove(output, { recursive: true });
});

Deno.test("only NCBI's two hosts: another base URL needs another grant, plain http a loopback address", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server, [row("a", [{ pmcid: "PMC1" }])]);
  const elsewhere = await folder.resolve([], {
    PMC_IDCONV_BASE_URL: "https://mirror.example.org/idconv",
  });
  assertEquals(elsewhere.code, 1);
  assertMatch(elsewhere.stderr, /^error: [^\n]*deno run .*--allow-net=[^ ]*mirror\.example\.org/m);
  const plain = await folder.resolve([], { PMC_IDCONV_BASE_URL: "http://mirror.example.org/x" });
  assertEquals(plain.code, 1);
  assertMatch(
    plain.stderr,
    /^error: Cannot use PMC_IDCONV_BASE_URL, http:\/\/mirror\.example\.org: .*https/,
  );
  const none = await folder.resolve([], { NCBI_EUTILS_BASE_URL: "eutils" });
  assertEquals(none.code, 1);
  assertMatch(none.stderr, /^error: Cannot use NCBI_EUTILS_BASE_URL: it is no address/);
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  assertStringIncludes(
    tasks.resolve_pmcids.command,
    " --allow-net=pmc.ncbi.nlm.nih.gov,eutils.ncbi.nlm.nih.gov resolve_pmcids.ts",
  );
});

Deno.test("offline it asks nothing and says what it does not know, quiet or not", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 } } });
  await using folder = await makeFolder(server, [
    row("a", [{ pmcid: "PMC1" }, { pmcid: "PMC2" }], "exa"),
  ]);
  const absent = await folder.resolve(["--offline"]);
  assertEquals(absent.code, 1);
  assertMatch(
    absent.stderr,
    /^error: .*cache\.sqlite: there is no cache .* of 2 ids; check --cache/,
  );
  await assertRejects(() => Deno.stat(folder.path("cache.sqlite")), Deno.errors.NotFound);

  {
    using cache = await NcbiCache.open(folder.path("cache.sqlite"));
    cache.keepPmids([1], new Map([[1, 11]]));
  }
  const { code, stderr } = await folder.resolve(["--offline"]);
  assertEquals(code, 0, stderr);
  assertMatch(stderr, /^PMCIDs +2 wanted, 1 found, 0 missing, 1 not in the cache$/m);
  assertMatch(stderr, /^Year cutoff +not applied$/m);
  assertMatch(
    stderr,
    /^List length +2 \(2-2\); after the collapse 2 \(2-2\) \(median, quartiles\)$/m,
  );
  const quiet = await folder.resolve(["--offline", "--quiet"]);
  assertMatch(
    quiet.stderr,
    /^notice: not in .*cache\.sqlite: 1 PMCID and the years of 0 PMIDs; .*\n$/,
  );
  assertEquals(server.calls, []);
});

Deno.test("offline, a cache that may only be read is enough", async () => {
  await using server = startNcbiServer();
  await using cacheFolder = await makeFolder(server);
  await using folder = await makeFolder(server, [row("a", [{ pmcid: "PMC1" }])]);
  const cachePath = cacheFolder.path("cache.sqlite");
  {
    using cache = await NcbiCache.open(cachePath);
    cache.keepPmids([1], new Map());
  }
  const args = ["--results", folder.path("run.jsonl"), "--cache", cachePath, "--offline"];
  const permissions = ["--allow-read", `--allow-write=${folder.path(".")}`];
  const offline = await runScript(script, args, { permissions, cwd: folder.path(".") });
  assertEquals(offline.code, 0, offline.stderr);
  assertEquals([...Deno.readDirSync(cacheFolder.path("."))].map(({ name }) => name), [
    "cache.sqlite",
  ]);
  // Online it is written: what is missing is named, and no folder above it.
  const online = await runScript(script, [...args.slice(0, 4), "--email=me@example.org"], {
    permissions: [...permissions, "--allow-env"],
    cwd: folder.path("."),
  });
  assertEquals(online.code, 1);
  assertStringIncludes(online.stderr, cacheFolder.path(""));
  assert(!/--allow-write=\S*,?\/tmp(,|\s)/.test(online.stderr), online.stderr);
});

Deno.test("a cutoff that is left out is told, where the provider has none of its own", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server, [row("a", [])]);
  const brave = await folder.resolve(["--year-cutoff", "never", "--quiet"]);
  assertMatch(
    brave.stderr,
    /^notice: Brave cannot leave out papers later than .* they are kept\n$/,
  );
  await Deno.writeTextFile(folder.path("run.jsonl"), JSON.stringify(row("a", [], "exa")));
  assertEquals((await folder.resolve(["--year-cutoff", "never", "--quiet"])).stderr, "");
});

const onUnix = Deno.build.os !== "windows";

Deno.test(
  "the results come from a file, not a pipe; the output may be a pipe",
  { ignore: !onUnix },
  async () => {
    await using server = startNcbiServer();
    await using folder = await makeFolder(server, [row("a", [{ pmid: "1" }])]);
    const pipe = folder.path("pipe.jsonl");
    assertEquals((await new Deno.Command("mkfifo", { args: [pipe] }).output()).code, 0);

    const from = await folder.resolve(["--output", folder.path("x.jsonl"), "--quiet"]);
    assertEquals(from.code, 0, from.stderr);
    const fromPipe = await runScript(script, [
      ...["--results", pipe, "--cache", folder.path("cache.sqlite"), "--email=me@example.org"],
    ]);
    assertEquals(fromPipe.code, 1);
    assertMatch(
      fromPipe.stderr,
      /^error: .*pipe\.jsonl: cannot be resolved: it is read twice; save/,
    );

    const reader = new Deno.Command("cat", { args: [pipe], stdout: "piped" }).spawn();
    const toPipe = await folder.resolve(["--output", pipe, "--quiet"]);
    assertEquals(toPipe.code, 0, toPipe.stderr);
    assertEquals(
      new TextDecoder().decode((await reader.output()).stdout),
      await Deno.readTextFile(folder.path("x.jsonl")),
    );

    // Nobody reads it: it waits, and a signal ends it.
    const cache = folder.path("another.sqlite");
    const waiting = startScript(
      script,
      ["--results", folder.path("run.jsonl"), "--cache", cache, "--email=me@example.org"].concat(
        ["--output", pipe],
      ),
      { env: server.env },
    );
    const output = waiting.output();
    // The cache is made when signals are listened to already.
    while (!await Deno.stat(cache).then(() => true, () => false)) await delay(20);
    await delay(300);
    waiting.kill("SIGTERM");
    const { code, stderr } = await output;
    assertEquals(code, 130, new TextDecoder().decode(stderr));
  },
);

/** A run of many questions, and a server slow enough to be interrupted. */
function longRun() {
  const rows = Array.from({ length: 60 }, (_, question) =>
    row(
      `q${question}`,
      Array.from({ length: 50 }, (_, index) => ({
        pmid: null,
        pmcid: `PMC${(question * 50 + index) % 1400 + 1}`,
        title: `Paper ${index}`,
      })),
    ));
  const server = startNcbiServer({
    pmc: (id) => Number(id.slice(3)) % 7 === 0 ? undefined : { pmid: 1000 + Number(id.slice(3)) },
    summaries: (pmid) => ({ pubdate: String(2010 + Number(pmid) % 10) }),
  });
  return { rows, server };
}

Deno.test(`killed ${KILLS} times in the middle, the output is the same bytes`, async () => {
  const { rows, server } = longRun();
  await using _ = server;
  await using calm = await makeFolder(server, rows);
  // A key makes the pace ten a second; without one this test would wait for nothing else.
  const env = { NCBI_API_KEY: "made-up" };
  assertEquals((await calm.resolve([], env)).code, 0);
  const expected = await Deno.readTextFile(calm.path("run.resolved.jsonl"));
  const undisturbed = server.calls.length;

  await using folder = await makeFolder(server, rows);
  server.calls.length = 0;
  const args = argumentsFor(folder.path, ["--quiet"]);
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startScript(script, args, { env: { ...server.env, ...env } });
    const output = child.output();
    // Spread over a whole run: at its start, in the look-ups, while the output is written.
    await delay(50 + kill * 2500 / KILLS);
    try {
      child.kill("SIGKILL");
    } catch {
      // It was through already.
    }
    await output;
  }
  const { code, stderr } = await folder.resolve([], env);
  assertEquals(code, 0, stderr);
  assertEquals(await Deno.readTextFile(folder.path("run.resolved.jsonl")), expected);
  // What was answered is kept, so each kill costs the calls in flight and no others.
  assert(server.calls.length <= undisturbed + KILLS * 8, `${server.calls.length} calls`);
});

Deno.test("Ctrl+C ends it with 130 and no output; the next run goes on from there", async () => {
  const { rows, server } = longRun();
  await using _ = server;
  await using folder = await makeFolder(server, rows);
  const inFlight = Promise.withResolvers<void>();
  server.before = () => {
    if (server.calls.length === 3) inFlight.resolve();
  };
  const child = startScript(script, argumentsFor(folder.path, []), { env: server.env });
  const output = child.output();
  await inFlight.promise;
  child.kill("SIGINT");
  const { code, stderr } = await output;
  assertEquals(code, 130);
  assertStringIncludes(new TextDecoder().decode(stderr), "run the same command again");
  const names = [...Deno.readDirSync(folder.path("."))].map(({ name }) => name);
  assertEquals(names.filter((name) => name.includes("resolved")), []);

  server.before = () => {};
  const first = new Set(server.calls.slice(0, 2).flatMap(({ ids }) => ids));
  const before = server.calls.length;
  assertEquals((await folder.resolve([], { NCBI_API_KEY: "made-up" })).code, 0);
  const again = server.calls.slice(before).filter(({ ids }) => ids.some((id) => first.has(id)));
  assertEquals(again, []);
});

Deno.test("two runs at once share a cache without harm", async () => {
  const { rows, server } = longRun();
  await using _ = server;
  await using folder = await makeFolder(server, rows);
  const env = { NCBI_API_KEY: "made-up" };
  const runs = await Promise.all([
    folder.resolve(["--output", folder.path("one.jsonl")], env),
    folder.resolve(["--output", folder.path("two.jsonl")], env),
  ]);
  for (const { code, stderr } of runs) assertEquals(code, 0, stderr);
  assertEquals(
    await Deno.readTextFile(folder.path("one.jsonl")),
    await Deno.readTextFile(folder.path("two.jsonl")),
  );
});
