/** Asking a service for many ids: in batches, several at a time, each answer kept at once. */
import { NcbiError, type Settled } from "./transport.ts";

/** Ids refused alone, one after the other and nothing accepted between, after which asking on is pointless. */
const REFUSALS_IN_A_ROW = 10;

/** What a series of look-ups took. */
export interface LookUpCount {
  /** Batches that were answered or refused; retries inside the transport are not counted. */
  calls: number;
  /** Ids asked for. */
  ids: number;
  /** Ids that the service refused even alone, with what it said. */
  refused: { id: number; message: string }[];
}

/** How to look up. */
export interface LookUpOptions<T> {
  /** The ids to ask for; drawn as they are needed. */
  ids: Iterable<number>;
  /** Ids a call. */
  batch: number;
  /** Batches in flight at once; the transport keeps the pace. */
  concurrency: number;
  /** Sends one batch. */
  ask(ids: readonly number[]): Promise<Settled<Map<number, T>>>;
  /** Keeps one answer: what was asked and what was found. Called once per id. */
  keep(asked: readonly number[], found: ReadonlyMap<number, T>): void;
  /** Told after each batch how many ids are done. */
  progress?(done: number): void;
}

/**
 * Looks ids up. A batch that is refused is halved until the id that the
 * service does not like stands alone; that one is kept as not found. When a
 * batch fails, those in flight are still awaited and kept, then the error is
 * thrown: a later run continues from there.
 *
 * @throws {NcbiError} where the service refuses everything it is asked.
 * @throws whatever `ask` throws.
 */
export async function lookUp<T>(
  options: LookUpOptions<T>,
): Promise<LookUpCount> {
  const count: LookUpCount = { calls: 0, ids: 0, refused: [] };
  let inARow = 0;
  let done = 0;
  let stopped = false;
  const batches = batchesOf(options.ids, options.batch);

  const settle = async (ids: readonly number[]): Promise<void> => {
    const answer = await options.ask(ids);
    count.calls++;
    if (answer.kind === "refused" && ids.length > 1) {
      const half = Math.ceil(ids.length / 2);
      await settle(ids.slice(0, half));
      await settle(ids.slice(half));
      return;
    }
    if (answer.kind === "refused") {
      count.refused.push({ id: ids[0] ?? 0, message: answer.message });
      if (++inARow >= REFUSALS_IN_A_ROW) {
        throw new NcbiError(
          `Cannot look up ids at NCBI: it refused the last ${inARow} it was asked for one by one, saying: ${answer.message}`,
        );
      }
    } else inARow = 0;
    options.keep(ids, answer.kind === "answer" ? answer.value : new Map());
    done += ids.length;
    options.progress?.(done);
  };
  const work = async (): Promise<void> => {
    while (!stopped) {
      const next = batches.next();
      if (next.done) return;
      count.ids += next.value.length;
      try {
        await settle(next.value);
      } catch (error) {
        stopped = true;
        throw error;
      }
    }
  };

  const workers = Array.from({ length: options.concurrency }, work);
  for (const outcome of await Promise.allSettled(workers)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
  return count;
}

function* batchesOf(
  ids: Iterable<number>,
  size: number,
): Generator<number[]> {
  let batch: number[] = [];
  for (const id of ids) {
    batch.push(id);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
