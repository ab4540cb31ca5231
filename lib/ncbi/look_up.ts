/**
 * Asking a service for many ids: in batches, several at a time. What the
 * service says is kept at once; that it says nothing of an id, or refuses it,
 * is believed only when it does so twice and answers for a known id meanwhile.
 * Otherwise a failure of the service would stand in the cache as so many ids
 * that do not exist.
 */
import { type Answers, NcbiError, type Settled } from "./transport.ts";

/** Requests in a row that brought nothing, after which it is asked whether the service works at all. */
const NOTHING_IN_A_ROW = 10;

/** What a series of look-ups took. */
export interface LookUpCount {
  /** Batches that were answered or refused; retries inside the transport are not counted. */
  calls: number;
  /** Ids that the service refused or passed over, even when asked again, with what it said. */
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
  /** An id that the service answers for as long as it works; asked where it answered for no other. */
  witness: number;
  /** Sends one batch; `giveUp` is aborted when another batch has failed for good. */
  ask(ids: readonly number[], giveUp: AbortSignal): Promise<Settled<Answers<T>>>;
  /** Keeps one answer: what was asked and what was found. Called once per id. */
  keep(asked: readonly number[], found: ReadonlyMap<number, T>): void;
  /** Waits before ids are asked a second time. */
  pause(): Promise<void>;
  /** Told after each batch how many ids are done. */
  progress?(done: number): void;
}

/**
 * Looks ids up. A batch that is refused is halved until the id that the
 * service does not like stands alone. When a batch fails, those in flight are
 * still awaited and kept, then the error is thrown: a later run continues from
 * there.
 *
 * @throws {NcbiError} where the service does not even answer for the witness; nothing is kept of
 *   the ids that it refused or passed over.
 * @throws whatever `ask` throws.
 */
export async function lookUp<T>(options: LookUpOptions<T>): Promise<LookUpCount> {
  const { concurrency, batch } = options;
  const series = new Series(options);
  const batches = batchesOf(options.ids, batch);
  const work = async () => {
    for (const ids of batches) await series.settle(ids);
  };
  await series.together(Array.from({ length: concurrency }, () => work));

  const unheard = series.takeUnheard();
  if (unheard.length === 0) return { calls: series.calls, refused: [] };
  await options.pause();
  const [refused, passedOver] = [true, false].map((alone) =>
    unheard.filter((each) => each.refused === alone).map(({ id }) => id)
  );
  for (const id of refused!) await series.settle([id]);
  for (const ids of batchesOf(passedOver!, batch)) await series.settle(ids);
  const misses = series.takeUnheard();
  if (misses.length > 0) {
    await series.askWitness(misses[0]!.message);
    series.keep(misses.map(({ id }) => id), new Map());
  }
  return { calls: series.calls, refused: misses.map(({ id, message }) => ({ id, message })) };
}

/** An id of which the service said nothing. */
interface Unheard {
  id: number;
  /** Whether it was refused alone; else an answer passed it over. */
  refused: boolean;
  message: string;
}

class Series<T> {
  calls = 0;
  #unheard: Unheard[] = [];
  #nothingInARow = 0;
  #done = 0;
  /** An id that was answered for. */
  #heard: number | null = null;
  readonly #giveUp = new AbortController();

  constructor(private readonly options: LookUpOptions<T>) {}

  /** Runs workers side by side; the first error stops all of them and is thrown when they are through. */
  async together(workers: readonly (() => Promise<void>)[]): Promise<void> {
    const guarded = workers.map(async (work) => {
      try {
        await work();
      } catch (error) {
        if (!this.#giveUp.signal.aborted) this.#giveUp.abort(error);
      }
    });
    await Promise.all(guarded);
    this.#giveUp.signal.throwIfAborted();
  }

  /** Asks for ids until each was answered, refused alone, or passed over. */
  async settle(ids: readonly number[]): Promise<void> {
    const answer = await this.#ask(ids);
    if (answer.kind === "refused" && ids.length > 1) {
      const half = Math.ceil(ids.length / 2);
      await this.settle(ids.slice(0, half));
      return await this.settle(ids.slice(half));
    }
    if (answer.kind === "refused") {
      this.#unheard.push({ id: ids[0]!, refused: true, message: answer.message });
      return await this.#heardNothing(answer.message);
    }
    const { value } = answer;
    const [heard, passedOver] = [true, false].map((has) =>
      ids.filter((id) => value.has(id) === has)
    );
    if (heard!.length > 0) {
      this.#nothingInARow = 0;
      this.#heard = heard![0]!;
      const found = heard!.map((id) => [id, value.get(id)] as const)
        .filter((entry): entry is readonly [number, NonNullable<T>] => entry[1] !== null);
      this.keep(heard!, new Map<number, T>(found));
    }
    const message = "its answer has no record of it";
    for (const id of passedOver!) this.#unheard.push({ id, refused: false, message });
    if (heard!.length === 0) await this.#heardNothing(message);
  }

  /** Keeps what is known of ids and tells how many are done. */
  keep(ids: readonly number[], found: ReadonlyMap<number, T>): void {
    this.options.keep(ids, found);
    this.options.progress?.(this.#done += ids.length);
  }

  /** The ids of which nothing was heard since this was called last. */
  takeUnheard(): Unheard[] {
    return this.#unheard.splice(0);
  }

  /**
   * Asks for the witness.
   *
   * @param said What the service said of the others.
   * @throws {NcbiError} where nothing is heard of it either.
   */
  async askWitness(said: string): Promise<void> {
    const witness = this.#heard ?? this.options.witness;
    const answer = await this.#ask([witness]);
    if (answer.kind === "answer" && answer.value.has(witness)) return;
    const message = answer.kind === "refused" ? answer.message : said;
    throw new NcbiError(
      "Cannot look up ids at NCBI: it answers for none of the last it was asked, " +
        `nor for ${witness}, which it is known to answer for: ${message}; ` +
        "what was answered before is kept, so run the same command again later",
    );
  }

  async #heardNothing(message: string): Promise<void> {
    if (++this.#nothingInARow < NOTHING_IN_A_ROW) return;
    this.#nothingInARow = 0;
    await this.askWitness(message);
  }

  async #ask(ids: readonly number[]): Promise<Settled<Answers<T>>> {
    this.#giveUp.signal.throwIfAborted();
    const answer = await this.options.ask(ids, this.#giveUp.signal);
    this.calls++;
    return answer;
  }
}

function* batchesOf(ids: Iterable<number>, size: number): Generator<number[]> {
  let batch: number[] = [];
  for (const id of ids) {
    batch.push(id);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
