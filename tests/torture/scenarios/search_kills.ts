/** Searches that are killed at any moment, at a provider that fails in any order. */
import type { Call, Fault } from "../../fakes/provider_server.ts";
import type { Random } from "../../support/random.ts";
import type { Round, Scenario } from "../scenario.ts";
import { CONCURRENCY, type Kind, KINDS, SearchScene } from "../search_scene.ts";

/** What passes by itself: asked again, it answers. */
const PASSING: readonly ((random: Random) => Fault)[] = [
  () => ({ kind: "rate_limited", retryAfter: "0" }),
  (random) => ({ kind: "status", status: random.pick([408, 425, 500, 502, 503, 504]) }),
  () => ({ kind: "reset_before" }),
  () => ({ kind: "reset_within" }),
  () => ({ kind: "closed_within" }),
  () => ({ kind: "silent" }),
  () => ({ kind: "echo_key", status: 500 }),
];

/** What is an answer after all. */
const HARMLESS: readonly ((random: Random) => Fault)[] = [
  (random) => ({ kind: "late", milliseconds: random.below(30) }),
  (random) => ({ kind: "slow_body", milliseconds: random.below(30) }),
  () => ({ kind: "gzip" }),
  () => ({ kind: "wrong_content_type" }),
];

/** What ends the run until the user has changed something; here: until the next run. */
const STOPPING: readonly Fault[] = [
  { kind: "bad_key" },
  { kind: "quota" },
  { kind: "echo_key", status: 401 },
];

/** Decides call by call, and counts what it did. */
class Mischief {
  passing = 0;
  stopping = 0;
  terminal = 0;

  constructor(readonly round: Round, readonly most: number) {}

  readonly decide = (_call: Call): Fault | undefined => {
    const { random } = this.round;
    if (this.passing + this.stopping + this.terminal < this.most && random.chance(0.12)) {
      this.round.counts.faults++;
      const kind = random.next();
      if (kind < 0.1 && this.stopping < 2) {
        this.stopping++;
        return random.pick(STOPPING);
      }
      if (kind < 0.25) {
        this.terminal++;
        return random.pick<Fault>([
          { kind: "status", status: 413, body: { error: "too long" } },
          { kind: "echo_key", status: 413 },
          { kind: "truncated_json" },
          { kind: "html" },
          { kind: "invalid_utf8" },
        ]);
      }
      this.passing++;
      return random.pick(PASSING)(random);
    }
    return random.chance(0.5) ? random.pick(HARMLESS)(random) : undefined;
  };
}

async function play(round: Round, kind: Kind): Promise<void> {
  const { random } = round;
  const mischief = new Mischief(round, 2 + random.below(8));
  await using scene = await SearchScene.create(round, { kind, faults: mischief.decide });
  const kills = 1 + random.below(3);
  let inFlight = 0;
  for (let kill = 0; kill < kills; kill++) {
    // Anywhere: while it starts, while it asks, while it writes, after the last answer.
    const target = scene.server.calls.length + random.below(Math.ceil(scene.needed / kills) + 2);
    let moment: number | null = null;
    const delay = random.chance(0.2) ? 0 : random.below(20);
    const started = performance.now();
    const early = random.chance(0.1) ? random.below(400) : Infinity;
    await scene.run(["--retry-terminal"], () => {
      const now = performance.now();
      if (now - started > early) return true;
      if (scene.server.calls.length >= target) moment ??= now + delay;
      return moment !== null && now >= moment;
    });
    inFlight += CONCURRENCY;
  }
  await finishRun(round, scene, mischief);
  // A stop leaves what is in flight to be asked again, and so does a question that failed for good.
  const most = scene.needed + mischief.passing + inFlight +
    (mischief.stopping + mischief.terminal) * CONCURRENCY;
  round.check(
    scene.server.calls.length <= most,
    () => `${scene.server.calls.length} calls, ${most} at the most`,
  );
}

/** Runs it until it is whole; each exit code must have its reason. */
async function finishRun(round: Round, scene: SearchScene, mischief: Mischief): Promise<void> {
  for (let run = 0; run < 8; run++) {
    const { stopping, terminal, passing } = mischief;
    const { code, stderr } = await scene.run(["--retry-terminal"]);
    if (code === 0) return await scene.checkWhole();
    round.check(code === 1 || code === 3, () => `exit ${code}: ${stderr}`);
    if (code === 1) round.check(mischief.stopping > stopping, () => `stopped: ${stderr}`);
    const failed = mischief.terminal > terminal || mischief.passing - passing >= 5;
    if (code === 3) round.check(failed, () => `failed: ${stderr}`);
  }
  round.check(false, "the run never comes to its end");
}

/** One scenario a provider. */
export const searchKills: readonly Scenario[] = (Object.keys(KINDS) as Kind[]).map((kind) => ({
  name: `search ${kind}: kills and faults`,
  play: (round) => play(round, kind),
}));
