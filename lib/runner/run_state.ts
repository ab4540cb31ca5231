/** What earlier invocations have done, read from the files of a run and checked against the input. */
import { counted } from "../benchmark/counted.ts";
import type { Candidate, FailureRow } from "../benchmark/records.ts";
import type { Json } from "../providers/page.ts";
import { loadRows } from "./load_rows.ts";
import type { TailRepair } from "./repair_tail.ts";
import { parseRow, readResultHead, textField, yearField } from "./result_heads.ts";
import type { RunFiles } from "./run_files.ts";
import { agreesWith, checkStart, type RunIdentity } from "./run_identity.ts";

/** An answered page of a question that is not whole yet: one line of the pages file. */
export interface JournaledPage {
  question_id: string;
  provider: string;
  query: string;
  max_year: number | null;
  /** From 0. */
  page: number;
  last_rank: number;
  /** The cursor of the next page; never null. */
  next: Json;
  /** As in the result row. */
  request_query?: string;
  candidates: Candidate[];
}

/** What is known of a run before it goes on. */
export interface RunState {
  /** Questions with a result row. */
  done: Set<string>;
  /** The last failure record of each question without a result. */
  failed: Map<string, FailureRow>;
  /** The pages that were answered for each question without a result, in order. */
  pages: Map<string, JournaledPage[]>;
  /** Whether the pages file has pages of questions that have their result. */
  stalePages: boolean;
  /** What the end of each file needs, by the keys of RunFiles. */
  repairs: Partial<Record<keyof RunFiles, TailRepair>>;
  /** What the user should hear of. */
  notices: string[];
}

/** Files of a run that are open for reading; null for those that are not there. */
export type OpenRunFiles = Record<keyof RunFiles, Deno.FsFile | null>;

/**
 * Reads the files of a run. Nothing is written.
 *
 * @param open Their cursors at the start.
 * @param paths For messages.
 * @param identity What the rows must agree with.
 * @throws {Error} `file:line: reason` where a row is no row, belongs to another
 * provider, another query or year than the input's, or stands there twice; or
 * where the rows were made with other settings.
 */
export function readRunState(
  open: OpenRunFiles,
  paths: RunFiles,
  identity: RunIdentity,
): RunState {
  const state: RunState = {
    done: new Set(),
    failed: new Map(),
    pages: new Map(),
    stalePages: false,
    repairs: {},
    notices: [],
  };
  const load = (name: keyof RunFiles, read: (bytes: Uint8Array) => void) => {
    const file = open[name];
    if (file) state.repairs[name] = loadRows(file, paths[name], read);
  };
  load("output", (bytes) => {
    const head = readResultHead(bytes);
    agreesWith(identity, head);
    if (state.done.has(head.question_id)) {
      throw new Error(`question "${head.question_id}" stands in this file twice`);
    }
    state.done.add(head.question_id);
  });
  const unknown = new Set<string>();
  load("failures", (bytes) => readFailure(bytes, identity, state, unknown));
  if (unknown.size > 0) {
    state.notices.push(
      `${paths.failures} has failures of ${counted(unknown.size, "question")} not in the input ` +
        `(such as "${[...unknown][0]}"), which are ignored`,
    );
  }
  load("pages", (bytes) => readPage(bytes, identity, state));
  let start: Record<string, unknown> | null = null;
  load("runRecord", (bytes) => {
    const record = parseRow(bytes);
    if (record.event === "start") start = record;
  });
  const begun = state.done.size + state.failed.size + state.pages.size > 0;
  if (begun) {
    if (start === null) {
      state.notices.push(
        `${paths.runRecord} has no record of how ${paths.output} was made: its settings cannot be checked`,
      );
    } else state.notices.push(...checkStart(start, identity, paths));
  }
  return state;
}

function readFailure(
  bytes: Uint8Array,
  identity: RunIdentity,
  state: RunState,
  unknown: Set<string>,
): void {
  const row = parseRow(bytes);
  const question_id = textField(row, "question_id");
  const provider = textField(row, "provider");
  const asked = identity.questions.get(question_id);
  if (asked === undefined) {
    unknown.add(question_id);
    return;
  }
  const query = textField(row, "query");
  // No request was made, for want of a query or for what was wrong with it: another one that the
  // input has by now differs from nothing that was asked.
  const unasked = row.status === null && row.retryable === false;
  const now = asked.query ?? "";
  const mended = unasked && query !== now;
  agreesWith(identity, { question_id, provider, query: mended ? now : query });
  if (mended) {
    state.failed.delete(question_id);
    return;
  }
  if (typeof row.retryable !== "boolean") throw new Error(`"retryable" is not true or false`);
  if (!state.done.has(question_id)) {
    state.failed.set(question_id, row as unknown as FailureRow);
  }
}

function readPage(bytes: Uint8Array, identity: RunIdentity, state: RunState): void {
  const row = parseRow(bytes);
  const page = {
    ...row,
    question_id: textField(row, "question_id"),
    provider: textField(row, "provider"),
    query: textField(row, "query"),
    max_year: yearField(row),
  } as unknown as JournaledPage;
  agreesWith(identity, page);
  if (!Array.isArray(page.candidates)) throw new Error(`"candidates" is not a list`);
  if (!Number.isInteger(page.page) || !Number.isInteger(page.last_rank)) {
    throw new Error(`"page" or "last_rank" is not a whole number`);
  }
  // The last page of a question is never journaled: without a cursor the list would pass as whole.
  if ((page.next ?? null) === null) throw new Error(`"next" says of no page how to go on`);
  if (state.done.has(page.question_id)) {
    state.stalePages = true;
    return;
  }
  const pages = state.pages.get(page.question_id) ?? [];
  if (page.page !== pages.length) {
    throw new Error(
      `page ${page.page} of question "${page.question_id}" follows ${pages.length} pages`,
    );
  }
  pages.push(page);
  state.pages.set(page.question_id, pages);
}
