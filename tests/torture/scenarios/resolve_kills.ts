/** resolve_pmcids.ts, killed at any moment, at an NCBI that fails. */
import { type NcbiServer, startNcbiServer } from "../../fakes/ncbi_server.ts";
import type { Random } from "../../support/random.ts";
import { ROOT, startScript, TempFolder } from "../../support/run_script.ts";
import { bytesOf, sameBytes } from "../files.ts";
import { SmallDisk, whyNoMounts } from "../mounts.ts";
import { after, type Ended, finish, killWhen } from "../processes.ts";
import { noKeyAnywhere, plainError } from "../promises.ts";
import type { Round, Scenario } from "../scenario.ts";

const KEY = "k-0123/456+789=made-up";
const PAPERS = 700;

/** A run of web results: half PMCIDs, half PMIDs, with repeats. */
function runText(random: Random): string {
  return Array.from({ length: 30 }, (_, question) =>
    JSON.stringify({
      question_id: `q${question}`,
      provider: "brave",
      query: "q",
      max_year: 2010 + question % 8,
      candidates: Array.from({ length: 40 }, (_, at) => {
        const paper = 1 + random.below(PAPERS);
        const ids = random.chance(0.5)
          ? { pmid: null, pmcid: `PMC${paper}` }
          : { pmid: String(1000 + paper) };
        return {
          rank: at + 1,
          provider_id: null,
          doi: null,
          title: `Paper ${paper}`,
          year: null,
          ...ids,
        };
      }),
    }) + "\n").join("");
}

function startNcbi(): NcbiServer {
  return startNcbiServer({
    pmc: (id) => Number(id.slice(3)) % 7 === 0 ? undefined : { pmid: 1000 + Number(id.slice(3)) },
    summaries: (pmid) => ({ pubdate: String(2005 + Number(pmid) % 15) }),
  });
}

class Resolving implements AsyncDisposable {
  readonly outputs: Ended[] = [];

  private constructor(
    readonly round: Round,
    readonly folder: TempFolder,
    readonly server: NcbiServer,
    readonly cacheFolder: string,
  ) {}

  static async create(round: Round, text: string, cacheFolder?: string): Promise<Resolving> {
    const folder = await TempFolder.create();
    await folder.write("run.jsonl", text);
    return new Resolving(round, folder, startNcbi(), cacheFolder ?? folder.path);
  }

  get output(): string {
    return `${this.folder.path}/out/run.resolved.jsonl`;
  }

  async run(ready?: () => boolean): Promise<Ended> {
    await Deno.mkdir(`${this.folder.path}/out`, { recursive: true });
    const child = startScript("resolve_pmcids.ts", [
      `--results=${this.folder.path}/run.jsonl`,
      `--output=${this.output}`,
      `--cache=${this.folder.path}/out/cache.sqlite`,
      "--email=me@example.org",
    ], {
      env: { ...this.server.env, NCBI_API_KEY: KEY },
      cwd: ROOT,
      permissions: [
        "--allow-read",
        `--allow-write=${this.folder.path}`,
        "--allow-env",
        "--allow-net=127.0.0.1",
      ],
    });
    const ended = ready
      ? await killWhen(this.round, child, ready)
      : await finish(this.round, child);
    this.outputs.push(ended);
    plainError(this.round, ended);
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
  }
}

/** What an undisturbed run writes, and how many calls it makes. */
async function undisturbed(
  round: Round,
  text: string,
): Promise<{ bytes: Uint8Array; calls: number }> {
  await using calm = await Resolving.create(round, text);
  const { code, stderr } = await calm.run();
  round.check(code === 0, () => `undisturbed: exit ${code}: ${stderr}`);
  return { bytes: bytesOf(calm.output)!, calls: calm.server.calls.length };
}

/** The output is absent or whole. */
function checkOutput(round: Round, { output }: Resolving, expected: Uint8Array): void {
  const now = bytesOf(output);
  round.check(now === undefined || sameBytes(now, expected), "a resolved file that is not whole");
}

