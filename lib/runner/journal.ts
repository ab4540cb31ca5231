/** Everything that a run writes, under lock, repaired before it is appended to. */
import { writeFileAtomically } from "../benchmark/atomic_file.ts";
import type { FailureRow, ResultRow } from "../benchmark/records.ts";
import { cleaned, cleanRecord } from "./clean_rows.ts";
import { LineWriter } from "./line_writer.ts";
import { type LockedFile, openLocked } from "./locked_file.ts";
import type { Redactor } from "./redact.ts";
import { repairTail, type TailRepair } from "./repair_tail.ts";
import type { RunFiles } from "./run_files.ts";
import type { RunIdentity } from "./run_identity.ts";
import type { RunRecord } from "./run_record.ts";
import { type JournaledPage, type OpenRunFiles, readRunState, type RunState } from "./run_state.ts";

/** The files of a run, open for appending. Each promise resolves when the line is on disk. */
export interface Journal extends AsyncDisposable {
  /** What earlier invocations did; kept up to date. */
  readonly state: RunState;
  /** @throws {WriteError} */
  result(row: ResultRow): Promise<void>;
  /** @throws {WriteError} */
  failure(row: FailureRow): Promise<void>;
  /**
   * @returns False where the page was not written, because its cursor holds a
   * secret: such a question begins anew after a stop.
   * @throws {WriteError}
   */
  page(page: JournaledPage): Promise<boolean>;
  /**
   * @throws {WriteError}
   * @throws {Error} where a file was removed or renamed since it was opened.
   */
  record(record: RunRecord): Promise<void>;
}

/** The output comes first: who holds its lock may replace the companions. */
const ORDER: readonly (keyof RunFiles)[] = ["output", "failures", "runRecord", "pages"];

/**
 * Locks the files of a run, reads and checks what they hold, then repairs
 * their ends. Where it throws, no file that was there has changed.
 *
 * @param paths Of the files; those that are not there are made.
 * @param identity What the rows must agree with.
 * @param redactor Takes secrets out of what is written.
 * @throws {Error} where another run holds a file, or the files disagree with `identity`.
 */
export async function openJournal(
  paths: RunFiles,
  identity: RunIdentity,
  redactor: Redactor,
): Promise<Journal> {
  const locked = {} as Record<keyof RunFiles, LockedFile>;
  const closeAll = () => {
    for (const name of ORDER.toReversed()) locked[name]?.close();
  };
  try {
    for (const name of ORDER) locked[name] = await openLocked(paths[name]);
    const open = Object.fromEntries(ORDER.map((name) => [name, locked[name].file]));
    const state = readRunState(open as OpenRunFiles, paths, identity);
    const writers = {} as Record<keyof RunFiles, LineWriter>;
    for (const name of ORDER) {
      const { file, path } = locked[name];
      const notice = await repaired(file, path, state.repairs[name] ?? { kind: "none" });
      if (notice) state.notices.push(notice);
      writers[name] = new LineWriter(file, path, (await file.stat()).size);
    }
    return new OpenedJournal(locked, state, writers, redactor, closeAll);
  } catch (error) {
    closeAll();
    throw error;
  }
}

async function repaired(file: Deno.FsFile, path: string, repair: TailRepair) {
  try {
    return await repairTail(file, path, repair);
  } catch (cause) {
    throw new Error(`Cannot repair the end of ${path}: ${(cause as Error).message}`, { cause });
  }
}

class OpenedJournal implements Journal {
  constructor(
    readonly locked: Readonly<Record<keyof RunFiles, LockedFile>>,
    readonly state: RunState,
    readonly writers: Record<keyof RunFiles, LineWriter>,
    readonly redactor: Redactor,
    readonly closeAll: () => void,
  ) {}

  async result(row: ResultRow): Promise<void> {
    let line = JSON.stringify(row);
    if (this.redactor.cleanData(line) !== line) {
      // The query stays as it is: it identifies the row.
      const candidates = cleaned(row.candidates, this.redactor.cleanData);
      line = JSON.stringify({ ...row, candidates });
    }
    await this.writers.output.append(line);
    this.state.done.add(row.question_id);
    this.state.failed.delete(row.question_id);
    if (this.state.pages.delete(row.question_id)) this.state.stalePages = true;
  }

  async failure(row: FailureRow): Promise<void> {
    const { clean } = this.redactor;
    const safe = { ...row, error: clean(row.error), response: clean(row.response) };
    await this.writers.failures.append(JSON.stringify(safe));
    this.state.failed.set(row.question_id, safe);
  }

  async page(page: JournaledPage): Promise<boolean> {
    const { cleanData } = this.redactor;
    const pages = this.state.pages.get(page.question_id) ?? [];
    const cursor = JSON.stringify(page.next);
    if (cleanData(cursor) !== cursor || page.page !== pages.length) return false;
    const safe = { ...page, candidates: cleaned(page.candidates, cleanData) };
    await this.writers.pages.append(JSON.stringify(safe));
    this.state.pages.set(page.question_id, [...pages, safe]);
    return true;
  }

  async record(record: RunRecord): Promise<void> {
    await this.writers.runRecord.append(JSON.stringify(cleanRecord(record, this.redactor.clean)));
    for (const { path, inPlace } of Object.values(this.locked)) {
      if (await inPlace()) continue;
      throw new Error(
        `Cannot write ${path}: it was removed or renamed while the run wrote to it; ` +
          `put it back, or the rows in it will be asked for again`,
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of ORDER) await this.writers[name].settled();
    try {
      await this.#dropFinishedPages();
    } catch {
      // The pages of finished questions stay: the next run drops them.
    } finally {
      this.closeAll();
    }
  }

  /** Keeps the pages of unfinished questions only, so that the file does not outlive its use. */
  async #dropFinishedPages(): Promise<void> {
    if (!this.state.stalePages) return;
    // What stands under the name now is not this run's to replace.
    if (!await this.locked.pages.inPlace()) return;
    const { file, path } = this.locked.pages;
    const left = [...this.state.pages.values()].flat();
    if (left.length === 0) {
      await file.truncate(0);
      this.locked.pages.removeIfEmpty = true;
      return;
    }
    await writeFileAtomically(path, left.map((page) => JSON.stringify(page) + "\n"));
  }
}
