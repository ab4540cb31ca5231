/** The history of a run: appended to NAME.run.jsonl, never overwritten. */

/** What an invocation began with. */
export interface StartRecord {
  event: "start";
  /** ISO 8601, UTC. */
  time: string;
  /** Of this program. */
  version: string;
  provider: string;
  /** The flags that were given or have a default, without secrets. */
  flags: Record<string, unknown>;
  /** Every setting of the adapter. */
  settings: Record<string, string>;
  /** The question file as it was read. */
  input: { path: string; sha256: string };
  /** Hash of the papers that the built-in engine searches; null for the others. */
  corpus_sha256: string | null;
  /** Where the requests go, as addressOf in page_url.ts tells it; null for the built-in engine. */
  endpoint: string | null;
  questions: { in_scope: number; done_before: number; to_ask: number };
}

/** How far an invocation is; written every minute. */
export interface CounterRecord extends Counts {
  event: "counter";
  time: string;
}

/** How an invocation ended. */
export interface EndRecord extends Counts {
  event: "end";
  time: string;
  reason: EndReason;
  /** More about the reason, such as what the provider said. */
  message?: string;
}

/** Why a run ended. */
export type EndReason = "finished" | "stopped" | "max_calls" | "interrupted" | "error";

/** What was done in this invocation. */
export interface Counts {
  /** Requests sent. */
  calls: number;
  results: number;
  /** Failure records written. */
  failures: number;
  /** Of the failures: the provider said that it found nothing. */
  no_results: number;
  /** Calls that repeated one that had failed. */
  retries: number;
}

/** Counters of an invocation at zero. */
export function noCounts(): Counts {
  return { calls: 0, results: 0, failures: 0, no_results: 0, retries: 0 };
}

/** A line of the run record. */
export type RunRecord = StartRecord | CounterRecord | EndRecord;
