import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  ArtifactMismatch,
  ArtifactUnavailable,
  type UnavailableReason,
} from "../../../lib/benchmark/artifacts/artifact_errors.ts";
import type { DownloadProgress } from "../../../lib/benchmark/artifacts/download_options.ts";
import { ArtifactServer } from "../../fakes/artifact_server.ts";
import { artifactOf, PATH, sampleBytes, Workplace } from "./workplace.ts";

const BYTES = sampleBytes(300_000);

/** Expects a load to fail for this reason; returns the message. */
async function unavailableFor(
  reason: UnavailableReason,
  load: () => Promise<unknown>,
): Promise<string> {
  const error = await assertRejects(load, ArtifactUnavailable);
  assertEquals(error.reason, reason, error.message);
  assert(!error.message.includes("\n"), error.message);
  return error.message;
}

Deno.test("what is on disk and fits its hash is loaded without any request", async () => {
  await using server = new ArtifactServer({});
  await using place = await Workplace.create();
  await Deno.writeFile(place.target, BYTES);
  assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
  assertEquals(server.requests.length, 0);
  assertEquals(await place.names(), ["results.jsonl.gz"]);
});

Deno.test("what is on disk and does not fit its hash is refused and left as it is", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  await Deno.writeTextFile(place.target, "edited");
  const artifact = await artifactOf(BYTES);
  for (const [baseUrl, remedy] of [[server.baseUrl, "delete it"], [null, "restore it"]] as const) {
    const error = await assertRejects(() => place.load(artifact, baseUrl), ArtifactMismatch);
    assertEquals(error.expected, artifact.sha256);
    assertEquals(
      error.found,
      (await artifactOf(new TextEncoder().encode("edited"))).sha256,
    );
    for (const part of [place.target, error.expected, error.found, remedy]) {
      assertStringIncludes(error.message, part);
    }
  }
  assertEquals(await Deno.readTextFile(place.target), "edited");
  assertEquals(server.requests.length, 0);
});

Deno.test("a missing file is downloaded whole, verified and put in its place, with progress", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const steps: DownloadProgress[] = [];
  const artifact = await artifactOf(BYTES);
  const bytes = await place.load(artifact, server.baseUrl, {
    onProgress: (progress) => steps.push(progress),
  });
  assertEquals(bytes, BYTES);
  assertEquals(await Deno.readFile(place.target), BYTES);
  assertEquals(await place.names(), ["results.jsonl.gz"]);
  assertEquals(steps.at(-1), { path: PATH, received: 300_000, total: 300_000 });
  assertEquals(place.notices, [`${PATH}: downloading from 127.0.0.1:${server.port} (300 kB)`]);
  // The second load is from disk.
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(server.ranges, [null]);
  // Ranges and hashes are those of the stored bytes: no transfer coding.
  assertEquals(server.requests[0]?.headers.get("accept-encoding"), "identity");
});

Deno.test("an empty file and a server that gives no length are fine", async () => {
  const empty = new Uint8Array();
  await using server = new ArtifactServer({ [PATH]: empty });
  await using place = await Workplace.create();
  assertEquals(await place.load(await artifactOf(empty), server.baseUrl), empty);
  await using second = await Workplace.create();
  server.behaviour.length = false;
  server.put(PATH, BYTES);
  assertEquals(await second.load(await artifactOf(BYTES), server.baseUrl), BYTES);
});

Deno.test("bytes of the wrong hash are deleted and never put in place", async () => {
  await using server = new ArtifactServer({ [PATH]: sampleBytes(1000) });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const error = await assertRejects(() => place.load(artifact, server.baseUrl), ArtifactMismatch);
  for (const part of [`${server.baseUrl}${PATH}`, error.expected, error.found, "is deleted"]) {
    assertStringIncludes(error.message, part);
  }
  assertEquals(await place.names(), []);
  assertEquals(server.requests.length, 1);
});

Deno.test("a login page instead of the file is called what it is", async () => {
  await using server = new ArtifactServer({
    [PATH]: new TextEncoder().encode("<!DOCTYPE html><title>Welcome to the airport</title>"),
  });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  await assertRejects(() => place.load(artifact, server.baseUrl), ArtifactMismatch, "a web page");
  assertEquals(await place.names(), []);
});

Deno.test("404 and other refusals are told at once", async () => {
  await using server = new ArtifactServer({});
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const load = () => place.load(artifact, server.baseUrl);
  assertStringIncludes(
    await unavailableFor("not_found", load),
    `Cannot download ${server.baseUrl}${PATH}: the server has no such file (HTTP 404). ` +
      `Check the base URL, or put the file at ${place.target}`,
  );
  server.fail(PATH, { kind: "status", status: 410 }, { kind: "status", status: 403 });
  await unavailableFor("not_found", load);
  assertStringIncludes(await unavailableFor("refused", load), "HTTP 403");
  server.put(PATH, BYTES);
  server.fail(PATH, { kind: "bytes", bytes: BYTES, headers: { "Content-Encoding": "br" } });
  assertStringIncludes(await unavailableFor("refused", load), 'it came as "br"');
  assertEquals(server.requests.length, 4);
  assertEquals(place.pauses, []);
  assertEquals(await place.names(), []);
});

