/**
 * Runs inputs one after another and tells where it is, so that a reader that
 * never comes back is noticed from outside.
 */
import { Random } from "../support/random.ts";
import { Violation } from "./target.ts";
import { targets } from "./targets.ts";

/** A part of a target's inputs. */
export interface Job {
  target: string;
  /** First input. */
  from: number;
  /** One past the last input. */
  to: number;
  seed: number;
  folder: string;
  /** One 32-bit integer: the input at work. */
  at: Int32Array<SharedArrayBuffer>;
}

/** What became of one input that was not simply accepted or refused. */
export interface Problem {
  target: string;
  index: number;
  kind: "crash" | "violation" | "hang";
  message: string;
  input: string;
}

/** What a worker answers to a job. */
export interface JobReport {
  accepted: number;
  refused: number;
  problems: Problem[];
}

/** The part of a worker's global scope that is used. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Job>) => void) | null;
  postMessage(report: JobReport): void;
}

/** Runs a job's inputs. */
async function run({ target: name, from, to, seed, folder, at }: Job): Promise<JobReport> {
  const target = targets.find((each) => each.name === name)!;
  const report: JobReport = { accepted: 0, refused: 0, problems: [] };
  for (let index = from; index < to; index++) {
    Atomics.store(at, 0, index);
    const input = target.make(Random.of(seed, name, index));
    try {
      report[await target.check(input, folder)]++;
    } catch (error) {
      report.problems.push({
        target: name,
        index,
        kind: error instanceof Violation ? "violation" : "crash",
        message: messageOf(error),
        input: shown(input).slice(0, 20_000),
      });
    }
  }
  return report;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (cause: ${messageOf(error.cause)})` : "";
  return `${error.name}: ${error.message}${cause}`;
}

/** An input as text, its bytes decoded. */
export function shown(input: unknown): string {
  return JSON.stringify(
    input,
    (_key, value) => value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
  ) ?? String(input);
}

const scope = globalThis as unknown as WorkerScope;
if ("WorkerGlobalScope" in globalThis) {
  scope.onmessage = ({ data }) => {
    run(data).then((report) => scope.postMessage(report));
  };
}
