/** What each task touches, by Deno's permission audit log, against docs/sandbox.md. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { defaultHostOf } from "../lib/runner/provider_access.ts";
import type { HttpProvider } from "../lib/providers/provider.ts";
import { findProvider, providers } from "../lib/providers/registry.ts";
import { ArtifactServer } from "./fakes/artifact_server.ts";
import { startNcbiServer } from "./fakes/ncbi_server.ts";
import { startProviderServer } from "./fakes/provider_server.ts";
import { grantRows, PAGE, readGrantRows, readPromises, unpromised } from "./sandbox/documented.ts";
import { makeScene, type Scene, type SceneRun } from "./sandbox/scene.ts";
import { parseAudit } from "./sandbox/audited_task.ts";
import { scriptTasks } from "./sandbox/tasks.ts";
import { canTrace, runTraced } from "./sandbox/traced.ts";
import { KEY, makeQuestions, papersFor } from "./search_process.ts";
import { ROOT } from "./support/run_script.ts";
import { pinSmallBioasq } from "./support/small_bioasq.ts";

const page = await Deno.readTextFile(PAGE);
const promises = readPromises(page);
const jsonl = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Asserts that a run touched what its task promises, and only variables it is granted. */
function assertKept(
  { accesses }: SceneRun,
  scene: Scene,
  task: string,
  names: Readonly<Record<string, string>> = {},
): void {
  const promised = promises.get(task.split(":")[0]!);
  assert(promised, `${PAGE} tells of ${task}`);
  assertEquals(unpromised(accesses, promised, scene.program, names), []);
  const { env } = scriptTasks().get(task)!.grants;
  assertEquals([...accesses.env].filter((name) => !env?.includes(name)), []);
  assertEquals([...accesses.other], []);
}

Deno.test("the page tells what deno.json grants, and names every task", () => {
  const tasks = [...scriptTasks().values()];
  assertEquals(tasks.length, 4 + providers.length);
  assertEquals(readGrantRows(page), grantRows(tasks));
  const all: Record<string, unknown> = JSON.parse(
    Deno.readTextFileSync(join(ROOT, "deno.json")),
  ).tasks;
  assertEquals(Object.keys(all).filter((name) => !page.includes(`\`${name}\``)), []);
});

Deno.test("an audit log is read for what it says", () => {
  const line = (permission: string, value: string) =>
    JSON.stringify({ v: 1, datetime: "2026-01-01T00:00:00Z", permission, value });
  const log = [
    line("read", "a"),
    line("write", "a"),
    line("write", "b"),
    line("net", "https://example.org/path?key=made-up"),
    line("run", "ls"),
  ].join("\n");
  const { read, write, net, other } = parseAudit(log, "/p");
  assertEquals([[...read], [...write]], [["/p/a"], ["/p/b"]]);
  assertEquals([[...net], [...other]], [["https://example.org"], ["run ls"]]);
  const promised = { read: ["a"], write: ["NAME.*"] };
  const stray = { read: new Set(["/p/a", "/etc/passwd"]), write: new Set(["/p/run.x", "/p/a"]) };
  assertEquals(unpromised(stray, promised, "/p", { NAME: "/p/run" }), [
    "read /etc/passwd",
    "write /p/a",
  ]);
});

