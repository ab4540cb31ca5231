/**
 * What resolving a web provider's run costs besides waiting for NCBI, at
 * BioASQ scale and at ten times it; first without a cache, then with a full one.
 *
 * deno run -A bench/resolve_bench.ts [--ten]
 */
import { AtomicWriter } from "../lib/benchmark/atomic_writer.ts";
import { renderTable } from "../lib/report/table.ts";
import { measure, type Measured } from "./measured_process.ts";

const root = new URL("../", import.meta.url).pathname;
const QUESTIONS = 5_486;
const CANDIDATES = 100;
/** Distinct papers a question that the lists are drawn from; the same ones recur over questions. */
const PAPERS_PER_QUESTION = 50;

const folder = await Deno.makeTempDir({ prefix: "resolve_bench_" });
try {
  const rows = await benchmark("BioASQ scale", QUESTIONS);
  if (Deno.args.includes("--ten")) rows.push(...await benchmark("ten times", 10 * QUESTIONS));
  const head = ["Run", "seconds", "peak MB"];
  Deno.stdout.writeSync(new TextEncoder().encode(`${renderTable({ head, rows }, "table")}\n`));
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function benchmark(title: string, questions: number): Promise<string[][]> {
  const [results, output, cache] = ["run.jsonl", "out.jsonl", `${questions}.sqlite`].map((name) =>
    `${folder}/${name}`
  ) as [string, string, string];
  await generate(results, questions);
  const run = () => measure(`${root}bench/resolve_unpaced.ts`, [results, output, cache]);
  const show = (name: string, { seconds, megabytes }: Measured) => [
    `${title}, ${name}`,
    seconds.toFixed(2),
    megabytes.toFixed(0),
  ];
  return [show("empty cache", await run()), show("full cache", await run())];
}

/** Lists as Brave's are: six of ten results on a PMC page, papers that recur. */
async function generate(path: string, questions: number): Promise<void> {
  let state = 42;
  const random = (below: number) => {
    state = Math.imul(state, 1_103_515_245) + 12_345 >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
  await using file = await AtomicWriter.create(path);
  for (let question = 0; question < questions; question++) {
    const candidates = Array.from({ length: CANDIDATES }, (_, index) => {
      const paper = 1 + random(questions * PAPERS_PER_QUESTION);
      const onPmc = random(10) < 6;
      const url = onPmc
        ? `https://pmc.ncbi.nlm.nih.gov/articles/PMC${paper}/`
        : `https://pubmed.ncbi.nlm.nih.gov/${paper}/`;
      return {
        rank: index + 1,
        provider_id: url,
        pmid: onPmc ? null : String(paper),
        doi: null,
        title: `Results of study ${paper} on a made-up question of medicine`,
        year: null,
        pmcid: onPmc ? `PMC${paper}` : null,
        url,
      };
    });
    const id = `made_up:${question}`;
    file.write(`${
      JSON.stringify({
        question_id: id,
        provider: "brave",
        query: `Question ${question}?`,
        max_year: 2015,
        candidates,
      })
    }\n`);
  }
  await file.commit();
}
