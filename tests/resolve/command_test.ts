/** resolve_pmcids.ts as people call it. */
import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { delay } from "@std/async/delay";
import { NcbiCache } from "../../lib/ncbi/cache.ts";
import { startNcbiServer } from "../fakes/ncbi_server.ts";
import { ROOT, runScript, startScript } from "../support/run_script.ts";
import { makeFolder, row, script } from "./scene.ts";

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
  // White space around a value, as a file with a line break gives it, is none of it.
  const good = await folder.resolve(["--json"], { NCBI_API_KEY: ` ${key}\n` });
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

Deno.test("permission for the results is enough to read them, whatever lies beside them", async () => {
  await using server = startNcbiServer();
  await using folder = await makeFolder(server, [row("a", [{ pmid: "1" }])]);
  await using out = await makeFolder(server);
  const permissions = [
    `--allow-read=${ROOT},${folder.path("run.jsonl")},${out.path(".")}`,
    `--allow-write=${out.path(".")}`,
  ];
  const args = ["--results", folder.path("run.jsonl"), "--output", out.path("x.jsonl")];
  const { code, stderr } = await runScript(script, [
    ...args,
    "--offline",
    "--year-cutoff=never",
    "--quiet",
  ], {
    permissions,
    cwd: out.path("."),
  });
  assertEquals(code, 0, stderr);
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