Deno.test("score with its artifacts present opens no socket and writes only what it was told", async () => {
  await using scene = await makeScene();
  await pinSmallBioasq(scene.program);
  const plain = await scene.run("score");
  assertEquals([plain.code, plain.stderr], [0, ""]);
  assertStringIncludes(plain.stdout, "reproduces the published result: yes");
  assertKept(plain, scene, "score");
  assertEquals([[...plain.accesses.net], plain.changed], [[], []]);

  const outputs = ["gold.qrels", "page.html", "report.json", "rows.jsonl", "run.trec"];
  const output = join(scene.folder, "out");
  await Deno.mkdir(output);
  const told = await scene.run("score", [
    "--dataset=sample",
    `--export-qrels=${output}/gold.qrels`,
    `--report=${output}/page.html`,
    `--output=${output}/report.json`,
    `--per-question=${output}/rows.jsonl`,
    `--export-run=${output}/run.trec`,
    "--resamples=200",
  ]);
  assertEquals(told.code, 0, told.stderr);
  assertKept(told, scene, "score", {
    DATASET: join(scene.program, "data/sample"),
    OUTPUT: `${output}/`,
    FOLDER: output,
  });
  assertEquals([[...told.accesses.net], told.changed], [
    [],
    outputs.map((name) => `out/${name}`),
  ]);
});

Deno.test("score without its artifacts asks one host, and keeps nothing but them", async () => {
  await using scene = await makeScene();
  const files = await pinSmallBioasq(scene.program);
  for (const path of Object.keys(files)) await Deno.remove(join(scene.program, path));
  await using server = new ArtifactServer(files);
  const { origin, host } = new URL(server.baseUrl);
  const run = await scene.run("score", ["--quiet"], {
    env: { ARTIFACT_BASE_URL: server.baseUrl },
    hosts: { "raw.githubusercontent.com": host },
  });
  assertEquals(run.code, 0, run.stderr);
  assertStringIncludes(run.stdout, "reproduces the published result: yes");
  assertKept(run, scene, "score");
  assertEquals([...run.accesses.net].filter((to) => to !== origin && to !== host), []);
  assertEquals(run.changed, Object.keys(files).map((path) => `program/${path}`));
});

Deno.test("keyword_queries and search download their questions and keep nothing but them", async () => {
  await using scene = await makeScene();
  const files = await pinSmallBioasq(scene.program);
  await using artifacts = new ArtifactServer(files);
  const path = "data/bioasq.jsonl";
  const { origin, host } = new URL(artifacts.baseUrl);
  const from = {
    env: { ARTIFACT_BASE_URL: artifacts.baseUrl },
    hosts: { "raw.githubusercontent.com": host },
  };
  await Deno.remove(join(scene.program, path));
  const queries = await scene.run("keyword_queries", ["--summary", "--quiet"], from);
  assertEquals(queries.code, 0, queries.stderr);
  assertKept(queries, scene, "keyword_queries");
  assertEquals([...queries.accesses.net].filter((to) => to !== origin && to !== host), []);
  assertEquals(queries.changed, [`program/${path}`]);

  await Deno.remove(join(scene.program, path));
  const questions = new TextDecoder().decode(files[path]).trim().split("\n")
    .map((line) => JSON.parse(line));
  await using server = await startProviderServer({ questions, rank: () => [] });
  const at = searchAt(findProvider("elicit") as HttpProvider, server);
  const run = await scene.run("search", ["elicit", "--limit=1", "--rate=1000", "--quiet"], {
    env: { ...at.env, ...from.env },
    hosts: { ...at.hosts, ...from.hosts },
  });
  assertEquals(run.code, 0, run.stderr);
  assertKept(run, scene, "search", { NAME: join(scene.program, "runs/elicit") });
  assertEquals(
    run.changed.filter((changed) => !changed.startsWith("program/runs/")),
    [`program/${path}`],
  );
});

