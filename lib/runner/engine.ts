/** Whatever answers questions: an HTTP API or the built-in index. */
import { asMessage } from "../providers/failure_reason.ts";
import type { Paper } from "../providers/provider.ts";
import { askPage } from "./ask_page.ts";
import { type Answer, askQuestion } from "./ask_question.ts";
import { type AskedQuestion, textToAsk } from "./asked_question.ts";
import type { CallBudget } from "./budget.ts";
import { createHttpClient } from "./http_client.ts";
import type { Journal } from "./journal.ts";
import type { PreparedSearch } from "./prepare_search.ts";
import { createRateLimiter } from "./rate_limiter.ts";
import { sleep } from "./sleep.ts";
import { userAgent } from "./user_agent.ts";

/** Answers questions; dispose of it at the end. */
export interface Engine extends Disposable {
  answer(question: AskedQuestion): Promise<Answer>;
}

/** What an engine is made with. */
export interface EngineOptions {
  journal: Pick<Journal, "page" | "state">;
  /** The corpus of the built-in engine. */
  papers: readonly Paper[];
  budget: CallBudget;
  attempts: number;
  timeoutSeconds: number;
  maxWait: number;
  /** Nothing new is asked once it is aborted. */
  halted: AbortSignal;
  /** Aborts what is in flight. */
  hard: AbortSignal;
  onRetry: () => void;
  /** Hears what answers say besides their results, each text once. */
  onNotice: (text: string) => void;
}

/** Opens the engine of a prepared search. */
export function openEngine(search: PreparedSearch, options: EngineOptions): Engine {
  const { provider, settings, http } = search;
  if (provider.kind === "local") {
    const index = provider.open({ papers: options.papers, settings });
    return {
      answer: (question) =>
        Promise.resolve({
          candidates: index.search(textToAsk(question, provider), question.max_year),
        }),
      [Symbol.dispose]: () => index[Symbol.dispose](),
    };
  }
  const client = createHttpClient({
    userAgent: userAgent(settings.email),
    timeoutSeconds: options.timeoutSeconds,
  });
  const asking = {
    provider,
    endpoint: http!.endpoint,
    send: client.send,
    limiter: createRateLimiter({ rate: http!.rate }),
    budget: options.budget,
    attempts: options.attempts,
    maxWait: options.maxWait,
    soft: options.halted,
    hard: options.hard,
    sleep,
    random: Math.random,
    date: Date.now,
    onRetry: options.onRetry,
  };
  const heard = new Set<string>();
  const hear = (notice: string) => {
    if (!heard.has(notice)) options.onNotice(notice);
    heard.add(notice);
  };
  const paging = {
    provider,
    settings,
    ask: (context: Parameters<typeof askPage>[1]) => askPage(asking, context),
    keep: async (page: Parameters<Journal["page"]>[0]) => {
      if (await options.journal.page(page)) return;
      hear(
        `${provider.label} puts the key into its cursors: pages are not journaled, and a question ` +
          `that is stopped half-way is bought from its first page again`,
      );
    },
    onNotices: (notices: readonly string[]) => {
      for (const notice of notices) hear(`${provider.label} says: ${asMessage(notice)}`);
    },
  };
  return {
    answer: (question) =>
      askQuestion(question, options.journal.state.pages.get(question.question_id) ?? [], paging),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
