/** What NCBI has answered, kept on disk and shared by all runs. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { dirname } from "@std/path";
import { FileError } from "../benchmark/text_source.ts";
import type { PublicationDates } from "./publication_year.ts";

/** Days after which an id that NCBI did not know is asked again: records arrive late. */
export const MISS_DAYS = 30;

const DAY = 86_400_000;
/** "NCBI" in ASCII: SQLite's mark of whose database a file is. */
const APPLICATION_ID = 0x4e434249;
const BUSY = 5;
/** A second process may hold the file for as long as it commits a batch. */
const BUSY_TIMEOUT_MS = 10_000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS pmcid (
  id INTEGER PRIMARY KEY, pmid INTEGER, asked INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS dates (
  pmid INTEGER PRIMARY KEY, pubdate TEXT, epubdate TEXT, sortpubdate TEXT,
  asked INTEGER NOT NULL);
PRAGMA application_id = ${APPLICATION_ID};`;

/** How a cache is opened. */
export interface CacheOptions {
  /** Milliseconds since 1970; @default Date.now */
  now?: () => number;
  /** Waits while another process creates the same file. */
  sleep: (milliseconds: number) => Promise<void>;
}

/**
 * The look-ups of all runs in one SQLite file. Every batch is one transaction,
 * so an interrupted run loses nothing that was answered, and several
 * processes may use the file at once (write-ahead log, busy timeout). A miss
 * is kept with its time, and never replaces what another process found.
 */
export class NcbiCache implements Disposable {
  #db: DatabaseSync;
  #now: () => number;
  #getPmcid: StatementSync;
  #getDates: StatementSync;
  #putPmcid: StatementSync;
  #putDates: StatementSync;

  private constructor(private readonly path: string, db: DatabaseSync, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#getPmcid = db.prepare("SELECT pmid, asked FROM pmcid WHERE id = ?");
    this.#getDates = db.prepare(
      "SELECT pubdate, epubdate, sortpubdate, asked FROM dates WHERE pmid = ?",
    );
    this.#putPmcid = db.prepare(
      `INSERT INTO pmcid VALUES (?, ?, ?) ON CONFLICT DO UPDATE
       SET pmid = excluded.pmid, asked = excluded.asked
       WHERE excluded.pmid IS NOT NULL OR pmcid.pmid IS NULL`,
    );
    this.#putDates = db.prepare(
      `INSERT INTO dates VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET pubdate = excluded.pubdate, epubdate = excluded.epubdate,
         sortpubdate = excluded.sortpubdate, asked = excluded.asked
       WHERE excluded.pubdate IS NOT NULL OR dates.pubdate IS NULL`,
    );
  }

  /**
   * Opens a cache, made on first use together with its folder.
   *
   * @param path The SQLite file.
   * @throws {FileError} where the file is something else, locked for long, or cannot be written.
   */
  static async open(path: string, options: CacheOptions): Promise<NcbiCache> {
    // Switching a new file to the write-ahead log needs it alone, and SQLite's busy timeout does not cover that moment.
    for (let attempt = 1;; attempt++) {
      try {
        const folder = dirname(path);
        if (folder !== ".") await Deno.mkdir(folder, { recursive: true });
        return new NcbiCache(path, connect(path), options.now ?? Date.now);
      } catch (error) {
        const busy = (error as { errcode?: number }).errcode === BUSY;
        if (!busy || attempt === 100) throw unusable(path, error);
        await options.sleep(100);
      }
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
    return row !== undefined && (row.pmid !== null || this.#isFresh(row.asked));
  }

  /** Whether a PMID need not be asked: it was found, or missed not long ago. */
  knowsDates(pmid: number): boolean {
    const row = this.#get(this.#getDates, pmid);
    return row !== undefined &&
      (row.pubdate !== null || this.#isFresh(row.asked));
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

  #isFresh(asked: unknown): boolean {
    return this.#now() - Number(asked) < MISS_DAYS * DAY;
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

/** Opens the database and makes its tables; throws where the file is another program's. */
function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const { application_id: owner } = db.prepare("PRAGMA application_id")
      .get() as { application_id: number };
    if (owner !== APPLICATION_ID) {
      const tables = db.prepare("SELECT count(*) AS n FROM sqlite_schema").get();
      if (tables?.n !== 0) {
        throw new Error("it is another program's SQLite database");
      }
    }
    refuseDamage(db);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * SQLite reads what is missing at the end of a file as zeros, and answers that
 * were zeroed would count as answers. The check takes 0.4 s for a million rows.
 */
function refuseDamage(db: DatabaseSync): void {
  const found = db.prepare("PRAGMA quick_check(1)").get()?.quick_check;
  if (found !== "ok") {
    const detail = String(found).split("\n").at(-1);
    throw new Error(`it is damaged, as by a full disk or a copy that was cut off (${detail})`);
  }
}
