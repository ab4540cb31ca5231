/** What makes a run one run: rows that disagree with it are refused, not mixed in. */
import type { AskedQuestion } from "./asked_question.ts";
import { addressOf } from "./page_url.ts";
import type { PreparedSearch } from "./prepare_search.ts";
import type { RunFiles } from "./run_files.ts";
import type { SearchInput } from "./search_input.ts";

/** What the rows must agree with. */
export interface RunIdentity {
  provider: string;
  /** The settings of the adapter on which results depend. */
  settings: Readonly<Record<string, string>>;
  /** As in the start record. */
  corpusSha256: string | null;
  /** As in the start record. */
  endpoint: string | null;
  /** Whether another address means other results: so it is for an index of one's own. */
  endpointMatters: boolean;
  /** Every question of the input, asked now or not. */
  questions: ReadonlyMap<string, AskedQuestion>;
}

/** What the files of a run must agree with that asks this provider with this input. */
export function identityOf(search: PreparedSearch, input: SearchInput): RunIdentity {
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

/** The settings on which results depend. */
function settingsThatMatter({ provider, settings }: PreparedSearch): Record<string, string> {
  return Object.fromEntries(
    provider.settings.filter(({ neutral }) => !neutral).map(({ name }) => [name, settings[name]!]),
  );
}

/**
 * Compares a row of a run with what the input says now.
 *
 * @param row Failure records have no year.
 * @throws {Error} that says what differs.
 */
export function agreesWith(
  identity: RunIdentity,
  row: { question_id: string; provider: string; query: string; max_year?: number | null },
): void {
  const refuse = (what: string) =>
    new Error(
      `${what}; choose another --output, or the input and provider this file was made with`,
    );
  if (row.provider !== identity.provider) {
    throw refuse(`a row of provider "${row.provider}", not "${identity.provider}"`);
  }
  const asked = identity.questions.get(row.question_id);
  if (asked === undefined) throw refuse(`question "${row.question_id}" is not in the input`);
  // A blank text is none, in a row of an earlier version too.
  if (asked.query === null ? row.query.trim() !== "" : row.query !== asked.query) {
    throw refuse(
      `question "${row.question_id}" was asked with the query ${JSON.stringify(row.query)}, ` +
        `but the input has ${JSON.stringify(asked.query)}`,
    );
  }
  if (row.max_year !== undefined && row.max_year !== asked.max_year) {
    throw refuse(
      `question "${row.question_id}" was asked with max_year ${row.max_year}, ` +
        `but the input has ${asked.max_year}`,
    );
  }
}

/**
 * Compares a start record with the present invocation. What the record does
 * not know is no difference: a setting that a newer program adds keeps the old
 * behaviour as its default.
 *
 * @returns Notices about differences that may be harmless.
 * @throws {Error} that names what differs and both values.
 */
export function checkStart(
  record: Readonly<Record<string, unknown>>,
  identity: RunIdentity,
  paths: RunFiles,
): string[] {
  const refuse = (before: string, now: string, remedy: string) =>
    new Error(`Cannot continue ${paths.output}: it was made with ${before}, not ${now}; ${remedy}`);
  const settings = (record.settings ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(identity.settings)) {
    if (Object.hasOwn(settings, name) && settings[name] !== value) {
      throw refuse(
        `the setting ${name}=${settings[name]}`,
        `${name}=${value}`,
        `use --set ${name}=${settings[name]} or another --output`,
      );
    }
  }
  const corpus = record.corpus_sha256 ?? null;
  if (corpus !== null && corpus !== identity.corpusSha256) {
    throw refuse(
      `the corpus with SHA-256 ${corpus}`,
      `${identity.corpusSha256}`,
      "use the dataset it was made with or another --output",
    );
  }
  const endpoint = record.endpoint ?? null;
  if (endpoint === null || endpoint === identity.endpoint) return [];
  if (identity.endpointMatters) {
    throw refuse(
      `the index at ${endpoint}`,
      `${identity.endpoint}`,
      "set the address it was made with or choose another --output",
    );
  }
  return [
    `${paths.output} was begun with the address ${endpoint} and goes on with ${identity.endpoint}`,
  ];
}
