/** What a run of the search command does. */
import type { Scope } from "./plan.ts";
import { addressOf } from "./page_url.ts";
import type { PreparedSearch } from "./prepare_search.ts";
import type { RunFiles } from "./run_files.ts";
import type { RunIdentity } from "./run_identity.ts";
import type { SearchInput } from "./search_input.ts";

/** What a run does, with all its settings. */
export interface SearchRun {
  search: PreparedSearch;
  input: SearchInput;
  files: RunFiles;
  scope: Scope;
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

/** Results asked for a question: the provider's depth, or less by a setting. */
export function depthAsked({ provider, settings }: PreparedSearch): number {
  const set = Number(settings.max_results ?? settings.num_results);
  return set > 0 ? Math.min(set, provider.depth) : provider.depth;
}

/** The settings on which results depend. */
function settingsThatMatter({ provider, settings }: PreparedSearch): Record<string, string> {
  return Object.fromEntries(
    provider.settings.filter(({ neutral }) => !neutral).map(({ name }) => [name, settings[name]!]),
  );
}

/** What the files of the run must agree with. */
export function identityOf({ search, input }: SearchRun): RunIdentity {
  const { http } = search;
  return {
    provider: search.provider.name,
    settings: settingsThatMatter(search),
    corpusSha256: input.corpus?.sha256 ?? null,
    endpoint: http && addressOf(http.endpoint, http.provider),
    endpointMatters: http?.provider.baseUrl.default === null,
    questions: new Map(input.questions.map((question) => [question.question_id, question])),
  };
}
