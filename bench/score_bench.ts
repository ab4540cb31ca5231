/**
 * What scoring costs at BioASQ scale, as a ratio to reading and parsing the
 * same files in the same run; and how it grows with ten times the questions.
 *
 * deno run -A bench/score_bench.ts [ROUNDS] [--ten]
 */
import { printResult } from "../lib/cli/output.ts";
import { renderTable } from "../lib/report/table.ts";
import { bioasqScale, generate, type Scale } from "./generate.ts";
import { bestOf, measure, type Measured } from "./measured_process.ts";

const root = new URL("../", import.meta.url).pathname;
const rounds = Number(Deno.args.find((arg) => /^\d+$/.test(arg)) ?? 5);

const folder = await Deno.makeTempDir({ prefix: "score_bench_" });
try {
  const one = await benchmark(bioasqScale, rounds);
  print("BioASQ scale", one, one.floor.seconds);
  if (Deno.args.includes("--ten")) {
    const ten = await benchmark({ ...bioasqScale, questions: 10 * bioasqScale.questions }, 1);
    print("ten times the questions, in units of the floor above", ten, one.floor.seconds);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function benchmark(scale: Scale, rounds: number) {
  const { questions, results } = await generate(folder, scale);
  await pin(questions, results);
  return await bestOf(rounds, {
    floor: () => measure(`${root}bench/floor.ts`, [questions, results]),
    pinned: () => measure(`${root}score.ts`, ["--dataset", folder]),
    streamed: () => measure(`${root}score.ts`, ["--input", questions, "--results", results]),
  });
}

/** Makes the folder a dataset, so that its files are hashed as the frozen ones are. */
async function pin(questions: string, results: string): Promise<void> {
  const artifact = async (path: string) => ({
    path: path.slice(folder.length + 1),
    sha256: new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path)))
      .toHex(),
  });
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${root}score.ts`, "--input", questions, "--results", results, "--json"],
  }).output();
  const report = JSON.parse(new TextDecoder().decode(stdout));
  const manifest = {
    dataset: "bench",
    title: "Generated",
    provider: "made_up",
    base_url: null,
    artifacts: { questions: await artifact(questions), results: await artifact(results) },
    expected: {
      num_questions: report.num_input_questions,
      total_gold: report.total_gold,
      num_candidates: report.num_candidates,
      cutoffs: report.cutoffs,
      macro_recall: report.macro_recall,
      micro_recall: report.micro_recall,
      match_tier_counts: { doi: 0, pmid: 0, title: 0, ...report.match_tier_counts },
    },
    notes: [],
  };
  await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify(manifest));
}

function print(title: string, measured: Record<string, Measured>, unit: number): void {
  const rows = Object.entries(measured).map(([name, { seconds, megabytes }]) => [
    name,
    seconds.toFixed(2),
    (seconds / unit).toFixed(2),
    megabytes.toFixed(0),
  ]);
  const head = ["Process", "seconds", "x floor", "peak MB"];
  printResult(`${title}\n${renderTable({ head, rows }, "table")}\n`);
}
