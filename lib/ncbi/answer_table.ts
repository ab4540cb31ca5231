/** The answers of one kind in the cache: a row an id, with the time it was asked. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { cacheError } from "./cache_database.ts";

const DAY = 86_400_000;

/** Days after which an id that NCBI did not know is asked again: records arrive late. */
export const MISS_DAYS = 30;

/** How answers of one kind are kept. */
export interface AnswerShape<Answer> {
  /** Name of the table; see the schema in cache_database.ts. */
  table: string;
  /** The column with the id. */
  id: string;
  /** The columns of an answer; null for a miss. */
  columns: readonly string[];
  /** Days after which an answer is asked again; Infinity for never. */
  days: number;
  /** The columns' values, in their order. */
  toRow: (answer: Answer) => SQLInputValue[];
  /** The answer of a row whose columns are not null. */
  fromRow: (row: Record<string, SQLOutputValue>) => Answer;
}

/** A table of the cache. A miss is kept with its time, and never replaces what was found. */
export class AnswerTable<Answer> {
  readonly #path: string;
  readonly #shape: AnswerShape<Answer>;
  readonly #get: StatementSync;
  readonly #put: StatementSync;

  /** @param path Of the cache, for messages. */
  constructor(db: DatabaseSync, path: string, shape: AnswerShape<Answer>) {
    const { table, id, columns } = shape;
    this.#path = path;
    this.#shape = shape;
    this.#get = db.prepare(`SELECT ${columns.join(", ")}, asked FROM ${table} WHERE ${id} = ?`);
    const names = [id, ...columns, "asked"];
    this.#put = db.prepare(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
       ON CONFLICT DO UPDATE SET asked = excluded.asked, ${
        columns.map((name) => `${name} = coalesce(excluded.${name}, ${table}.${name})`).join(", ")
      }`,
    );
  }

  /** The answer for an id; null where NCBI has none; undefined where it was never asked. */
  answerOf(id: number): Answer | null | undefined {
    const row = this.#row(id);
    return row && (this.#isMiss(row) ? null : this.#shape.fromRow(row));
  }

  /**
   * Whether an id need not be asked: it was answered or missed not long ago.
   * What seems to come from the future was kept under a wrong clock, and might
   * never grow old; a day is left for other machines' clocks.
   *
   * @param now Milliseconds since 1970.
   */
  isFresh(id: number, now: number): boolean {
    const row = this.#row(id);
    if (row === undefined) return false;
    const days = this.#isMiss(row) ? MISS_DAYS : this.#shape.days;
    const age = now - Number(row.asked);
    return days === Infinity || (age > -DAY && age < days * DAY);
  }

  /** Keeps a batch, within a transaction of the caller's; ids that were asked but not found are misses. */
  keep(asked: readonly number[], found: ReadonlyMap<number, Answer>, now: number): void {
    const { columns, toRow } = this.#shape;
    for (const id of asked) {
      const answer = found.get(id);
      this.#put.run(id, ...(answer === undefined ? columns.map(() => null) : toRow(answer)), now);
    }
  }

  #isMiss(row: Record<string, SQLOutputValue>): boolean {
    return row[this.#shape.columns[0]!] === null;
  }

  #row(id: number): Record<string, SQLOutputValue> | undefined {
    try {
      return this.#get.get(id);
    } catch (error) {
      throw cacheError(this.#path, error);
    }
  }
}