async function playKills(round: Round): Promise<void> {
  const { random } = round;
  const text = runText(random);
  const calm = await undisturbed(round, text);
  await using scene = await Resolving.create(round, text);
  const { server } = scene;
  let faults = 0;
  for (let count = random.below(5); count > 0; count--) {
    faults++;
    round.counts.faults++;
    server.faults[random.pick(["idconv", "esummary"] as const)].push(random.pick([
      { status: 500 },
      { status: 429, headers: { "retry-after": "0" } },
      { status: 200, body: '{"error":"API rate limit exceeded"}' },
      { status: 502, body: `<html>api_key=${KEY}</html>` },
      "truncated" as const,
    ]));
  }
  const kills = 1 + random.below(3);
  for (let kill = 0; kill < kills; kill++) {
    const target = server.calls.length + random.below(calm.calls + 2);
    const delay = random.below(60);
    let moment: number | null = null;
    const early = random.chance(0.2) ? after(random.below(800)) : () => false;
    await scene.run(() => {
      if (server.calls.length >= target) moment ??= performance.now() + delay;
      return early() || (moment !== null && performance.now() >= moment);
    });
    checkOutput(round, scene, calm.bytes);
  }
  const { code, stderr } = await scene.run();
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  round.check(sameBytes(bytesOf(scene.output), calm.bytes), "not the bytes of an undisturbed run");
  const most = calm.calls + faults + kills * 2;
  round.check(
    server.calls.length <= most,
    () => `${server.calls.length} calls, ${most} at the most`,
  );
  noKeyAnywhere(round, KEY, scene.folder.path, scene.outputs);
}

async function playDisk(round: Round): Promise<void> {
  const { random } = round;
  const text = runText(random);
  const calm = await undisturbed(round, text);
  await using scene = await Resolving.create(round, text);
  await using disk = await SmallDisk.create(`${scene.folder.path}/out`, 8 + random.below(120));
  const readOnly = random.chance(0.3);
  if (readOnly) await disk.readOnly(true);
  const full = await scene.run();
  if (full.code !== 0) {
    round.counts.faults++;
    round.check(full.code === 1, () => `exit ${full.code}: ${full.stderr}`);
    checkOutput(round, scene, calm.bytes);
  } else round.check(!readOnly, "wrote to a disk that is read-only");
  if (readOnly) await disk.readOnly(false);
  await disk.resize(20_000);
  const { code, stderr } = await scene.run();
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  round.check(sameBytes(bytesOf(scene.output), calm.bytes), "not the bytes of an undisturbed run");
  noKeyAnywhere(round, KEY, scene.folder.path, scene.outputs);
}

/** A cache whose end is gone, or that is something else: a clear error or the right output. */
async function playCache(round: Round): Promise<void> {
  const { random } = round;
  const text = runText(random);
  const calm = await undisturbed(round, text);
  await using scene = await Resolving.create(round, text);
  await scene.run();
  const cache = `${scene.folder.path}/out/cache.sqlite`;
  const bytes = bytesOf(cache)!;
  round.counts.faults++;
  const spoilt = random.pick([
    bytes.slice(0, random.below(bytes.length)),
    new TextEncoder().encode("this is no database\n".repeat(1 + random.below(500))),
    new Uint8Array(random.below(9000)),
    bytes.map((byte, at) => at < 100 && random.chance(0.2) ? random.below(256) : byte),
  ]);
  Deno.writeFileSync(cache, spoilt);
  Deno.removeSync(scene.output);
  const { code, stderr } = await scene.run();
  if (code !== 0) {
    round.check(code === 1 && stderr.includes(cache), () => `exit ${code}: ${stderr}`);
    round.check(bytesOf(scene.output) === undefined, "an output in spite of the error");
    // The remedy that the message gives.
    Deno.removeSync(cache);
    const again = await scene.run();
    round.check(again.code === 0, () => `exit ${again.code}: ${again.stderr}`);
  }
  round.check(sameBytes(bytesOf(scene.output), calm.bytes), "not the bytes of an undisturbed run");
}

/** All scenarios of this file. */
export const resolveKills: readonly Scenario[] = [
  { name: "resolve_pmcids: kills and faults", play: playKills },
  { name: "resolve_pmcids: spoilt caches", play: playCache },
  { name: "resolve_pmcids: full and read-only disks", unavailable: whyNoMounts, play: playDisk },
];