for (const provider of providers) {
  Deno.test(`search:${provider.name} talks to ${provider.kind === "http" ? "one host" : "nobody"} and writes to runs`, async () => {
    await using scene = await makeScene();
    const questions = makeQuestions(2);
    await Deno.writeTextFile(join(scene.program, "questions.jsonl"), jsonl(questions));
    await using server = await startProviderServer({
      questions,
      rank: (question) => papersFor(question, 12),
    });
    const task = `search:${provider.name}`;
    const run = await (provider.kind === "local"
      ? scene.run(task, ["--dataset=sample", "--limit=2"])
      : scene.run(task, searchArgs(provider), searchAt(provider, server)));
    assertEquals([run.code, run.stderr], [0, ""]);
    const sample = join(scene.program, "data/sample");
    assertKept(run, scene, task, {
      INPUT: join(scene.program, "questions.jsonl"),
      DATASET: sample,
      NAME: join(scene.program, `runs/${provider.name}`),
    });
    const { origin, host } = new URL(server.url);
    assertEquals(
      [...run.accesses.net].filter((to) =>
        to !== origin && to !== host
      ),
      [],
    );
    assertEquals(run.accesses.net.size > 0, provider.kind === "http");
    const inRuns = ["", "failures.", "pages.", "run."]
      .map((part) => `program/runs/${provider.name}.${part}jsonl`);
    assertEquals(run.changed.filter((path) => !inRuns.includes(path)), ["program/runs/"]);
  });
}

Deno.test("the task that may ask every host asks the one", async () => {
  await using scene = await makeScene();
  const questions = makeQuestions(2);
  await Deno.writeTextFile(join(scene.program, "questions.jsonl"), jsonl(questions));
  await using server = await startProviderServer({
    questions,
    rank: (question) => papersFor(question, 12),
  });
  const provider = findProvider("exa") as HttpProvider;
  const run = await scene.run(
    "search",
    ["exa", ...searchArgs(provider)],
    searchAt(provider, server),
  );
  assertEquals([run.code, run.stderr], [0, ""]);
  assertKept(run, scene, "search", {
    INPUT: join(scene.program, "questions.jsonl"),
    NAME: join(scene.program, "runs/exa"),
  });
  const { origin, host } = new URL(server.url);
  assertEquals([...run.accesses.net].filter((to) => to !== origin && to !== host), []);
  assert(run.changed.every((path) => path.startsWith("program/runs/")), String(run.changed));
});

Deno.test("resolve_pmcids talks to NCBI, offline to nobody, and writes to runs", async () => {
  await using scene = await makeScene();
  const results = [{
    question_id: "q1",
    provider: "brave",
    query: "q",
    max_year: 2015,
    candidates: [{ rank: 1, pmid: null, pmcid: "PMC12", doi: null, title: "t", year: null }],
  }];
  await Deno.mkdir(join(scene.program, "runs"));
  await Deno.writeTextFile(join(scene.program, "runs/brave.jsonl"), jsonl(results));
  await using server = startNcbiServer({
    pmc: { PMC12: { pmid: 34 } },
    summaries: { 34: { pubdate: "2014 May" } },
  });
  const { origin, host } = new URL(server.env.NCBI_EUTILS_BASE_URL);
  const args = ["--results=runs/brave.jsonl", "--dataset=sample", "--quiet"];
  const names = {
    INPUT: join(scene.program, "runs/brave"),
    DATASET: join(scene.program, "data/sample"),
    OUTPUT: join(scene.program, "runs/brave.resolved.jsonl"),
  };
  const written = ["program/runs/brave.resolved.jsonl", "program/runs/ncbi_cache.sqlite"];

  const run = await scene.run("resolve_pmcids", [...args, "--email=me@example.org"], {
    env: { ...server.env, NCBI_API_KEY: KEY },
    hosts: { "eutils.ncbi.nlm.nih.gov": host, "pmc.ncbi.nlm.nih.gov": host },
  });
  assertEquals([run.code, run.stderr], [0, ""]);
  assertKept(run, scene, "resolve_pmcids", names);
  assertEquals([...run.accesses.net].filter((to) => to !== origin && to !== host), []);
  assert(run.accesses.net.size > 0);
  assertEquals(run.changed, written);

  const again = await scene.run("resolve_pmcids", [...args, "--offline"], { env: server.env });
  assertEquals([again.code, again.stderr], [0, ""]);
  assertKept(again, scene, "resolve_pmcids", names);
  assertEquals([...again.accesses.net], []);
  assertEquals(again.changed.filter((path) => !written.includes(path)), []);
});

