/** A page of a question's list: how it is asked for, what was answered, and what that means. */
import type { Candidate } from "../benchmark/records.ts";

/** A value that survives JSON; page cursors are written to the page journal. */
export type Json = null | boolean | number | string | Json[] | {
  [key: string]: Json;
};

/** What one page of one question is asked with. */
export interface PageContext {
  /** The query to send: the question's text or the frozen keyword query. */
  query: string;
  /** Inclusive publication-year limit; null where the question has none. */
  maxYear: number | null;
  /** Page number, from 0. */
  page: number;
  /** What the previous page's answer said to continue with; null on page 0. */
  cursor: Json;
  /** Candidates kept from the earlier pages of this question. */
  collected: number;
  /** Rank of the last result slot of the earlier pages, 0 on page 0: a provider that leaves gaps counts rows that were skipped. */
  lastRank: number;
  /** Every setting of the adapter, defaults filled in. */
  settings: Readonly<Record<string, string>>;
}

/** A page's request before the runner adds base URL, user agent, key and timeout. */
export interface PageRequest {
  method: "GET" | "POST";
  /** Appended to the base URL, from "/", without a query string. */
  path: string;
  /** Query parameters in order; the key is not among them. */
  params?: Readonly<Record<string, string>>;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with `Content-Type: application/json`. */
  body?: Json;
  /** Sent form-encoded in the body, for queries too long for a URL; a key that is a parameter goes there too. Not with `params` or `body`. */
  form?: Readonly<Record<string, string>>;
}

/** What one answered page holds. */
export interface Page {
  candidates: Candidate[];
  /** Rank of the last result slot used up to and with this page. */
  lastRank: number;
  /** Continue with this cursor, or null when the list is complete. */
  next: Json;
  /** What a user should hear of: warnings of the provider, a cut query. */
  notices?: string[];
  /** The query as it was searched with, where the provider's limits made it shorter than the one given. */
  sentQuery?: string;
}

/**
 * How a failure is dealt with:
 * - `retry`: ask again after a pause;
 * - `stop`: the key, plan or quota: the run ends, nothing is recorded against the question;
 * - `terminal`: this query will never work: recorded, skipped by later runs;
 * - `end`: no error: the list ends here, what was collected is kept.
 */
export type FailureClass = "retry" | "stop" | "terminal" | "end";

/** An answer as the runner got it. */
export interface ProviderResponse {
  status: number;
  headers: Headers;
  /** Body as text. */
  text: string;
  /** The parsed body, or undefined where it is no JSON. */
  json: unknown;
}

/** A judgement of an answer. */
export interface Verdict {
  class: FailureClass;
  /** What the provider said, without secrets where the adapter can tell; the runner redacts again. */
  message: string;
  /** What the user can do about it; for `stop`. */
  remedy?: string;
  /** Seconds to wait, where the answer says so otherwise than in Retry-After. */
  retryAfterSeconds?: number;
  /** With `terminal`: the provider said that it found nothing, which counts as answered for the exit code. */
  noResults?: boolean;
}

/** A 2xx answer that does not have the documented shape. */
export class MalformedResponse extends Error {
  override name = "MalformedResponse";
}
