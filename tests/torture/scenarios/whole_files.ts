/** score.ts and keyword_queries.ts, killed while they write: each file is the old one or the new one. */
import { utimes } from "node:fs/promises";
import { makeQuestions, papersFor } from "../../search_process.ts";
import { startScript, TempFolder } from "../../support/run_script.ts";
import { bytesOf, sameBytes } from "../files.ts";
import { SmallDisk, whyNoMounts } from "../mounts.ts";
import { after, finish, killWhen } from "../processes.ts";
import { plainError } from "../promises.ts";
import type { Round, Scenario } from "../scenario.ts";

/** A command that writes files into `out`. */
interface Job {
  script: string;
  args: (folder: string) => string[];
  files: readonly string[];
}

const JOBS: readonly Job[] = [
  {
    script: "score.ts",
    args: (folder) => [
      `--input=${folder}/questions.jsonl`,
      `--results=${folder}/results.jsonl`,
      `--output=${folder}/out/report.json`,
      `--per-question=${folder}/out/questions.jsonl`,
      `--export-run=${folder}/out/run.trec`,
      `--export-qrels=${folder}/out/qrels.txt`,
      "--quiet",
    ],
    files: ["report.json", "questions.jsonl", "run.trec", "qrels.txt"],
  },
  {
    script: "keyword_queries.ts",
    args: (folder) => [
      `--input=${folder}/questions.jsonl`,
      `--output=${folder}/out/queries.jsonl`,
      "--quiet",
    ],
    files: ["queries.jsonl"],
  },
];

async function setUp(): Promise<TempFolder> {
  const folder = await TempFolder.create();
  const questions = makeQuestions(400);
  const rows = questions.map((question) => ({
    question_id: question.question_id,
    provider: "made_up",
    query: question.question,
    max_year: question.max_year,
    candidates: papersFor(question, 100),
  }));
  const lines = (records: readonly unknown[]) =>
    records.map((record) => JSON.stringify(record) + "\n").join("");
  await folder.write("questions.jsonl", lines(questions));
  await folder.write("results.jsonl", lines(rows));
  await Deno.mkdir(`${folder.path}/out`);
  return folder;
}

function start({ script, args }: Job, folder: string): Deno.ChildProcess {
  return startScript(script, args(folder), {
    permissions: ["--allow-read", `--allow-write=${folder}/out`, "--allow-env"],
  });
}

/** What an undisturbed run writes, what it prints and how long it takes. */
async function undisturbed(round: Round, job: Job, folder: string) {
  const started = performance.now();
  const { code, stdout, stderr } = await finish(round, start(job, folder));
  round.check(code === 0, () => `undisturbed: exit ${code}: ${stderr}`);
  const files = job.files.map((name) => bytesOf(`${folder}/out/${name}`)!);
  for (const name of job.files) Deno.removeSync(`${folder}/out/${name}`);
  return { files, stdout, milliseconds: performance.now() - started };
}

async function playKills(round: Round): Promise<void> {
  const { random } = round;
  const job = random.pick(JOBS);
  await using folder = await setUp();
  const calm = await undisturbed(round, job, folder.path);
  const old = new TextEncoder().encode("what an earlier run wrote\n");
  const path = (at: number) => `${folder.path}/out/${job.files[at]}`;
  const replaced = job.files.map(() => random.chance(0.5));
  for (const [at, was] of replaced.entries()) if (was) Deno.writeFileSync(path(at), old);
  for (let kill = 1 + random.below(4); kill > 0; kill--) {
    // Most kills in the second half, where the files are written.
    const share = random.chance(0.7) ? 0.5 + random.next() * 0.6 : random.next();
    await killWhen(round, start(job, folder.path), after(calm.milliseconds * share));
    for (const [at, was] of replaced.entries()) {
      const now = bytesOf(path(at));
      const kept = was ? sameBytes(now, old) : now === undefined;
      round.check(kept || sameBytes(now, calm.files[at]), `${job.files[at]} is half written`);
    }
  }
  // What killed runs left behind goes once it is old.
  const names = () => [...Deno.readDirSync(`${folder.path}/out`)].map(({ name }) => name);
  for (const name of names()) await utimes(`${folder.path}/out/${name}`, 1, 1);
  const { code, stdout, stderr } = await finish(round, start(job, folder.path));
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  round.same(stdout, calm.stdout, "the output");
  for (const at of job.files.keys()) {
    round.check(sameBytes(bytesOf(path(at)), calm.files[at]), `${job.files[at]} differs`);
  }
  round.same(names().toSorted(), job.files.toSorted(), "the files in the folder");
}

async function playDisk(round: Round): Promise<void> {
  const { random } = round;
  const job = random.pick(JOBS);
  await using folder = await setUp();
  const calm = await undisturbed(round, job, folder.path);
  await using disk = await SmallDisk.create(`${folder.path}/out`, 4 + random.below(60));
  const readOnly = random.chance(0.3);
  if (readOnly) await disk.readOnly(true);
  round.counts.faults++;
  const full = await finish(round, start(job, folder.path));
  plainError(round, full);
  if (full.code === 0) round.check(!readOnly, "wrote to a disk that is read-only");
  else round.check(full.code === 1, () => `exit ${full.code}: ${full.stderr}`);
  for (const [at, name] of job.files.entries()) {
    const now = bytesOf(`${folder.path}/out/${name}`);
    round.check(now === undefined || sameBytes(now, calm.files[at]), `${name} is half written`);
  }
  const left = [...Deno.readDirSync(`${folder.path}/out`)].map(({ name }) => name)
    .filter((name) => !job.files.includes(name));
  round.same(left, [], "files left behind by a run that said it failed");
  if (readOnly) await disk.readOnly(false);
  await disk.resize(20_000);
  const { code, stderr } = await finish(round, start(job, folder.path));
  round.check(code === 0, () => `exit ${code}: ${stderr}`);
  for (const [at, name] of job.files.entries()) {
    round.check(
      sameBytes(bytesOf(`${folder.path}/out/${name}`), calm.files[at]),
      `${name} differs`,
    );
  }
}

/** All scenarios of this file. */
export const wholeFiles: readonly Scenario[] = [
  { name: "score, keyword_queries: kills", play: playKills },
  {
    name: "score, keyword_queries: full and read-only disks",
    unavailable: whyNoMounts,
    play: playDisk,
  },
];
