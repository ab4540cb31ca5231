/** The SQLite file of the cache: its mark, the version of its tables, its health. */
import { DatabaseSync } from "node:sqlite";
import { dirname } from "@std/path";
import { FileError } from "../benchmark/text_source.ts";

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

/** An opened database. */
export interface OpenedDatabase {
  db: DatabaseSync;
  /** Whether the file is there; without it what is opened is empty and in memory. */
  exists: boolean;
}

/**
 * Opens the database of a cache, made on first use together with its folder.
 *
 * @param path The file.
 * @param readOnly Nothing is made or written, unless a killed process left a batch half written:
 *   that is rolled back.
 * @throws {Error} where the file is another program's, of a newer version or damaged.
 */
export async function openDatabase(path: string, readOnly: boolean): Promise<OpenedDatabase> {
  const exists = await isThere(path);
  if (!readOnly) {
    if (!exists) await makeFolder(dirname(path));
    return { db: connect(path, false), exists: true };
  }
  return { db: exists ? await connectToRead(path) : emptyDatabase(), exists };
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

/** An error about the cache, which readers that call back do not take for one about their file. */
export function cacheError(path: string, error: unknown): Error {
  if (error instanceof Deno.errors.NotCapable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new FileError(
    path,
    null,
    `cannot be used as the cache of NCBI look-ups: ${reason}; name another file with --cache`,
    { cause: error },
  );
}