Deno.test("keyword_queries opens no socket and writes only what it was told", async () => {
  await using scene = await makeScene();
  await pinSmallBioasq(scene.program);
  const plain = await scene.run("keyword_queries");
  assertEquals([plain.code, plain.stderr], [0, ""]);
  assertKept(plain, scene, "keyword_queries");
  assertEquals([[...plain.accesses.net], plain.changed], [[], []]);

  const told = await scene.run("keyword_queries", ["--output=runs/queries.jsonl"]);
  assertEquals([told.code, told.stderr], [0, ""]);
  assertKept(told, scene, "keyword_queries", {
    OUTPUT: join(scene.program, "runs/queries.jsonl"),
  });
  assertEquals([...told.accesses.net], []);
  assertEquals(told.changed, ["program/runs/", "program/runs/queries.jsonl"]);
  assertEquals(await Deno.readTextFile(join(scene.program, "runs/queries.jsonl")), plain.stdout);
});

Deno.test({
  name: "the kernel sees no network socket and no other written file either",
  ignore: !canTrace(),
  async fn() {
    await using scene = await makeScene();
    await pinSmallBioasq(scene.program);
    const runs = join(scene.program, "runs");
    const score = await runTraced(scene.program, "score", []);
    assertEquals(score, { code: 0, sockets: [], written: [] });
    const queries = await runTraced(scene.program, "keyword_queries", ["--summary"]);
    assertEquals(queries, { code: 0, sockets: [], written: [] });
    const local = await runTraced(scene.program, "search:local", ["--dataset=sample", "--limit=2"]);
    assertEquals([local.code, local.sockets], [0, []]);
    assert(local.written.includes(join(runs, "local.jsonl")));
    const resolve = await runTraced(scene.program, "resolve_pmcids", [
      ...["--results=runs/local.jsonl", "--dataset=sample", "--offline"],
    ]);
    assertEquals([resolve.code, resolve.sockets], [0, []]);
    assert(resolve.written.includes(join(runs, "local.resolved.jsonl")));
    const elsewhere = [...local.written, ...resolve.written]
      .filter((path) => path !== runs && !path.startsWith(`${runs}/`));
    assertEquals(elsewhere, []);
  },
});

Deno.test("an output where the task may not write is refused, and nothing is left there", async () => {
  await using scene = await makeScene();
  const outside = join(scene.folder, "outside.jsonl");
  for (
    const [task, ...args] of [
      ["search:local", "--dataset=sample", `--output=${outside}`],
      ["search:local", "--dataset=sample", "--output=runs/../../outside.jsonl"],
      ["keyword_queries", "--dataset=sample", `--output=${outside}`],
      ["resolve_pmcids", "--results=data/sample/results.jsonl", "--offline", `--output=${outside}`],
    ]
  ) {
    const { code, stderr, changed } = await scene.run(task!, args);
    assertEquals(code, 1, task);
    assertStringIncludes(stderr, "error: ");
    assertStringIncludes(stderr, "--allow-write=");
    assertEquals(changed.filter((path) => !path.startsWith("program/runs/")), [], task);
  }
});

function searchArgs({ settings }: HttpProvider): string[] {
  const has = (name: string) => settings.some((setting) => setting.name === name);
  return [
    "--input=questions.jsonl",
    "--rate=1000",
    ...has("index") ? ["--set=index=papers"] : [],
    ...has("email") ? ["--email=me@example.org"] : [],
  ];
}

function searchAt(
  provider: HttpProvider,
  server: { url: string; baseUrlFor(name: string): string },
) {
  const { key, baseUrl } = provider;
  return {
    env: {
      [baseUrl.variable]: server.baseUrlFor(provider.name),
      ...(key.place.kind === "none" ? {} : { [key.variable]: KEY }),
    },
    hosts: { [defaultHostOf(provider) ?? ""]: new URL(server.url).host },
  };
}
