/** Full disks, read-only folders, clocks that jump and people who press Ctrl+C. */
import { fromFileUrl } from "@std/path";
import type { Fault } from "../../fakes/provider_server.ts";
import { bytesOf, sameBytes, textOf } from "../files.ts";
import { SmallDisk, whyNoMounts } from "../mounts.ts";
import { after, finish } from "../processes.ts";
import { plainError } from "../promises.ts";
import type { Round, Scenario } from "../scenario.ts";
import { CONCURRENCY, type Kind, KINDS, SearchScene } from "../search_scene.ts";

const CLOCK = fromFileUrl(new URL("../jumping_clock.ts", import.meta.url));

function kindOf(round: Round): Kind {
  return round.random.pick(Object.keys(KINDS) as Kind[]);
}

async function playFullDisk(round: Round): Promise<void> {
  const { random } = round;
  await using scene = await SearchScene.create(round, { kind: kindOf(round) });
  await using disk = await SmallDisk.create(scene.folder.path("runs"), 8 + random.below(200));
  let size = 200;
  let stops = 0;
  for (let run = 0; run < 6; run++) {
    const kill = random.chance(0.3) ? after(random.below(900)) : undefined;
    const { code, killed, stderr } = await scene.run([], kill);
    const text = textOf(scene.path()) ?? "";
    // A torn end is for the next run to repair only where this one was killed.
    if (!killed) round.check(text === "" || text.endsWith("}\n"), "a torn line is left");
    if (code === 0) break;
    stops++;
    if (!killed) {
      round.counts.faults++;
      round.check(code === 1, () => `exit ${code}: ${stderr}`);
      round.check(/No space left on device|os error 28/.test(stderr), () => `says: ${stderr}`);
    }
    await disk.resize(size *= 4);
  }
  await scene.checkWhole();
  const { length } = scene.server.calls;
  const most = scene.needed + stops * CONCURRENCY;
  round.check(length <= most, () => `${length} calls, ${most} at the most`);
}

async function playReadOnly(round: Round): Promise<void> {
  const { random } = round;
  await using scene = await SearchScene.create(round, { kind: kindOf(round) });
  await using disk = await SmallDisk.create(scene.folder.path("runs"), 20_000);
  const begun = random.chance(0.6);
  if (begun) {
    const target = random.below(scene.needed);
    await scene.run(["--quiet"], () => scene.server.calls.length > target);
  }
  const paths = ["", ".pages", ".failures", ".run"].map((each) => scene.path(each));
  const before = paths.map(bytesOf);
  const calls = scene.server.calls.length;
  await disk.readOnly(true);
  round.counts.faults++;
  const refused = await finish(round, scene.start());
  plainError(round, refused);
  round.check(refused.code === 1, () => `exit ${refused.code}: ${refused.stderr}`);
  round.check(/^error: Cannot write \S/m.test(refused.stderr), () => refused.stderr);
  round.same(scene.server.calls.length, calls, "calls that could not have been kept");
  for (const [at, path] of paths.entries()) {
    const now = bytesOf(path);
    round.check(now === before[at] || sameBytes(now, before[at]), `${path} was changed`);
  }
  await disk.readOnly(false);
  const { code, stderr } = await scene.run();
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  await scene.checkWhole();
}

async function playClock(round: Round): Promise<void> {
  const { random } = round;
  let left = 4;
  const date = () => new Date(Date.now() + 1000).toUTCString();
  const faults = (): Fault | undefined => {
    if (left === 0 || !random.chance(0.1)) return undefined;
    left--;
    round.counts.faults++;
    return random.pick<Fault>([
      { kind: "rate_limited", retryAfter: "0" },
      { kind: "rate_limited", retryAfter: date() },
      { kind: "status", status: 503 },
    ]);
  };
  await using scene = await SearchScene.create(round, { kind: kindOf(round), faults });
  const change = {
    permissions: ["-A", `--preload=${CLOCK}`],
    env: { CLOCK_SEED: String(random.below(2 ** 31)) },
  };
  const target = random.below(scene.needed);
  await scene.run([], () => scene.server.calls.length >= target, change);
  for (let run = 0; run < 8; run++) {
    const { code, stderr } = await scene.run([], undefined, change);
    if (code === 0) break;
    // A date that lies far ahead by the clock of this machine is a wait that is too long.
    round.check(code === 1 && /asks to wait/.test(stderr), () => `exit ${code}: ${stderr}`);
  }
  await scene.checkWhole();
}

/** Ctrl+C at any moment: what is in flight is finished and written, so nothing is bought twice. */
async function playInterrupts(round: Round): Promise<void> {
  const { random } = round;
  const faults = (): Fault => ({ kind: "late", milliseconds: random.below(40) });
  await using scene = await SearchScene.create(round, { kind: kindOf(round), faults });
  for (let times = 1 + random.below(3); times > 0; times--) {
    const target = scene.server.calls.length + random.below(scene.needed / 2);
    const early = random.chance(0.2) ? after(random.below(500)) : () => false;
    const { code, stderr } = await scene.run(
      [],
      () => early() || scene.server.calls.length > target,
      {},
      "SIGINT",
    );
    round.counts.faults++;
    round.check([0, 130].includes(code), () => `exit ${code}: ${stderr}`);
    const text = textOf(scene.path()) ?? "";
    round.check(text === "" || text.endsWith("}\n"), "a torn line is left");
  }
  const { code, stderr } = await scene.run();
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  await scene.checkWhole();
  round.same(scene.server.calls.length, scene.needed, "calls in all");
}

/** All scenarios of this file. */
export const hardPlaces: readonly Scenario[] = [
  { name: "search: full disk", unavailable: whyNoMounts, play: playFullDisk },
  { name: "search: read-only folder", unavailable: whyNoMounts, play: playReadOnly },
  { name: "search: clock jumps", play: playClock },
  { name: "search: interrupts", play: playInterrupts },
];
