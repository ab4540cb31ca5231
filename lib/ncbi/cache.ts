/** What NCBI has answered, kept on disk and shared by all runs. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { FileError } from "../benchmark/text_source.ts";
import { openDatabase } from "./cache_database.ts";
import type { PublicationDates } from "./publication_year.ts";

/** Days after which an id that NCBI did not know is asked again: records arrive late. */
export const MISS_DAYS = 30;
/** Days after which the dates of a PMID are asked again: a paper gets its issue long after it is online. */
export const DATES_DAYS = 180;

const DAY = 86_400_000;

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
 * A miss is kept with its time, and never replaces what was found.
 */
export class NcbiCache implements Disposable {
  /** The SQLite file. */
  readonly path: string;
  /** Whether there is such a file; a cache that is only read may be absent, and then knows nothing. */
  readonly exists: boolean;
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #getPmcid: StatementSync;
  readonly #getDates: StatementSync;
  readonly #putPmcid: StatementSync;
  readonly #putDates: StatementSync;

  private constructor(path: string, exists: boolean, db: DatabaseSync, now: () => number) {
    this.path = path;
    this.exists = exists;
    this.#db = db;
    this.#now = now;
    this.#getPmcid = db.prepare("SELECT pmid, asked FROM pmcid WHERE id = ?");
    this.#getDates = db.prepare(
      "SELECT pubdate, epubdate, sortpubdate, asked FROM dates WHERE pmid = ?",
    );
    this.#putPmcid = db.prepare(
      `INSERT INTO pmcid (id, pmid, asked) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
       SET pmid = coalesce(excluded.pmid, pmcid.pmid), asked = excluded.asked`,
    );
    this.#putDates = db.prepare(
      `INSERT INTO dates (pmid, pubdate, epubdate, sortpubdate, asked)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET pubdate = coalesce(excluded.pubdate, dates.pubdate),
         epubdate = coalesce(excluded.epubdate, dates.epubdate),
         sortpubdate = coalesce(excluded.sortpubdate, dates.sortpubdate),
         asked = excluded.asked`,
    );
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
      throw unusable(path, error);
    }
  }

  /** The PMID of a PMCID; null where NCBI knows none; undefined where it was never asked. */
  pmidOf(pmcid: number): number | null | undefined {
    const row = this.#get(this.#getPmcid, pmcid);
    return row && (row.pmid as number | null);
  }

  /** The dates of a PMID; null where PubMed does not know it; undefined where it was never asked. */
  datesOf(pmid: number): PublicationDates | null | undefined {
    const row = this.#get(this.#getDates, pmid);
    return row && (row.pubdate === null ? null : {
      pubdate: row.pubdate as string,
      epubdate: row.epubdate as string,
      sortpubdate: row.sortpubdate as string,
    });
  }

  /** Whether a PMCID need not be asked: it was found, or missed not long ago. */
  knowsPmcid(pmcid: number): boolean {
    const row = this.#get(this.#getPmcid, pmcid);
    return row !== undefined && (row.pmid !== null || this.#isFresh(row.asked, MISS_DAYS));
  }

  /** Whether a PMID need not be asked: it was found or missed not long ago. */
  knowsDates(pmid: number): boolean {
    const row = this.#get(this.#getDates, pmid);
    return row !== undefined &&
      this.#isFresh(row.asked, row.pubdate === null ? MISS_DAYS : DATES_DAYS);
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
  keepPmids(
    asked: readonly number[],
    found: ReadonlyMap<number, number>,
  ): void {
    const now = this.#now();
    this.#inTransaction(() => {
      for (const id of asked) this.#putPmcid.run(id, found.get(id) ?? null, now);
    });
  }

  /** Keeps a batch of PMIDs; those asked but not found are misses. */
  keepDates(
    asked: readonly number[],
    found: ReadonlyMap<number, PublicationDates>,
  ): void {
    const now = this.#now();
    this.#inTransaction(() => {
      for (const pmid of asked) {
        const { pubdate = null, epubdate = null, sortpubdate = null } = found.get(pmid) ?? {};
        this.#putDates.run(pmid, pubdate, epubdate, sortpubdate, now);
      }
    });
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#db.close();
  }

  #get(statement: StatementSync, id: number) {
    try {
      return statement.get(id);
    } catch (error) {
      throw unusable(this.path, error);
    }
  }

  /** What seems to come from the future was kept under a wrong clock, and might never grow old; a day is left for other machines' clocks. */
  #isFresh(asked: unknown, days: number): boolean {
    const age = this.#now() - Number(asked);
    return age > -DAY && age < days * DAY;
  }

  #inTransaction(write: () => void): void {
    try {
      this.#db.exec("BEGIN IMMEDIATE");
      write();
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw unusable(this.path, error);
    }
  }
}

/** An error about the cache, which readers that call back do not take for one about their file. */
function unusable(path: string, error: unknown): Error {
  if (error instanceof Deno.errors.NotCapable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new FileError(
    path,
    null,
    `cannot be used as the cache of NCBI look-ups: ${reason}; name another file with --cache`,
    { cause: error },
  );
}
