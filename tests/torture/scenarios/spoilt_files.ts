/** Files of a run that a crash or an editor has spoilt, and two runs that write the same ones. */
import { rowsOf } from "../../search_process.ts";
import { mutateBytes } from "../../fuzz/mutate_bytes.ts";
import type { Random } from "../../support/random.ts";
import { bytesOf, endedLines, sameBytes, textOf } from "../files.ts";
import { after, finish, killWhen, pause } from "../processes.ts";
import { plainError } from "../promises.ts";
import type { Round, Scenario } from "../scenario.ts";
import { type Kind, KINDS, SearchScene } from "../search_scene.ts";

const FILES = ["", ".pages", ".failures", ".run"] as const;

/** What power failures leave: an end cut off, zeros, the start of another line. */
function torn(random: Random, bytes: Uint8Array): Uint8Array {
  const cut = bytes.slice(0, bytes.length - random.below(Math.min(bytes.length, 5000) + 1));
  const tail = random.pick([
    new Uint8Array(),
    new Uint8Array(1 + random.below(4096)),
    new TextEncoder().encode('{"question_id":"made_up:0001","pro'),
    Uint8Array.of(0xe2, 0x80),
  ]);
  const whole = new Uint8Array(cut.length + tail.length);
  whole.set(cut);
  whole.set(tail, cut.length);
  return whole;
}

/** A run that was broken off, with something on disk. */
async function halfRun(scene: SearchScene): Promise<void> {
  const { random } = scene.round;
  const target = Math.floor(scene.needed * (0.3 + random.next() / 2));
  await scene.run(["--quiet"], () => scene.server.calls.length >= target);
}

async function playTorn(round: Round): Promise<void> {
  const { random } = round;
  const kind = random.pick(Object.keys(KINDS) as Kind[]);
  await using scene = await SearchScene.create(round, { kind });
  await halfRun(scene);
  for (let times = 1 + random.below(3); times > 0; times--) {
    const path = scene.path(random.pick(FILES));
    const bytes = bytesOf(path);
    if (!bytes) continue;
    round.counts.faults++;
    Deno.writeFileSync(path, torn(random, bytes));
    // Killed while it repairs, or let go on.
    await scene.run(["--quiet"], random.chance(0.5) ? after(random.below(900)) : undefined);
  }
  const { code, stderr } = await scene.run(["--quiet"]);
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  await scene.checkWhole();
}

async function playCorrupted(round: Round): Promise<void> {
  const { random } = round;
  const kind = random.pick(Object.keys(KINDS) as Kind[]);
  await using scene = await SearchScene.create(round, { kind });
  await halfRun(scene);
  const path = scene.path(random.pick(FILES.filter((each) => bytesOf(scene.path(each)))));
  const good = bytesOf(path)!;
  round.counts.faults++;
  Deno.writeFileSync(path, mutateBytes(random, good));
  const before = FILES.map((each) => bytesOf(scene.path(each)));
  const calls = scene.server.calls.length;
  const ended = await finish(round, scene.start(["--quiet"]));
  plainError(round, ended);
  if (ended.code === 1) {
    // Refused: nothing is asked, nothing is changed, and the message says where.
    round.same(scene.server.calls.length, calls, "calls of a refused run");
    for (const [at, each] of FILES.entries()) {
      const now = bytesOf(scene.path(each));
      const gone = now === undefined && (before[at]?.length ?? 0) === 0;
      round.check(gone || sameBytes(now, before[at]), `${scene.path(each)} was changed`);
    }
    round.check(/\.jsonl(:\d+:|: | )/.test(ended.stderr), () => `says not where: ${ended.stderr}`);
    Deno.writeFileSync(path, good);
    const { code, stderr } = await scene.run(["--quiet"]);
    round.check(code === 0, () => `exit ${code}: ${stderr}`);
    return await scene.checkWhole();
  }
  // Accepted: every question once, in whole lines.
  round.check(ended.code === 0, () => `exit ${ended.code}: ${ended.stderr}`);
  const ids = endedLines(scene.path()).map((line) =>
    /"question_id":\s*"([^"]*)"/.exec(line)?.[1] ?? line
  );
  round.same(new Set(ids).size, ids.length, "questions that are there twice");
  const asked = scene.questions.map(({ question_id }) => question_id);
  round.same(asked.filter((id) => !ids.includes(id)), [], "questions that are missing");
  round.check(textOf(scene.path())!.endsWith("\n"), "the last line is torn");
}

async function playTwoRuns(round: Round): Promise<void> {
  const { random } = round;
  const kind = random.pick(Object.keys(KINDS) as Kind[]);
  await using scene = await SearchScene.create(round, {
    kind,
    faults: () => ({ kind: "late", milliseconds: 20 + random.below(60) }),
  });
  const target = random.below(scene.needed);
  let running = true;
  const first = finish(round, scene.start(["--concurrency=2"])).finally(() => running = false);
  while (running && scene.server.calls.length <= target / 2) await pause(5);
  round.counts.faults++;
  const [second, third] = await Promise.all([
    finish(round, scene.start()),
    random.chance(0.5)
      ? finish(
        round,
        scene.start([
          `--output=${scene.folder.path("runs/other.jsonl")}`,
          `--failures=${scene.path(".failures")}`,
        ]),
      )
      : killWhen(round, scene.start(), after(300 + random.below(300))),
  ]);
  const { code, stderr } = await first;
  round.check(code === 0, () => `the first run: exit ${code}: ${stderr}`);
  for (const ended of [second, third]) {
    if (ended.killed) continue;
    plainError(round, ended);
    // One that came when the first was through finds everything done.
    const late = ended.code === 0 && rowsOf(scene.path()).length === scene.questions.length;
    const told = ended.code === 1 && /another run is writing it/.test(ended.stderr);
    round.check(told || late, () => `exit ${ended.code}: ${ended.stderr}`);
  }
  const own = scene.server.calls.length;
  round.check(own <= scene.needed * 2, () => `${own} calls`);
  if (!bytesOf(scene.folder.path("runs/other.jsonl"))) {
    round.same(own, scene.needed, "calls of both runs");
  }
  await scene.checkWhole();
}

/** All scenarios of this file. */
export const spoiltFiles: readonly Scenario[] = [
  { name: "search: torn output files", play: playTorn },
  { name: "search: corrupted output files", play: playCorrupted },
  { name: "search: two runs on one output", play: playTwoRuns },
];
