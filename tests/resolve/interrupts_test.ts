/** Kills, Ctrl+C and company. Kills are a few by default; KILL_RUNS=50 for the full count. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { delay } from "@std/async/delay";
import { startNcbiServer } from "../fakes/ncbi_server.ts";
import { startScript } from "../support/run_script.ts";
import { argumentsFor, makeFolder, row, script } from "./scene.ts";

const KILLS = Number(Deno.env.get("KILL_RUNS") ?? 4);

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
