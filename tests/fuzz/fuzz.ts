/** Deals the inputs out to workers, watches over them and counts. */
import { targets } from "./targets.ts";
import type { Job, JobReport, Problem } from "./worker.ts";

/** What to run. */
export interface FuzzOptions {
  seed: number;
  /** Inputs in all. */
  inputs: number;
  /** @default the number of processors */
  workers?: number;
  /** Only the target of this name. */
  only?: string | undefined;
  /** The first input, to repeat a single one. @default 0 */
  from?: number | undefined;
  /** Longest time for one input in milliseconds. @default 20000 */
  hangAfter?: number;
}

/** A line of the table. */
export interface FuzzRow {
  target: string;
  inputs: number;
  accepted: number;
  refused: number;
  crashes: number;
  hangs: number;
  violations: number;
}

/** Everything that was found. */
export interface FuzzReport {
  rows: FuzzRow[];
  problems: Problem[];
}

/** Inputs a job. */
const BATCH = 500;

/**
 * Runs every target's share of the inputs.
 *
 * Input N of a target depends on the seed and N only, so that any of them can
 * be run again by itself.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { inputs, only, from = 0, workers = navigator.hardwareConcurrency } = options;
  const chosen = targets.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new Error(
      `Cannot fuzz "${only}": there are ${targets.map(({ name }) => name).join(", ")}`,
    );
  }
  const weights = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const rows = new Map<string, FuzzRow>();
  const queue: Pick<Job, "target" | "from" | "to">[] = [];
  for (const { name, weight } of chosen) {
    const count = Math.ceil(inputs * weight / weights);
    rows.set(name, {
      target: name,
      inputs: count,
      accepted: 0,
      refused: 0,
      crashes: 0,
      hangs: 0,
      violations: 0,
    });
    for (let at = 0; at < count; at += BATCH) {
      queue.push({ target: name, from: from + at, to: from + Math.min(count, at + BATCH) });
    }
  }
  const problems: Problem[] = [];
  const add = (target: string, report: JobReport) => {
    const row = rows.get(target)!;
    row.accepted += report.accepted;
    row.refused += report.refused;
    for (const problem of report.problems) {
      row[({ crash: "crashes", hang: "hangs", violation: "violations" } as const)[problem.kind]]++;
      problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: workers }, () => serve(queue, options, add)));
  return { rows: [...rows.values()], problems };
}

/** One worker's life: it takes jobs until none is left; one that hangs is replaced. */
async function serve(
  queue: Pick<Job, "target" | "from" | "to">[],
  { seed, hangAfter = 20_000 }: FuzzOptions,
  add: (target: string, report: JobReport) => void,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "fuzz_" });
  const at = new Int32Array(new SharedArrayBuffer(4));
  let worker = startWorker();
  try {
    for (let part = queue.shift(); part; part = queue.shift()) {
      at[0] = part.from;
      const report = await answerOf(worker, { ...part, seed, folder, at }, hangAfter);
      if (report) {
        add(part.target, report);
        continue;
      }
      const index = Atomics.load(at, 0);
      worker.terminate();
      worker = startWorker();
      const hang: Problem = {
        target: part.target,
        index,
        kind: "hang",
        message: `no end after ${hangAfter} ms`,
        input: "",
      };
      add(part.target, { accepted: 0, refused: 0, problems: [hang] });
      // What came before it in this job is run again, to be counted.
      if (index > part.from) queue.push({ ...part, to: index });
      if (index + 1 < part.to) queue.push({ ...part, from: index + 1 });
    }
  } finally {
    worker.terminate();
    await Deno.remove(folder, { recursive: true });
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** The report on a job; null where the worker stayed at one input for too long. */
async function answerOf(worker: Worker, job: Job, hangAfter: number): Promise<JobReport | null> {
  const { promise, resolve, reject } = Promise.withResolvers<JobReport | null>();
  worker.onmessage = ({ data }: MessageEvent<JobReport>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(
      new Error(`the worker died at ${job.target} ${Atomics.load(job.at, 0)}: ${event.message}`),
    );
  };
  let index = -1;
  let since = performance.now();
  const watch = setInterval(() => {
    const now = Atomics.load(job.at, 0);
    if (now !== index) {
      index = now;
      since = performance.now();
    } else if (performance.now() - since > hangAfter) resolve(null);
  }, 200);
  worker.postMessage(job);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
  }
}
