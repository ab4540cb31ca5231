/**
 * What resolving a web provider's run costs besides waiting for NCBI, at
 * BioASQ scale and at ten times it; first without a cache, then with a full one.
 *
 * deno run -A bench/resolve_bench.ts [--ten]
 */
import { printResult } from "../lib/cli/output.ts";
import { renderTable } from "../lib/report/table.ts";
import { generateWebRun } from "./generate_web_run.ts";
import { measure, type Measured } from "./measured_process.ts";

const root = new URL("../", import.meta.url).pathname;
const QUESTIONS = 5_486;

const folder = await Deno.makeTempDir({ prefix: "resolve_bench_" });
try {
  const rows = await benchmark("BioASQ scale", QUESTIONS);
  if (Deno.args.includes("--ten")) rows.push(...await benchmark("ten times", 10 * QUESTIONS));
  const head = ["Run", "seconds", "peak MB"];
  printResult(`${renderTable({ head, rows }, "table")}\n`);
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function benchmark(title: string, questions: number): Promise<string[][]> {
  const [results, output, cache] = ["run.jsonl", "out.jsonl", `${questions}.sqlite`].map((name) =>
    `${folder}/${name}`
  ) as [string, string, string];
  await generateWebRun(results, questions);
  const run = () => measure(`${root}bench/resolve_unpaced.ts`, [results, output, cache]);
  const show = (name: string, { seconds, megabytes }: Measured) => [
    `${title}, ${name}`,
    seconds.toFixed(2),
    megabytes.toFixed(0),
  ];
  return [show("empty cache", await run()), show("full cache", await run())];
}
