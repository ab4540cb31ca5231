import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import {
  ArtifactMismatch,
  ArtifactUnavailable,
} from "../../../lib/benchmark/artifacts/artifact_errors.ts";
import { ArtifactServer, type Fault } from "../../fakes/artifact_server.ts";
import { artifactOf, PATH, sampleBytes, Workplace } from "./workplace.ts";

const BYTES = sampleBytes(300_000);
const DONE = ["results.jsonl.gz"];
const KEPT = ["results.jsonl.gz.lock", "results.jsonl.gz.part"];
/** Ends a load at once: the server asks for a pause that is too long. */
const GIVE_UP: Fault = { kind: "status", status: 503, headers: { "Retry-After": "9999" } };

/** Leaves the first bytes of a file as a run does that was broken off. */
async function broken(
  place: Workplace,
  server: ArtifactServer,
  bytes: Uint8Array<ArrayBuffer>,
  after: number,
): Promise<void> {
  server.fail(PATH, { kind: "break", after }, GIVE_UP);
  const artifact = await artifactOf(bytes);
  await assertRejects(() => place.load(artifact, server.baseUrl), ArtifactUnavailable);
  assertEquals(await place.names(), KEPT);
  server.requests.length = 0;
  place.notices.length = 0;
}

Deno.test("a connection that breaks off is continued where it ended", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  server.fail(PATH, { kind: "break", after: 100_000 }, { kind: "break", after: 50_000 });
  assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
  assertEquals(server.ranges, [null, "bytes=100000-", "bytes=150000-"]);
  assertEquals(server.requests[1]?.headers.get("if-range")?.startsWith('"300000-'), true);
  assertEquals(await Deno.readFile(place.target), BYTES);
  assertEquals(await place.names(), DONE);
});

Deno.test("a later run continues what an earlier one has kept", async () => {
  for (const validator of ["strong", "date"] as const) {
    await using server = new ArtifactServer({ [PATH]: BYTES }, { validator });
    await using place = await Workplace.create();
    await broken(place, server, BYTES, 120_000);
    assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
    assertEquals(server.ranges, ["bytes=120000-"]);
    assertStringIncludes(
      place.notices[0]!,
      `continuing from 127.0.0.1:${server.port} at byte 120000 (300 kB)`,
    );
    assertEquals(await place.names(), DONE);
  }
});

Deno.test("breaking off again and again is given up after the retries; the message says what is kept", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  server.fail(PATH, ...Array(4).fill({ kind: "break", after: 10_000 }));
  const artifact = await artifactOf(BYTES);
  const error = await assertRejects(
    () => place.load(artifact, server.baseUrl),
    ArtifactUnavailable,
  );
  assertEquals(error.reason, "broken_off");
  assertStringIncludes(error.message, "; 40 kB of 300 kB are kept. Run again to continue");
  assertEquals(place.pauses, [1000, 2000, 4000]);
  assertEquals(await place.names(), KEPT);
});

Deno.test("break-offs that each bring a lot do not count", async () => {
  const large = sampleBytes(9 * 1024 * 1024);
  await using server = new ArtifactServer({ [PATH]: large });
  await using place = await Workplace.create();
  server.fail(PATH, ...Array(7).fill({ kind: "break", after: 1024 * 1024 }));
  assertEquals(await place.load(await artifactOf(large), server.baseUrl), large);
  assertEquals(place.pauses, Array(7).fill(1000));
});

Deno.test("a server that ignores Range sends everything again, from the beginning", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES }, { ranges: false });
  await using place = await Workplace.create();
  await broken(place, server, BYTES, 200_000);
  assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
  assertEquals(server.ranges, ["bytes=200000-"]);
  assertStringIncludes(place.notices[0]!, "downloading again from the beginning");
});

Deno.test("without a strong validator nothing is kept and nothing is joined", async () => {
  for (const validator of ["weak", "none"] as const) {
    await using server = new ArtifactServer({ [PATH]: BYTES }, { validator });
    await using place = await Workplace.create();
    const artifact = await artifactOf(BYTES);
    server.fail(PATH, { kind: "break", after: 100_000 }, GIVE_UP);
    await assertRejects(() => place.load(artifact, server.baseUrl), ArtifactUnavailable);
    assertEquals(await place.names(), []);
    assertEquals(await place.load(artifact, server.baseUrl), BYTES);
    assertEquals(server.ranges, [null, null, null]);
  }
});

Deno.test("a file that changed in between is taken whole (If-Range)", async () => {
  await using server = new ArtifactServer({ [PATH]: sampleBytes(299_999) });
  await using place = await Workplace.create();
  await broken(place, server, BYTES, 100_000);
  server.put(PATH, BYTES);
  assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
  assertEquals(server.ranges, ["bytes=100000-"]);
});

