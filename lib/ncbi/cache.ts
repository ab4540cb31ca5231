/** What NCBI has answered, kept on disk and shared by all runs. */
import type { DatabaseSync } from "node:sqlite";
import { type AnswerShape, AnswerTable } from "./answer_table.ts";
import { cacheError, openDatabase } from "./cache_database.ts";
import type { PublicationDates } from "./publication_year.ts";

/** PMIDs by PMCID. What was found once stays true. */
const PMIDS: AnswerShape<number> = {
  table: "pmcid",
  id: "id",
  columns: ["pmid"],
  days: Infinity,
  toRow: (pmid) => [pmid],
  fromRow: ({ pmid }) => pmid as number,
};

/** Days after which the dates of a PMID are asked again: a paper gets its issue long after it is online. */
export const DATES_DAYS = 180;

/** Dates by PMID. */
const DATES: AnswerShape<PublicationDates> = {
  table: "dates",
  id: "pmid",
  columns: ["pubdate", "epubdate", "sortpubdate"],
  days: DATES_DAYS,
  toRow: ({ pubdate, epubdate, sortpubdate }) => [pubdate, epubdate, sortpubdate],
  fromRow: ({ pubdate, epubdate, sortpubdate }) => ({
    pubdate: pubdate as string,
    epubdate: epubdate as string,
    sortpubdate: sortpubdate as string,
  }),
};

/** How a cache is opened. */
export interface CacheOptions {
  /** Milliseconds since 1970; @default Date.now */
  now?: () => number;
  /** Nothing is written, and a file that is not there is not made. @default false */
  readOnly?: boolean;
}

/**
 * The look-ups of all runs in one SQLite file. Every batch is one transaction,
 * so an interrupted run loses nothing that was answered, and several
 * processes may use the file at once (busy timeout). There is no write-ahead
 * log: with one, SQLite cannot read a file in a folder that it may not write.
 */
export class NcbiCache implements Disposable {
  /** The SQLite file. */
  readonly path: string;
  /** Whether there is such a file; a cache that is only read may be absent, and then knows nothing. */
  readonly exists: boolean;
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #pmids: AnswerTable<number>;
  readonly #dates: AnswerTable<PublicationDates>;

  private constructor(path: string, exists: boolean, db: DatabaseSync, now: () => number) {
    this.path = path;
    this.exists = exists;
    this.#db = db;
    this.#now = now;
    this.#pmids = new AnswerTable(db, path, PMIDS);
    this.#dates = new AnswerTable(db, path, DATES);
  }

  /**
   * Opens a cache, made on first use together with its folder.
   *
   * @param path The SQLite file.
   * @throws {FileError} where the file is something else, locked for long, or cannot be used.
   */
  static async open(path: string, options: CacheOptions = {}): Promise<NcbiCache> {
    const { now = Date.now, readOnly = false } = options;
    try {
      const { db, exists } = await openDatabase(path, readOnly);
      try {
        return new NcbiCache(path, exists, db, now);
      } catch (error) {
        db.close();
        throw error;
      }
    } catch (error) {
      throw cacheError(path, error);
    }
  }

  /** The PMID of a PMCID; null where NCBI knows none; undefined where it was never asked. */
  pmidOf(pmcid: number): number | null | undefined {
    return this.#pmids.answerOf(pmcid);
  }

  /** The dates of a PMID; null where PubMed does not know it; undefined where it was never asked. */
  datesOf(pmid: number): PublicationDates | null | undefined {
    return this.#dates.answerOf(pmid);
  }

  /** Whether a PMCID need not be asked: it was found, or missed not long ago. */
  knowsPmcid(pmcid: number): boolean {
    return this.#pmids.isFresh(pmcid, this.#now());
  }

  /** Whether a PMID need not be asked: it was found or missed not long ago. */
  knowsDates(pmid: number): boolean {
    return this.#dates.isFresh(pmid, this.#now());
  }

  /** Reads many answers as of one moment, which saves SQLite a look at the file for each. */
  reading<T>(work: () => T): T {
    this.#db.exec("BEGIN");
    try {
      return work();
    } finally {
      if (this.#db.isTransaction) this.#db.exec("COMMIT");
    }
  }

  /** Keeps a batch of PMCIDs; those asked but not found are misses. */
  keepPmids(asked: readonly number[], found: ReadonlyMap<number, number>): void {
    this.#inTransaction((now) => this.#pmids.keep(asked, found, now));
  }

  /** Keeps a batch of PMIDs; those asked but not found are misses. */
  keepDates(asked: readonly number[], found: ReadonlyMap<number, PublicationDates>): void {
    this.#inTransaction((now) => this.#dates.keep(asked, found, now));
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#db.close();
  }

  #inTransaction(write: (now: number) => void): void {
    const now = this.#now();
    try {
      this.#db.exec("BEGIN IMMEDIATE");
      write(now);
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw cacheError(this.path, error);
    }
  }
}
