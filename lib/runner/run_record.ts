/** The history of a run: appended to NAME.run.jsonl, never overwritten. */
import type { RunFiles } from "./run_files.ts";

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
  /** Calls that repeated one that had failed. */
  retries: number;
}

/** A line of the run record. */
export type RunRecord = StartRecord | CounterRecord | EndRecord;

/**
 * Compares the settings of a start record with the present ones. A setting
 * that the record does not know had its default then; a newer program that
 * adds one keeps the old behaviour as its default.
 *
 * @throws {Error} that names the setting and both values.
 */
export function checkSettings(
  record: Record<string, unknown>,
  settings: Readonly<Record<string, string>>,
  paths: RunFiles,
): void {
  const before = (record.settings ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(settings)) {
    if (Object.hasOwn(before, name) && before[name] !== value) {
      throw new Error(
        `Cannot continue ${paths.output}: it was made with the setting ${name}=${before[name]}, ` +
          `not ${name}=${value}; use --set ${name}=${before[name]} or another --output`,
      );
    }
  }
}
