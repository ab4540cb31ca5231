/** Asking all questions of a plan while interrupts, counters and progress look on. */
import type { AskedQuestion } from "./asked_question.ts";
import { CallBudget } from "./budget.ts";
import { DepthCheck } from "./depth_check.ts";
import { openEngine } from "./engine.ts";
import { listenForInterrupts } from "./interrupts.ts";
import type { Journal } from "./journal.ts";
import type { Plan } from "./plan.ts";
import type { Progress } from "./progress.ts";
import { noCounts, type RunEnd, runQuestions } from "./run_questions.ts";
import type { RunCounts } from "./run_summary.ts";
import { depthAsked, type SearchRun } from "./search_run.ts";

/** Milliseconds between counter records. */
const COUNTER_MS = 60_000;

/** How asking ended, and what was done until then. */
export interface AskedAll {
  end: RunEnd;
  counts: RunCounts;
}

/** Asks the planned questions under the eyes of interrupts, counters and progress. */
export async function askAll(
  run: SearchRun,
  plan: Plan,
  journal: Journal,
  progress: Progress,
): Promise<AskedAll> {
  const { search } = run;
  const note = (text: string) => progress.note(`notice: ${search.redactor.clean(text)}`);
  const budget = new CallBudget(run.maxCalls);
  const counts: RunCounts = { ...noCounts(), no_results: 0 };
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
  const ticking = setInterval(() => {
    journal.record({ event: "counter", time: new Date().toISOString(), ...current() })
      .catch((error: Error) => halt.abort(error));
  }, run.counterMs ?? COUNTER_MS);
  const depth = new DepthCheck(depthAsked(search));
  try {
    using engine = openEngine(search, {
      journal,
      papers: run.input.corpus?.papers ?? [],
      budget,
      attempts: run.attempts,
      timeoutSeconds: run.timeoutSeconds,
      maxWait: run.maxWait,
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
      concurrency: run.concurrency,
      halt,
      clean: search.redactor.clean,
      onThrough: (outcome) => {
        if ("length" in outcome) {
          counts.results++;
          depth.add(outcome.length);
        } else {
          counts.failures++;
          if (outcome.failed.details.noResults) counts.no_results++;
        }
        show();
      },
    });
    if (search.http && depth.notice) note(depth.notice);
    return { end, counts: current() };
  } finally {
    clearInterval(ticking);
  }
}
