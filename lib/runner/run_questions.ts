/** The loop of a run: workers that take questions in order and write what comes of each. */
import type { Answer } from "./ask_question.ts";
import type { AskedQuestion } from "./asked_question.ts";
import { BudgetSpent } from "./budget.ts";
import { FailureStreak } from "./failure_streak.ts";
import type { Journal } from "./journal.ts";
import { Interrupted, QuestionFailed, RunStopped } from "./run_errors.ts";
import type { EndReason } from "./run_record.ts";

/** Longest part of a response body that a failure record keeps, in characters. */
const RESPONSE_LENGTH = 2000;
/** What is cleaned to get it: more, so that a cut does not leave half a key, but not tens of megabytes. */
const CLEANED_LENGTH = 32 * RESPONSE_LENGTH;

/** What the loop works with. */
export interface RunQuestions {
  provider: string;
  /** In the order in which they are asked. */
  questions: readonly AskedQuestion[];
  /** Finds the list of a question. @throws {QuestionFailed | RunStopped | BudgetSpent | Interrupted} */
  answer: (question: AskedQuestion) => Promise<Answer>;
  journal: Pick<Journal, "result" | "failure">;
  /** Questions asked at a time. */
  concurrency: number;
  /** Aborted here when the run has to stop, from outside when the user interrupts it. */
  halt: AbortController;
  /** Cleans a response before it is cut to length: a cut must not leave half a key. */
  clean: (text: string) => string;
  /** Called when a question is through, with a result or a failure. */
  onThrough: (outcome: { length: number } | { failed: QuestionFailed }) => void;
}

/** How the loop ended. */
export interface RunEnd {
  reason: EndReason;
  /** What stopped it. */
  error?: Error;
}

/**
 * Asks the questions. What is in flight when the run stops is finished and
 * written; nothing new is begun.
 */
export async function runQuestions(run: RunQuestions): Promise<RunEnd> {
  let next = 0;
  let end: RunEnd | null = null;
  const streak = new FailureStreak(run.concurrency);
  const halt = (reason: EndReason, error: Error) => {
    end ??= { reason, error };
    run.halt.abort(error);
  };
  const worker = async () => {
    while (!run.halt.signal.aborted && next < run.questions.length) {
      const question = run.questions[next++]!;
      try {
        await settle(run, question, streak);
      } catch (error) {
        // Only the first reason counts: it is the cause of what follows.
        halt(reasonOf(error), error as Error);
      }
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, worker));
  if (end !== null) return end;
  if (next >= run.questions.length) return { reason: "finished" };
  // Halted from outside while no worker was waiting for anything.
  const error = run.halt.signal.reason as Error;
  return { reason: reasonOf(error), error };
}

function reasonOf(error: unknown): EndReason {
  if (error instanceof RunStopped) return "stopped";
  if (error instanceof BudgetSpent) return "max_calls";
  return error instanceof Interrupted ? "interrupted" : "error";
}

/** Answers one question and writes it down. */
async function settle(
  run: RunQuestions,
  question: AskedQuestion,
  streak: FailureStreak,
): Promise<void> {
  const { question_id, query, max_year } = question;
  const { provider } = run;
  let answer: Answer;
  try {
    answer = await run.answer(question);
  } catch (error) {
    if (!(error instanceof QuestionFailed)) throw error;
    const { status, retryable, response } = error.details;
    await run.journal.failure({
      question_id,
      provider,
      query: query ?? "",
      error: error.message,
      status,
      retryable,
      response: run.clean(response.slice(0, CLEANED_LENGTH)).slice(0, RESPONSE_LENGTH)
        .toWellFormed(),
    });
    run.onThrough({ failed: error });
    const reason = streak.failure(error);
    if (reason !== null) {
      throw new RunStopped(
        reason,
        `check ${status === null ? "the network, " : ""}base URL, settings and the provider's ` +
          "announcements; " +
          (retryable ? "the same command asks them again" : "--retry-terminal asks them again"),
      );
    }
    return;
  }
  await run.journal.result({ question_id, provider, query: query ?? "", max_year, ...answer });
  streak.result();
  run.onThrough({ length: answer.candidates.length });
}
