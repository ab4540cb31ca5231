/**
 * What a provider adapter is: a declaration plus pure functions that say how a
 * page is asked for and how its answer reads. Sending, pacing, retrying and
 * writing are the runner's; an adapter does no I/O.
 */
import type { Candidate } from "../benchmark/records.ts";
import type { Page, PageContext, PageRequest, ProviderResponse, Verdict } from "./page.ts";

/** A setting of an adapter, changed with `--set NAME=VALUE` and recorded in the run record. */
export interface Setting {
  name: string;
  /** Default, as the text a user would type. */
  default: string;
  /** What it does, one line, for `--help` and docs/providers.md. */
  about: string;
  /** Allowed values; any text where absent. */
  values?: readonly string[];
  /** Throws an Error that says what is wrong with the value; for settings with free text. */
  check?: (value: string) => void;
  /** Environment variable that gives the value where `--set` does not. */
  variable?: string;
  /** It cannot change what is found (an address, a name): a run may be continued with another value. */
  neutral?: boolean;
  /** The run cannot start while the value is empty. */
  required?: boolean;
  /** Empty is a value of its own; where the default is empty it always is. */
  mayBeEmpty?: boolean;
}

/** What a call costs, with where and when that was read. */
export interface Price {
  /** US dollars per call, under the default settings; null where there is no per-call price or it is unknown. */
  usdPerCall: number | null;
  /** What to know about it: plan-based, free, sources disagree. */
  note: string;
  /** Where it was read. */
  source: string;
  /** When it was read, YYYY-MM-DD, YYYY-MM or YYYY, as exactly as is known. */
  date: string;
}

/** How a key is sent. `header` gets `prefix + key`; `param` puts it in the URL. */
export type KeyPlace =
  | { kind: "header"; name: string; prefix?: string }
  | { kind: "param"; name: string }
  | { kind: "none" };

/** One HTTP search API. */
export interface HttpProvider {
  kind: "http";
  /** Name in commands and files, e.g. `openalex_keyword`. */
  name: string;
  /** Name for readers, e.g. "OpenAlex (keyword)". */
  label: string;
  /** `published`: part of the published comparison; `baseline`: this project's own addition. */
  role: "published" | "baseline";
  key: {
    /** Environment variable; not read where `place` is `none`. */
    variable: string;
    /** Further variables tried in order. */
    fallbacks?: readonly string[];
    required: boolean;
    place: KeyPlace;
  };
  /** Further environment variables that `authHeaders` or settings read (OpenSearch). */
  variables?: readonly string[];
  /** Those of `variables` whose values are secrets, to be redacted like the key. */
  secretVariables?: readonly string[];
  /**
   * Further headers that prove who asks, for schemes that are not one key (HTTP
   * Basic). Called once a run with the process environment over `.env`; sent to
   * the provider's own origin only, like the key.
   */
  authHeaders?(
    environment: Readonly<Record<string, string | undefined>>,
  ): Record<string, string>;
  baseUrl: {
    variable: string;
    /** Null where there is no default (bring your own). */
    default: string | null;
  };
  /** Requests per second by default, with the provider's own limit in mind; a function where a key changes it. */
  rate: number | ((hasKey: boolean) => number);
  /** Results a question at the most. */
  depth: number;
  /** Calls a question at the most when every result is usable: what estimates count with. */
  callsPerQuestion: number;
  /** Calls after which the adapter ends paging for certain, where skipped rows or short pages can need more than `callsPerQuestion`. */
  maxCallsPerQuestion?: number;
  price: Price;
  /** What a call costs where settings change it: US dollars, null where unknown. Read by priceUnder (./price.ts). */
  usdPerCallWith?(settings: Readonly<Record<string, string>>): number | null;
  /** `question`: the question's text; otherwise the name under which the frozen keyword query stands in `queries`. */
  query:
    | "question"
    | "semantic_scholar"
    | "openalex_keyword"
    | "google_scholar";
  /** Whether max_year is applied by the request; if not, resolve_pmcids applies it afterwards. */
  filtersYear: boolean;
  /** Whether results are web pages whose identifiers were read from URLs. */
  web: boolean;
  settings: readonly Setting[];
  /** Throws an Error where settings that are right by themselves do not go together. */
  checkSettings?(settings: Readonly<Record<string, string>>): void;
  /** Says how to ask for a page. Throws an Error where the query cannot be sent at all (terminal for the question). */
  request(context: PageContext): PageRequest;
  /**
   * Reads the JSON of a 2xx answer.
   * @throws {MalformedResponse} where it is not what the provider documents.
   */
  parse(json: unknown, context: PageContext): Page;
  /**
   * Judges an answer that is no plain success: every status outside 2xx, and 2xx bodies that carry an error.
   * Returns null to leave it to the common rules of ./failures.ts (non-2xx) or to accept it (2xx).
   */
  judge?(response: ProviderResponse, context: PageContext): Verdict | null;
}

/** A search engine inside this program: no network, no key, no price. */
export interface LocalProvider {
  kind: "local";
  name: string;
  label: string;
  role: "baseline";
  depth: number;
  query: "question";
  filtersYear: true;
  web: false;
  settings: readonly Setting[];
  /** Opens the index over a corpus (papers.jsonl); the engine answers whole lists. */
  open(options: {
    papers: Iterable<Paper>;
    settings: Readonly<Record<string, string>>;
  }): LocalEngine;
}

/** One paper of a local corpus: a line of papers.jsonl. */
export interface Paper {
  pmid: string;
  doi: string | null;
  pmcid?: string | null;
  title: string;
  year: number | null;
}

/** An opened local index. */
export interface LocalEngine extends Disposable {
  search(query: string, maxYear: number | null): Candidate[];
}

/** A row of the provider table. */
export type Provider = HttpProvider | LocalProvider;
