/** Asking one question, page by page, from where an earlier run left it. */
import type { Candidate } from "../benchmark/records.ts";
import type { Page, PageContext } from "../providers/page.ts";
import type { Provider } from "../providers/provider.ts";
import { type AskedQuestion, textToAsk } from "./asked_question.ts";
import type { JournaledPage } from "./run_state.ts";

/** What paging needs. */
export interface Paging {
  provider: Pick<Provider, "name" | "query"> & {
    callsPerQuestion: number;
    maxCallsPerQuestion?: number;
  };
  settings: Readonly<Record<string, string>>;
  /** Asks for one page. */
  ask: (context: PageContext) => Promise<Page>;
  /** Makes a page durable that is not the last of its question, where it may be written. */
  keep: (page: JournaledPage) => Promise<void>;
  /** Hears what an answer says besides its results. */
  onNotices: (notices: readonly string[]) => void;
}

/** A question's list. */
export interface Answer {
  candidates: Candidate[];
  /** The query that was sent, where the provider's limits made it another one than the question's. */
  request_query?: string;
}

/**
 * Collects the whole list of a question.
 *
 * @param answered The pages that were answered before, in order.
 * @throws {QuestionFailed} where the input has no query for this provider, or
 * whatever asking throws.
 */
export async function askQuestion(
  question: AskedQuestion,
  answered: readonly JournaledPage[],
  paging: Paging,
): Promise<Answer> {
  const { question_id, max_year } = question;
  const { provider } = paging;
  const query = textToAsk(question, provider);
  const candidates = answered.flatMap((page) => page.candidates);
  let sent: { request_query?: string } = requestQueryOf(answered.at(-1)?.request_query);
  let lastRank = answered.at(-1)?.last_rank ?? 0;
  let cursor = answered.at(-1)?.next ?? null;
  // Whatever the answers say, paging ends: each page may cost money.
  const most = provider.maxCallsPerQuestion ?? provider.callsPerQuestion;
  for (let page = answered.length; page < most; page++) {
    const answer = await paging.ask({
      query,
      maxYear: max_year,
      page,
      cursor,
      collected: candidates.length,
      lastRank,
      settings: paging.settings,
    });
    if (answer.notices) paging.onNotices(answer.notices);
    candidates.push(...answer.candidates);
    sent = { ...sent, ...requestQueryOf(answer.sentQuery) };
    lastRank = answer.lastRank;
    cursor = answer.next;
    if (cursor === null || page + 1 === most) break;
    await paging.keep({
      question_id,
      provider: provider.name,
      query,
      max_year,
      page,
      last_rank: lastRank,
      next: cursor,
      ...sent,
      candidates: answer.candidates,
    });
  }
  return { candidates, ...sent };
}

function requestQueryOf(query: string | undefined): { request_query?: string } {
  return query === undefined ? {} : { request_query: query };
}
