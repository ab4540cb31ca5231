/** Taking secrets out of what is written. */
import type { RunRecord } from "./run_record.ts";

/** Cleans every text in a JSON value. */
export function cleaned<T>(value: T, clean: (text: string) => string): T {
  if (typeof value === "string") return clean(value) as T;
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean)) as T;
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, cleaned(each, clean)]),
    ) as T;
  }
  return value;
}

/**
 * Cleans what is free text in a run record; settings, names and hashes are
 * compared by the next run and stay as they are.
 */
export function cleanRecord(record: RunRecord, clean: (text: string) => string): RunRecord {
  switch (record.event) {
    case "start":
      return {
        ...record,
        flags: cleaned(record.flags, clean),
        input: { ...record.input, path: clean(record.input.path) },
      };
    case "end":
      return record.message === undefined ? record : { ...record, message: clean(record.message) };
    case "counter":
      return record;
  }
}
