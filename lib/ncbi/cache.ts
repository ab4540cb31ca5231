/** What NCBI has answered, kept on disk and shared by all runs. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { dirname } from "@std/path";
import { FileError } from "../benchmark/text_source.ts";
import type { PublicationDates } from "./publication_year.ts";

/** Days after which an id that NCBI did not know is asked again: records arrive late. */
export const MISS_DAYS = 30;
/** Days after which the dates of a PMID are asked again: a paper gets its issue long after it is online. */
export const DATES_DAYS = 180;

const DAY = 86_400_000;
/** "NCBI" in ASCII: SQLite's mark of whose database a file is. */
const APPLICATION_ID = 0x4e434249;
/** Of the tables below; files of version 0 hold misses that may be failures of NCBI. */
const SCHEMA_VERSION = 1;
/** A second process may hold the file for as long as it commits a batch. */
const BUSY_TIMEOUT_MS = 10_000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS pmcid (
  id INTEGER PRIMARY KEY, pmid INTEGER, asked INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS dates (
  pmid INTEGER PRIMARY KEY, pubdate TEXT, epubdate TEXT, sortpubdate TEXT,
  asked INTEGER NOT NULL);`;

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
      const exists = await isThere(path);
      if (!readOnly && !exists) await makeFolder(dirname(path));
      const db = !readOnly
        ? connect(path, false)
        : exists
        ? await connectToRead(path)
        : emptyDatabase();
      try {
        return new NcbiCache(path, exists || !readOnly, db, now);
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

  #isFresh(asked: unknown, days: number): boolean {
    return this.#now() - Number(asked) < days * DAY;
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

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Makes a folder; one that is there needs no permission to be made. */
async function makeFolder(folder: string): Promise<void> {
  if (!await isThere(folder)) await Deno.mkdir(folder, { recursive: true });
}

function emptyDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec(SCHEMA);
  return db;
}

/** Opens a database to read it; what a killed process left half written is rolled back first, which writes. */
async function connectToRead(path: string): Promise<DatabaseSync> {
  try {
    return connect(path, true);
  } catch (error) {
    const leftovers = await Promise.all([`${path}-journal`, `${path}-wal`].map(isThere));
    if (!leftovers.includes(true)) throw error;
    connect(path, false).close();
    return connect(path, true);
  }
}

/** Opens the database and makes its tables; throws where the file is another program's. */
function connect(path: string, readOnly: boolean): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly });
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // As of one moment: another process may be making the tables.
    db.exec("BEGIN");
    const version = checkOwner(db);
    refuseDamage(db);
    db.exec("COMMIT");
    if (readOnly) {
      if (version > 0 || hasTables(db)) return db;
      db.close();
      return emptyDatabase();
    }
    // For files that earlier versions gave a write-ahead log.
    db.exec("PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE");
    if (checkOwner(db) < SCHEMA_VERSION) migrate(db);
    db.exec("COMMIT");
    return db;
  } catch (error) {
    // Closing rolls back.
    if (db.isOpen) db.close();
    throw error;
  }
}

function hasTables(db: DatabaseSync): boolean {
  return db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.n !== 0;
}

/** The version of a database's tables; 0 for a new one too. */
function checkOwner(db: DatabaseSync): number {
  const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
  if (pragma("application_id") !== APPLICATION_ID) {
    if (hasTables(db)) throw new Error("it is another program's SQLite database");
    return 0;
  }
  const version = pragma("user_version");
  if (version > SCHEMA_VERSION) {
    throw new Error(`a newer version of this program made it (tables of version ${version})`);
  }
  return version;
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

function migrate(db: DatabaseSync): void {
  db.exec(`${SCHEMA}
    DELETE FROM pmcid WHERE pmid IS NULL;
    DELETE FROM dates WHERE pubdate IS NULL
      OR (pubdate = '' AND epubdate = '' AND sortpubdate = '');
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${SCHEMA_VERSION};`);
}
