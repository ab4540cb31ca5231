import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { delay } from "@std/async/delay";
import { ArtifactUnavailable } from "../../../lib/benchmark/artifacts/artifact_errors.ts";
import { PartialFile } from "../../../lib/benchmark/artifacts/partial_file.ts";
import { ArtifactServer } from "../../fakes/artifact_server.ts";
import { childCommand, runChild } from "./child.ts";
import { artifactOf, PATH, sampleBytes, Workplace } from "./workplace.ts";

const BYTES = sampleBytes(300_000);

Deno.test("two downloads at once: the second waits, says so, and takes the first one's file", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const load = () => place.load(artifact, server.baseUrl, { sleep: delay });
  assertEquals(await Promise.all([load(), load()]), [BYTES, BYTES]);
  assertEquals(server.requests.length, 1);
  assertEquals(place.notices.toSorted(), [
    `${PATH}: another process is downloading it; waiting for that one`,
    `${PATH}: downloading from 127.0.0.1:${server.port} (300 kB)`,
  ]);
  assertEquals(await place.names(), ["results.jsonl.gz"]);
});

Deno.test("two processes at once download once", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const { sha256 } = await artifactOf(BYTES);
  const command = childCommand(["-A"], [place.directory, server.baseUrl, sha256]);
  const results = await Promise.all([runChild(command), runChild(command), runChild(command)]);
  assertEquals(results, Array(3).fill({ length: 300_000 }));
  assertEquals(server.requests.length, 1);
  assertEquals(await place.names(), ["results.jsonl.gz"]);
});

Deno.test("where the first gives up, the second takes over and continues", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const controller = new AbortController();
  server.fail(PATH, { kind: "stall", after: 50_000 });
  const started = Promise.withResolvers<void>();
  const first = assertRejects(() =>
    place.load(artifact, server.baseUrl, {
      signal: controller.signal,
      onProgress: ({ received }) => received === 50_000 && started.resolve(),
    })
  );
  await started.promise;
  const second = place.load(artifact, server.baseUrl, {
    sleep: async (ms, options) => {
      controller.abort(new Error("interrupted"));
      await delay(ms, options);
    },
  });
  await first;
  assertEquals(await second, BYTES);
  assertEquals(server.ranges, [null, "bytes=50000-"]);
});

Deno.test("a download that gets nowhere in other hands is not waited for without end", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  await using _held = await PartialFile.claim(place.target);
  const artifact = await artifactOf(BYTES);
  const error = await assertRejects(
    () => place.load(artifact, server.baseUrl),
    ArtifactUnavailable,
  );
  assertEquals(error.reason, "busy");
  assertStringIncludes(error.message, `another process holds ${place.target}.lock`);
  assertEquals(place.pauses.reduce((sum, ms) => sum + ms), 60_000);
  assertEquals(server.requests.length, 0);
});

Deno.test("a process that is killed while downloading blocks nobody; its bytes are continued", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  server.fail(PATH, { kind: "stall", after: 80_000 });
  const [program = "", ...args] = childCommand(["-A"], [
    place.directory,
    server.baseUrl,
    artifact.sha256,
  ]);
  const child = new Deno.Command(program, { args, stdout: "null", stderr: "null" }).spawn();
  while (await sizeOf(`${place.target}.part`) < 80_000) await delay(10);
  child.kill("SIGKILL");
  await child.status;
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(server.ranges, [null, "bytes=80000-"]);
  assertEquals(await place.names(), ["results.jsonl.gz"]);
});

async function sizeOf(path: string): Promise<number> {
  return (await Deno.stat(path).catch(() => null))?.size ?? 0;
}
