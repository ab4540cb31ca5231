/** What a run asks: questions with the query that one provider gets. */
import { isObject } from "../benchmark/record_fields.ts";
import type { Question } from "../benchmark/records.ts";
import type { Provider } from "../providers/provider.ts";
import { shown } from "../scoring/shown.ts";
import { QuestionFailed } from "./run_errors.ts";

/** A question as a provider is asked it. */
export interface AskedQuestion {
  question_id: string;
  /** The query to send; null where the input has no text for the provider. */
  query: string | null;
  max_year: number | null;
}

/**
 * Chooses the query: the question's text, or the frozen one with `request_query`
 * before `query`. A blank text is none: asking with it would cost as much.
 *
 * @throws {Error} naming the question where a frozen query is no text.
 */
export function toAsked(question: Question, query: Provider["query"]): AskedQuestion {
  const { question_id, max_year } = question;
  const texts = query === "question" ? [question.question] : frozenTexts(question, query);
  return {
    question_id,
    query: texts.find((text) => text !== null && text.trim() !== "") ?? null,
    max_year: max_year ?? null,
  };
}

/** The texts of a frozen query, what was really sent first. */
function frozenTexts({ question_id, queries }: Question, name: string): (string | null)[] {
  // Files have what they like; the reader checks no more than that `queries` is an object.
  const frozen: unknown = queries?.[name as keyof typeof queries] ?? {};
  const wrong = (what: string, value: unknown) =>
    new Error(`question ${shown(question_id)}: the ${name} query ${what} ${shown(value)}`);
  if (!isObject(frozen)) throw wrong("must be an object, not", frozen);
  return ["request_query", "query"].map((field) => {
    const text = frozen[field] ?? null;
    if (text !== null && typeof text !== "string") throw wrong(`has the ${field}`, text);
    return text;
  });
}

/**
 * The text to ask with.
 *
 * @throws {QuestionFailed} where the input has none.
 */
export function textToAsk(
  { query }: AskedQuestion,
  provider: Pick<Provider, "name" | "query">,
): string {
  if (query !== null) return query;
  const missing = provider.query === "question"
    ? "no text for this question"
    : `no frozen query for ${provider.name}`;
  throw new QuestionFailed(`the input has ${missing}`, {
    status: null,
    retryable: false,
    response: "",
  });
}