Deno.test("joined bytes that do not fit the hash are fetched once more, whole", async () => {
  const other = BYTES.toReversed();
  // The date does not tell the two apart, as with a change within one second.
  await using server = new ArtifactServer({ [PATH]: other }, { validator: "date" });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  await broken(place, server, BYTES, 100_000);
  server.put(PATH, BYTES);
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(server.ranges, ["bytes=100000-", null]);
  assertStringIncludes(place.notices[1]!, "does not fit the hash; starting over");

  await using second = await Workplace.create();
  server.put(PATH, other);
  await broken(second, server, BYTES, 100_000);
  await assertRejects(() => second.load(artifact, server.baseUrl), ArtifactMismatch);
  assertEquals(server.ranges, ["bytes=100000-", null]);
  assertEquals(await second.names(), []);
});

Deno.test("an answer with another range than the one asked for is not joined", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  await broken(place, server, BYTES, 100_000);
  server.fail(PATH, { kind: "wrong_range" });
  assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
  assertEquals(server.ranges, ["bytes=100000-", null]);
  assertEquals(place.pauses.at(-1), 0);
});

Deno.test("a part that is whole already is verified without a request", async () => {
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  await broken(place, server, BYTES, 299_000);
  await Deno.writeFile(`${place.target}.part`, BYTES);
  assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
  assertEquals(server.ranges, []);
});

Deno.test("a server that has nothing after the part (416) has it whole, or it is fetched anew", async () => {
  for (const length of [300_000, 300_001]) {
    await using server = new ArtifactServer({ [PATH]: BYTES });
    await using place = await Workplace.create();
    await broken(place, server, BYTES, 100_000);
    const lock = `${place.target}.lock`;
    const origin = JSON.parse(await Deno.readTextFile(lock));
    // As a server leaves it that does not tell the length.
    await Deno.writeTextFile(lock, JSON.stringify({ ...origin, total: null }));
    const part = new Uint8Array(length);
    part.set(BYTES);
    await Deno.writeFile(`${place.target}.part`, part);
    assertEquals(await place.load(await artifactOf(BYTES), server.baseUrl), BYTES);
    assertEquals(server.ranges, length === 300_000 ? ["bytes=300000-"] : ["bytes=300001-", null]);
  }
});

Deno.test("a part of another URL or another hash, or with an unreadable note, is not continued", async () => {
  const artifact = await artifactOf(BYTES);
  const notes = [
    "",
    "{",
    "null",
    JSON.stringify({ url: 1 }),
    JSON.stringify({
      url: "https://other.example/",
      sha256: artifact.sha256,
      validator: '"x"',
      total: 9,
    }),
    "x".repeat(70_000),
  ];
  await using server = new ArtifactServer({ [PATH]: BYTES });
  for (const note of notes) {
    await using place = await Workplace.create();
    await Deno.writeFile(`${place.target}.part`, new Uint8Array(5000));
    await Deno.writeTextFile(`${place.target}.lock`, note);
    assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  }
  await using place = await Workplace.create();
  await broken(place, server, sampleBytes(100_000), 50_000);
  assertEquals(await place.load(artifact, server.baseUrl), BYTES);
  assertEquals(new Set(server.ranges), new Set([null]));
});

Deno.test("whatever goes wrong on the way, the file is right in the end", async () => {
  const fault = (length: number): fc.Arbitrary<Fault> =>
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant("break" as const), after: fc.nat(length) }),
      },
      fc.constant<Fault>({ kind: "whole" }),
      fc.constant<Fault>({ kind: "wrong_range" }),
      fc.constant<Fault>({ kind: "status", status: 500 }),
      fc.constant<Fault>(GIVE_UP),
    );
  const scenario = fc.integer({ min: 1, max: 5000 }).chain((length) =>
    fc.record({
      length: fc.constant(length),
      faults: fc.array(fault(length), { maxLength: 12 }),
      validator: fc.constantFrom(
        "strong" as const,
        "weak" as const,
        "date" as const,
        "none" as const,
      ),
      ranges: fc.boolean(),
    })
  );
  await fc.assert(
    fc.asyncProperty(scenario, async ({ length, faults, ...behaviour }) => {
      const bytes = sampleBytes(length);
      const artifact = await artifactOf(bytes);
      await using server = new ArtifactServer({ [PATH]: bytes }, behaviour);
      await using place = await Workplace.create();
      server.fail(PATH, ...faults);
      let loaded: Uint8Array | null = null;
      // Every run that fails has used up at least one fault.
      for (let run = 0; run <= faults.length && loaded === null; run++) {
        loaded = await place.load(artifact, server.baseUrl).catch((error) => {
          if (error instanceof ArtifactUnavailable) return null;
          throw error;
        });
      }
      assertEquals(loaded, bytes);
      assertEquals(await Deno.readFile(place.target), bytes);
      assertEquals(await place.names(), DONE);
    }),
    { numRuns: 60 },
  );
});
