/**
 * What comparing six runs of BioASQ scale costs, all pairs and 10,000
 * resamples, as a ratio to scoring the six one after another in the same run;
 * and that memory does not grow with the resamples.
 *
 * deno run -A bench/compare_bench.ts [ROUNDS] [--memory]
 */
import { printResult } from "../lib/cli/output.ts";
import { renderTable } from "../lib/report/table.ts";
import { bioasqScale, generate } from "./generate.ts";
import { bestOf, measure, type Measured } from "./measured_process.ts";

const RUNS = 6;
const score = new URL("../score.ts", import.meta.url).pathname;
const rounds = Number(Deno.args.find((arg) => /^\d+$/.test(arg)) ?? 3);

const folder = await Deno.makeTempDir({ prefix: "compare_bench_" });
try {
  const { questions, runs } = await generate(folder, bioasqScale, 1, RUNS);
  const compare = (...args: string[]) => () =>
    measure(score, [
      ...["--input", questions, "--pairwise", ...args],
      ...runs.flatMap((run, at) => ["--results", `run${at}=${run}`]),
    ]);
  const measured = await bestOf(rounds, {
    "one after another": () => oneByOne(questions, runs),
    compared: compare(),
  });
  if (Deno.args.includes("--memory")) {
    Object.assign(measured, {
      "compared, 100,000 resamples": await compare("--resamples=100000")(),
    });
  }
  print(measured);
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Scores each run in a process of its own. */
async function oneByOne(questions: string, runs: readonly string[]): Promise<Measured> {
  const total = { seconds: 0, cpu: 0, megabytes: 0 };
  for (const run of runs) {
    const one = await measure(score, ["--input", questions, "--results", run]);
    total.seconds += one.seconds;
    total.cpu += one.cpu;
    total.megabytes = Math.max(total.megabytes, one.megabytes);
  }
  return total;
}

function print(measured: Record<string, Measured>): void {
  const unit = measured["one after another"]!.seconds;
  const rows = Object.entries(measured).map(([name, { seconds, megabytes }]) => [
    name,
    seconds.toFixed(2),
    (seconds / unit).toFixed(2),
    megabytes.toFixed(0),
  ]);
  const head = ["Six runs", "seconds", "ratio", "peak MB"];
  printResult(renderTable({ head, rows }, "table"));
}
