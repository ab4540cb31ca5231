/**
 * How fast the runner is, in three figures: questions a second against a
 * loopback server that answers 200 papers at once, the start of a finished run
 * of the size of BioASQ, and the pace of `--rate 50`.
 *
 * ```sh
 * deno run --allow-read --allow-write --allow-run --allow-net=127.0.0.1 --allow-env bench/runner_bench.ts
 * ```
 *
 * The server is a process of its own, as a provider is; both share the
 * machine's cores.
 */
import { fromFileUrl, join } from "@std/path";
import { printResult } from "../lib/cli/output.ts";

const SELF = fromFileUrl(import.meta.url);
const SEARCH = fromFileUrl(new URL("../search.ts", import.meta.url));
const QUESTIONS = 5486;

if (Deno.args[0] === "serve") serve();
else await bench();

/** Answers every request with the same 200 papers; `GET /arrivals` gives the times of the requests in milliseconds. */
function serve(): void {
  const papers = Array.from({ length: 200 }, (_, at) => ({
    elicitId: `e-${at}`,
    pmid: String(10_000_000 + at * 7),
    doi: `10.1000/j.made.up.2014.${at}`,
    title:
      `Efficacy of β-blockers in "made-up" conditions: a randomised, multi-centre trial, part ${at}`,
    year: 1990 + at % 25,
  }));
  const body = new TextEncoder().encode(JSON.stringify({ papers, warnings: [] }));
  let arrivals: number[] = [];
  Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) => printResult(`${port}\n`),
  }, async (request) => {
    if (request.method === "GET") {
      const answer = Response.json(arrivals);
      arrivals = [];
      return answer;
    }
    arrivals.push(performance.now());
    await request.body?.cancel();
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  });
}

async function bench(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "runner_bench_" });
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-net=127.0.0.1", SELF, "serve"],
    stdout: "piped",
  }).spawn();
  try {
    const port = await firstLine(server.stdout);
    await Deno.writeTextFile(join(folder, "questions.jsonl"), questions());
    const run = (...args: string[]) => search(folder, `http://127.0.0.1:${port}`, args);
    const fast = ["--concurrency=16", "--rate=1000000", "--confirm-large-run"];

    const floor = await measureFloor(port, join(folder, "floor.jsonl"));
    const full = await run(...fast);
    const { size } = await Deno.stat(join(folder, "runs/elicit.jsonl"));
    printResult(
      `throughput: ${
        Math.round(full.results / full.seconds)
      } questions a second, one synced line each (${
        (full.results / full.seconds / floor * 100).toFixed(0)
      } % of the floor of ${Math.round(floor)}; ${full.results} questions, ${
        Math.round(size / 1e6)
      } MB, concurrency 16)\n`,
    );

    const again = await run(...fast);
    printResult(
      `start of the finished run: ${
        again.wall.toFixed(2)
      } s for the whole process (${again.results} asked)\n`,
    );

    await (await fetch(`http://127.0.0.1:${port}/arrivals`)).json();
    await run(
      "--output=runs/paced.jsonl",
      "--limit=1000",
      "--rate=50",
      "--concurrency=4",
      "--confirm-large-run",
    );
    const arrivals: number[] = await (await fetch(`http://127.0.0.1:${port}/arrivals`)).json();
    const took = (arrivals.at(-1)! - arrivals[0]! + 20) / 1000;
    printResult(
      `--rate 50: ${arrivals.length} calls in ${took.toFixed(2)} s, at most ${
        mostInASecond(arrivals)
      } in any second\n`,
    );
  } finally {
    server.kill();
    await server.status;
    await Deno.remove(folder, { recursive: true });
  }
}

/** What fetching, parsing, serialising and syncing alone allow, in questions a second. */
async function measureFloor(port: string, path: string): Promise<number> {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0, http2: false });
  using file = await Deno.open(path, { write: true, create: true });
  const waiting: string[] = [];
  let writing: Promise<void> | null = null;
  const flush = async () => {
    while (waiting.length > 0) {
      const bytes = new TextEncoder().encode(waiting.splice(0).join(""));
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.syncData();
    }
    writing = null;
  };
  const started = performance.now();
  let left = QUESTIONS;
  const worker = async () => {
    while (left-- > 0) {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        body: "{}",
        client,
      });
      waiting.push(JSON.stringify(JSON.parse(await response.text())) + "\n");
      await (writing ??= flush());
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return QUESTIONS / (performance.now() - started) * 1000;
}

function questions(): string {
  return Array.from({ length: QUESTIONS }, (_, at) =>
    JSON.stringify({
      question_id: `made_up:${at}`,
      question: `Question number ${at}: what is known about it?`,
      max_year: 2015,
      gold: [{ pmid: String(at + 1) }],
      queries: {},
    }) + "\n").join("");
}

async function search(cwd: string, baseUrl: string, args: string[]) {
  const started = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-net=127.0.0.1",
      "--allow-env=ELICIT_API_KEY,ELICIT_BASE_URL",
      "--allow-read",
      "--allow-write=runs",
      SEARCH,
      "elicit",
      "--input=questions.jsonl",
      "--json",
      "--quiet",
      ...args,
    ],
    cwd,
    env: { ELICIT_API_KEY: "bench-key-1", ELICIT_BASE_URL: baseUrl },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const summary: { results: number; seconds: number } = JSON.parse(
    new TextDecoder().decode(stdout),
  );
  return { ...summary, wall: (performance.now() - started) / 1000 };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes("\n")) break;
  }
  return text.trim();
}

function mostInASecond(times: readonly number[]): number {
  let most = 0;
  for (let end = 0, start = 0; end < times.length; end++) {
    while (times[start]! <= times[end]! - 1000) start++;
    most = Math.max(most, end - start + 1);
  }
  return most;
}
