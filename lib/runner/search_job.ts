/** What an invocation of the search command is to do. */
import type { Scope } from "./plan.ts";
import type { PreparedSearch } from "./prepare_search.ts";
import type { RunFiles } from "./run_files.ts";
import type { SearchInput } from "./search_input.ts";

/** What to ask of whom, where to write it, and within which limits. */
export interface SearchJob {
  search: PreparedSearch;
  input: SearchInput;
  files: RunFiles;
  scope: Scope;
  /** Questions asked at a time. */
  concurrency: number;
  /** Most requests for one page. */
  attempts: number;
  timeoutSeconds: number;
  /** Most calls of this invocation. */
  maxCalls?: number | undefined;
  /** Longest wait that an answer may ask for, in seconds. */
  maxWait: number;
  confirmLargeRun: boolean;
  /** The flags for the run record. */
  flags: Record<string, unknown>;
  /** Milliseconds between counter records. @default one minute */
  counterMs?: number;
  /** Where progress and notices go. */
  display: { write: (text: string) => void; live: boolean; quiet: boolean };
}
