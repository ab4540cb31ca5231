/** Counts of keyword queries. */
import { type KeywordQueryRow, type PromptFault, promptFault } from "./keyword_queries.ts";
import { listed } from "./listed.ts";

/** The summary, with the published program's keys. A field that is null counts under "null". */
export interface KeywordQuerySummary {
  rows: number;
  providers: Record<string, number>;
  models: Record<string, number>;
  sources: Record<string, number>;
  prompt_provenance: Record<string, number>;
  generated_query_differs_from_request_query: number;
}

/** Counts rows as they come. */
export class KeywordQueryCount {
  #rows = 0;
  #differing = 0;
  readonly #differingByProvider = new Map<string, number>();
  readonly #counts = {
    providers: new Map<string, number>(),
    models: new Map<string, number>(),
    sources: new Map<string, number>(),
    prompt_provenance: new Map<string, number>(),
  };
  readonly #faults: Record<PromptFault, string[]> = {
    "other hash": [],
    "prompt without hash": [],
    "hash without prompt": [],
  };

  /** Adds a row and checks its prompt's hash. */
  add(row: KeywordQueryRow): void {
    this.#rows++;
    increment(this.#counts.providers, row.provider);
    increment(this.#counts.models, row.model);
    increment(this.#counts.sources, row.source);
    increment(this.#counts.prompt_provenance, row.prompt_provenance);
    if (row.generated_query !== row.request_query_used) {
      this.#differing++;
      increment(this.#differingByProvider, row.provider);
    }
    const fault = promptFault(row);
    if (fault !== null) this.#faults[fault].push(`${row.question_id} (${row.provider})`);
  }

  /** One sentence on the queries whose prompt and hash disagree, or null where there are none. */
  promptNotice(): string | null {
    const words: Record<PromptFault, string> = {
      "other hash": "have a prompt_sha256 that is not the SHA-256 of their prompt",
      "prompt without hash": "have a prompt without prompt_sha256",
      "hash without prompt": "have a prompt_sha256 without prompt",
    };
    const parts = Object.entries(this.#faults).filter(([, rows]) => rows.length > 0)
      .map(([fault, rows]) =>
        `${rows.length} of ${this.#rows} queries ${words[fault as PromptFault]}: ${listed(rows)}`
      );
    return parts.length === 0 ? null : parts.join("; ");
  }

  /** By provider: queries that were not sent as generated; providers without any are not there. */
  get differingByProvider(): ReadonlyMap<string, number> {
    return this.#differingByProvider;
  }

  /** The counts so far. */
  summary(): KeywordQuerySummary {
    const { providers, models, sources, prompt_provenance } = this.#counts;
    return {
      rows: this.#rows,
      providers: Object.fromEntries(providers),
      models: Object.fromEntries(models),
      sources: Object.fromEntries(sources),
      prompt_provenance: Object.fromEntries(prompt_provenance),
      generated_query_differs_from_request_query: this.#differing,
    };
  }
}

function increment(counts: Map<string, number>, key: string | null): void {
  const name = key ?? "null";
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
