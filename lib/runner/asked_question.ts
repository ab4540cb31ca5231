/** What a run asks: questions with the query that one provider gets. */
import type { Question } from "../benchmark/records.ts";
import type { Provider } from "../providers/provider.ts";

/** A question as a provider is asked it. */
export interface AskedQuestion {
  question_id: string;
  /** The query to send; null where the input has no frozen query for the provider. */
  query: string | null;
  max_year: number | null;
}

/** Chooses the query: the question's text, or the frozen one with `request_query` before `query`. */
export function toAsked(
  question: Question,
  query: Provider["query"],
): AskedQuestion {
  const frozen = query === "question" ? undefined : question.queries?.[query];
  return {
    question_id: question.question_id,
    query: query === "question"
      ? question.question
      : frozen?.request_query ?? frozen?.query ?? null,
    max_year: question.max_year ?? null,
  };
}
