/** The frozen keyword queries of a question file, each with where it came from. */
import { createHash } from "node:crypto";
import { shown } from "../scoring/shown.ts";
import { isObject } from "./record_fields.ts";
import type { FrozenQuery, Question } from "./records.ts";

/** One keyword query: a line of the export. */
export interface KeywordQueryRow {
  question_id: string;
  question: string;
  provider: string;
  model: string | null;
  source: string | null;
  prompt: string | null;
  prompt_sha256: string | null;
  prompt_provenance: string | null;
  /** The query as the model wrote it. */
  generated_query: string;
  /** What was sent to the provider. */
  request_query_used: string;
  query_version_id: string | null;
}

/** Which queries are wanted; all where nothing is said. */
export interface KeywordQueryFilter {
  provider?: string | undefined;
  questionId?: string | undefined;
}

/**
 * The keyword queries of one question, in the order of its `queries`.
 *
 * @param question A question as its file has it.
 * @param provider Only this provider's, where given.
 * @throws {Error} naming the question and the provider where a query is none.
 */
export function keywordQueryRows(question: Question, provider?: string): KeywordQueryRow[] {
  return Object.entries(question.queries)
    .filter(([name]) => provider === undefined || name === provider)
    .map(([name, query]) => rowOf(question, name, query));
}

function rowOf(question: Question, provider: string, frozen: FrozenQuery): KeywordQueryRow {
  const fail = (reason: string): never => {
    throw new Error(`question ${shown(question.question_id)}: the ${provider} query ${reason}`);
  };
  if (!isObject(frozen)) return fail(`is ${shown(frozen)}; it must be an object`);
  const text = (field: keyof FrozenQuery): string | null => {
    const value: unknown = frozen[field] ?? null;
    return value === null || typeof value === "string"
      ? value
      : fail(`has ${field} ${shown(value)}; it must be a string or null`);
  };
  const generated = text("query") ?? fail("has no text in the field query");
  return {
    question_id: question.question_id,
    question: question.question,
    provider,
    model: text("model"),
    source: text("source"),
    prompt: text("prompt"),
    prompt_sha256: text("prompt_sha256"),
    prompt_provenance: text("prompt_provenance"),
    generated_query: generated,
    request_query_used: text("request_query") ?? generated,
    query_version_id: text("query_version_id"),
  };
}

/** How a row's prompt and hash disagree. */
export type PromptFault = "other hash" | "prompt without hash" | "hash without prompt";

/** Checks a row's prompt against the hash beside it; null where they agree or both are absent. */
export function promptFault({ prompt, prompt_sha256 }: KeywordQueryRow): PromptFault | null {
  if (prompt === null) return prompt_sha256 === null ? null : "hash without prompt";
  if (prompt_sha256 === null) return "prompt without hash";
  // node:crypto, since Web Crypto answers only in another turn of the event loop.
  const digest = createHash("sha256").update(prompt, "utf8").digest("hex");
  return digest === prompt_sha256.trim().toLowerCase() ? null : "other hash";
}
