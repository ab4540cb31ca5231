/** Asking all questions of a plan while interrupts, counters and progress look on. */
import type { AskedQuestion } from "./asked_question.ts";
import { CallBudget } from "./budget.ts";
import { depthAsked, DepthCheck } from "./depth_check.ts";
import { openEngine } from "./engine.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Journal } from "./journal.ts";
import type { Plan } from "./plan.ts";
import type { Progress } from "./progress.ts";
import { type RunEnd, runQuestions } from "./run_questions.ts";
import { type Counts, noCounts } from "./run_record.ts";
import type { SearchJob } from "./search_job.ts";

/** Milliseconds between counter records. */
const COUNTER_MS = 60_000;

/** How asking ended, and what was done until then. */
export interface AskedAll {
  end: RunEnd;
  counts: Counts;
}

/**
 * Asks the planned questions.
 *
 * @param plan Of the job, by what the journal holds.
 * @param journal Open for the files of the job.
 * @param progress Told of every question that is through.
 * @returns How it ended; failures and stops are part of it.
 */
export async function askAll(
  job: SearchJob,
  plan: Plan,
  journal: Journal,
  progress: Progress,
): Promise<AskedAll> {
  const { search } = job;
  const note = (text: string) => progress.note(`notice: ${search.redactor.clean(text)}`);
  const budget = new CallBudget(job.maxCalls);
  const counts = noCounts();
  const halt = new AbortController();
  using interrupts = listenForInterrupts({
    onFirst: () =>
      note("interrupted: finishing what is in flight; once more (after a moment) drops it"),
  });
  interrupts.soft.addEventListener("abort", () => halt.abort(interrupts.soft.reason));
  const current = () => ({ ...counts, calls: budget.used });
  const show = () => {
    const { calls, failures } = current();
    const through = counts.results + counts.failures;
    progress.update(
      plan.done + plan.skipped + through,
      search.http ? { calls, failures } : { failures },
    );
  };
  using _ticking = recordCounters(journal, current, halt, job.counterMs ?? COUNTER_MS);
  const depth = new DepthCheck(depthAsked(search));
  using engine = openEngine(search, {
    journal,
    papers: job.input.corpus?.papers ?? [],
    budget,
    attempts: job.attempts,
    timeoutSeconds: job.timeoutSeconds,
    maxWait: job.maxWait,
    halted: halt.signal,
    hard: interrupts.hard,
    onRetry: () => {
      counts.retries++;
      show();
    },
    onNotice: note,
  });
  const end = await runQuestions({
    provider: search.provider.name,
    questions: plan.toAsk,
    answer: (question: AskedQuestion) => engine.answer(question),
    journal,
    concurrency: job.concurrency,
    halt,
    clean: search.redactor.clean,
    onThrough: (outcome) => {
      if ("length" in outcome) {
        counts.results++;
        const short = depth.add(outcome.length);
        const last = counts.results + counts.failures === plan.toAsk.length;
        if (search.http && short && !last) note(short);
      } else {
        counts.failures++;
        if (outcome.failed.details.noResults) counts.no_results++;
      }
      show();
    },
  });
  if (search.http && depth.notice) note(depth.notice);
  return { end, counts: current() };
}

/** Writes counters into the run record now and then; a record that cannot be written halts the run. */
function recordCounters(
  journal: Journal,
  counts: () => Counts,
  halt: AbortController,
  everyMs: number,
): Disposable {
  const ticking = setInterval(() => {
    journal.record({ event: "counter", time: new Date().toISOString(), ...counts() })
      .catch((error: Error) => halt.abort(error));
  }, everyMs);
  return { [Symbol.dispose]: () => clearInterval(ticking) };
}
