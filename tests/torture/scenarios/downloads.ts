/** Downloads of frozen files, killed and cut short in every way. */
import { childCommand } from "../../benchmark/artifacts/child.ts";
import { artifactOf, PATH, sampleBytes, Workplace } from "../../benchmark/artifacts/workplace.ts";
import { ArtifactServer, type Fault } from "../../fakes/artifact_server.ts";
import type { Random } from "../../support/random.ts";
import { bytesOf, sameBytes } from "../files.ts";
import { SmallDisk, whyNoMounts } from "../mounts.ts";
import { after, finish, killWhen } from "../processes.ts";
import type { Round, Scenario } from "../scenario.ts";

const BYTES = sampleBytes(1_500_000);

function fault(random: Random): Fault {
  return random.pick<Fault>([
    { kind: "break", after: random.below(BYTES.length) },
    { kind: "status", status: random.pick([429, 500, 503]), headers: { "Retry-After": "0" } },
    { kind: "whole" },
    { kind: "wrong_range" },
    { kind: "bytes", bytes: BYTES.map((byte, at) => at === 7 ? byte ^ 1 : byte) },
    { kind: "bytes", bytes: BYTES.slice(0, random.below(BYTES.length)) },
  ]);
}

function start(place: Workplace, server: ArtifactServer, sha256: string): Deno.ChildProcess {
  const [program = "", ...args] = childCommand(["-A"], [place.directory, server.baseUrl, sha256]);
  return new Deno.Command(program, { args, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
}

/** Loads until it works; the target is never there with other bytes. */
async function finishDownload(
  round: Round,
  place: Workplace,
  server: ArtifactServer,
  artifact: Awaited<ReturnType<typeof artifactOf>>,
): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt++) {
    try {
      const bytes = await place.load(artifact, server.baseUrl);
      round.check(sameBytes(bytes, BYTES), "other bytes than the manifest's");
      break;
    } catch (error) {
      const { name } = error as Error;
      round.check(/^Artifact(Unavailable|Mismatch)$/.test(name), () => `${error}`);
      round.check(attempt < 5, () => `never loads: ${error}`);
      const there = bytesOf(place.target);
      round.check(there === undefined || sameBytes(there, BYTES), "wrong bytes in place");
    }
  }
  round.check(sameBytes(bytesOf(place.target), BYTES), "wrong bytes in place");
  round.same(await place.names(), ["results.jsonl.gz"], "files in the folder");
}

async function playKills(round: Round): Promise<void> {
  const { random } = round;
  await using server = new ArtifactServer({ [PATH]: BYTES }, {
    validator: random.pick(["strong", "strong", "weak", "date", "none"] as const),
    ranges: random.chance(0.8),
    length: random.chance(0.8),
  });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  for (let kill = 1 + random.below(3); kill > 0; kill--) {
    const stall = 1 + random.below(BYTES.length - 1);
    round.counts.faults++;
    server.fail(PATH, { kind: "stall", after: stall });
    const requests = server.requests.length;
    let moment: (() => boolean) | undefined;
    await killWhen(round, start(place, server, artifact.sha256), () => {
      if (server.requests.length > requests) moment ??= after(random.below(150));
      return moment?.() ?? false;
    });
    // What is left of the file may be shorter than what the server stalls after.
    const there = bytesOf(place.target);
    round.check(there === undefined || sameBytes(there, BYTES), "a part of it is in place");
  }
  const had = bytesOf(`${place.target}.part`)?.length ?? 0;
  const { validator, ranges } = server.behaviour;
  const requests = server.requests.length;
  const faults = Array.from({ length: random.below(3) }, () => fault(random));
  round.counts.faults += faults.length;
  server.fail(PATH, ...faults);
  await finishDownload(round, place, server, artifact);
  // Where all of it had arrived there is nothing left to ask for.
  const partial = had > 0 && had < BYTES.length;
  if (partial && ranges && (validator === "strong" || validator === "date")) {
    // What had arrived is not paid for again.
    round.same(server.ranges[requests], `bytes=${had}-`, "the first range after the kills");
  }
}

async function playDisk(round: Round): Promise<void> {
  const { random } = round;
  await using server = new ArtifactServer({ [PATH]: BYTES });
  await using place = await Workplace.create();
  const artifact = await artifactOf(BYTES);
  {
    await using disk = await SmallDisk.create(place.directory, 16 + random.below(1200));
    const readOnly = random.chance(0.3);
    if (readOnly) await disk.readOnly(true);
    round.counts.faults++;
    const { stdout, code } = await finish(round, start(place, server, artifact.sha256));
    const { name, reason } = JSON.parse(stdout || "{}");
    round.same([code, name], [0, "ArtifactUnavailable"], "the child's answer");
    round.check(typeof reason === "string", () => stdout);
    round.check(bytesOf(place.target) === undefined, "a part of it is in place");
    if (readOnly) await disk.readOnly(false);
    await disk.resize(8000);
    await finishDownload(round, place, server, artifact);
  }
}

/** All scenarios of this file. */
export const downloads: readonly Scenario[] = [
  { name: "artifact download: kills and faults", play: playKills },
  { name: "artifact download: full and read-only disks", unavailable: whyNoMounts, play: playDisk },
];
