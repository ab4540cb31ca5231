/**
 * The records of the benchmark's files, one JSON object a line (see docs/formats.md). Unknown fields are kept when a file is rewritten.
 */

/** One paper that answers a question. Identifiers are as the file has them. */
export interface GoldPaper {
  pmid: string | null;
  doi?: string | null;
  title?: string | null;
}

/** A frozen query for one provider, and where it came from. */
export interface FrozenQuery {
  /** The generated query. */
  query: string;
  /** What was really sent, where that differs from `query`. */
  request_query?: string | null;
  query_version_id?: string | null;
  model?: string | null;
  source?: string | null;
  prompt?: string | null;
  /** Hexadecimal SHA-256 of `prompt` in UTF-8. */
  prompt_sha256?: string | null;
  prompt_provenance?: string | null;
}

/** One question with its gold papers and frozen queries. */
export interface Question {
  question_id: string;
  question: string;
  /** Papers published after this year do not count; null where there is no cutoff. */
  max_year: number | null;
  gold: GoldPaper[];
  /** Frozen queries by provider name. */
  queries: Record<string, FrozenQuery>;
}

/** One search result. An identifier that the provider did not give is null. */
export interface Candidate {
  /** Position in the list, from 1; unique in a question, gaps are allowed. */
  rank: number;
  provider_id: string | null;
  pmid: string | null;
  doi: string | null;
  title: string | null;
  year: number | null;
  pmcid?: string | null;
  url?: string | null;
}

/** The ranked list of one question: one line of a result file. */
export interface ResultRow {
  question_id: string;
  provider: string;
  /** The question's query for this provider. */
  query: string;
  max_year: number | null;
  /** The query as it was sent, where the provider's limits made it shorter. */
  request_query?: string;
  candidates: Candidate[];
}

/** Why a question has no result: one line of a failure file (append-only, the last one counts). */
export interface FailureRow {
  question_id: string;
  provider: string;
  query: string;
  error: string;
  /** HTTP status, or null where no answer came. */
  status: number | null;
  /** Whether a rerun asks the question again without `--retry-terminal`. */
  retryable: boolean;
  /** The start of the response body, cleaned of secrets. */
  response: string;
}