Deno.test("a failing server is asked again with growing pauses, then given up", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  server.fail(
    PATH,
    { kind: "status", status: 503, headers: { "Retry-After": "7" } },
    { kind: "status", status: 500 },
  );
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(place.pauses, [7000, 2000]);

  await using second = await Workplace.create();
  server.fail(PATH, ...Array(9).fill({ kind: "status", status: 502 }));
  const message = await unavailableFor("server", () => second.load(artifact, server.baseUrl));
  assertStringIncludes(message, "the server answered with HTTP 502. Run again later");
  assertEquals(second.pauses, [1000, 2000, 4000]);
  assertEquals(await second.names(), []);
});

Deno.test("a server that wants a long pause is not waited for", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  server.fail(PATH, { kind: "status", status: 429, headers: { "Retry-After": "54000" } });
  await unavailableFor("server", () => place.load(artifact, server.baseUrl));
  assertEquals(place.pauses, []);
});

Deno.test("redirects are followed within the origin and refused beyond it", async () => {
  await using server = new ArtifactServer({ moved: BYTES });
  await using other = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const to = (location: string) =>
    server.fail(PATH, { kind: "status", status: 302, headers: { Location: location } });
  const load = () => place.load(artifact, server.baseUrl);
  to(`${other.baseUrl}${PATH}`);
  assertStringIncludes(
    await unavailableFor("refused", load),
    `it redirects to 127.0.0.1:${other.port}; redirects to another origin are not followed`,
  );
  assertEquals(other.requests.length, 0);
  to("http://");
  assertStringIncludes(await unavailableFor("refused", load), "redirects to an invalid address");
  for (let i = 0; i < 9; i++) to(`/${PATH}`);
  assertStringIncludes(await unavailableFor("refused", load), "redirects more than 5 times");
  server.put(PATH, BYTES);
  await using second = await Workplace.create();
  await using fresh = new ArtifactServer({ moved: BYTES });
  fresh.fail(PATH, { kind: "status", status: 301, headers: { Location: "/moved" } });
  assertEquals(await second.load(artifact, fresh.baseUrl), BYTES);
});

Deno.test("a file above the limit is refused, whether its length is told or not, and nothing is kept", async () => {
  for (const length of [true, false]) {
    await using server = new ArtifactServer({ [PATH]: BYTES }, { length });
    await using place = await Workplace.create();
    const artifact = await artifactOf(BYTES);
    const load = () => place.load(artifact, server.baseUrl, { maxBytes: 2048 });
    assertStringIncludes(
      await unavailableFor("refused", load),
      "it is larger than 2 kiB, the most that is accepted",
    );
    assertEquals(await place.names(), []);
    await Deno.writeFile(place.target, BYTES);
    await assertRejects(load, Error, "its 300000 bytes are more than the 2048 accepted");
  }
});

Deno.test("offline, or without a base URL, no request is made", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  assertStringIncludes(
    await unavailableFor("offline", () => place.load(artifact, server.baseUrl, { offline: true })),
    `Run once without --offline, or put ${server.baseUrl}${PATH} there`,
  );
  assertStringIncludes(
    await unavailableFor("missing", () => place.load(artifact, null)),
    `Cannot find ${place.target}: it comes with its manifest`,
  );
  assertEquals(server.requests.length, 0);
  assertEquals(await place.names(), []);
});

Deno.test("no network is told at once, by name, without a retry", async () => {
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const closed = new ArtifactServer({});
  const { baseUrl } = closed;
  await closed[Symbol.asyncDispose]();
  const message = await unavailableFor("network", () => place.load(artifact, baseUrl));
  assertStringIncludes(message, "no connection (");
  assertStringIncludes(message, "onnection refused");
  assertEquals(place.notices, []);
  // As Deno tells that a name cannot be resolved; the tests have no network to ask.
  const dns = new Error(
    "error sending request for url (https://x.example/): client error (Connect): dns error: no such name",
  );
  const unresolved = await unavailableFor(
    "network",
    () =>
      place.load(artifact, "https://x.example/", {
        fetch: () => Promise.reject(new TypeError("fetch failed", { cause: dns })),
      }),
  );
  assertStringIncludes(unresolved, "no connection (dns error: no such name). Check the network");
  assertEquals(place.pauses, []);
  assertEquals(await place.names(), []);
});

Deno.test("a silent server is given up, before its answer and in it; what came is kept", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  // Long enough for a busy machine to send the first bytes in.
  const load = () => place.load(artifact, server.baseUrl, { stallSeconds: 1 });
  server.fail(PATH, { kind: "stall", after: -1 }, { kind: "stall", after: 100_000 });
  assertStringIncludes(
    await unavailableFor("stalled", load),
    "nothing arrived for 1 s. Run again",
  );
  assertEquals(await place.names(), []);
  assertStringIncludes(
    await unavailableFor("stalled", load),
    "nothing arrived for 1 s; 100 kB of 300 kB are kept",
  );
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(server.ranges, [null, null, "bytes=100000-"]);
  assertEquals(await place.names(), ["results.jsonl.gz"]);
});

Deno.test("an abort ends the download with its reason; what came is kept", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  const controller = new AbortController();
  server.fail(PATH, { kind: "stall", after: 50_000 });
  const reason = new Error("interrupted");
  const error = await assertRejects(() =>
    place.load(artifact, server.baseUrl, {
      signal: controller.signal,
      onProgress: ({ received }) => received === 50_000 && controller.abort(reason),
    }), Error);
  assertEquals(error, reason);
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(server.ranges, [null, "bytes=50000-"]);
  await assertRejects(
    () => place.load(artifact, server.baseUrl, { signal: controller.signal }),
    Error,
    "interrupted",
  );
});
