/** One invocation of the search command, from its options to its summary. */
import { priceUnder } from "../providers/price.ts";
import type { AskedQuestion } from "./asked_question.ts";
import { CallBudget } from "./budget.ts";
import { DepthCheck } from "./depth_check.ts";
import { openEngine } from "./engine.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { type Journal, openJournal } from "./journal.ts";
import { callsFor, type Plan, planRun, type Scope } from "./plan.ts";
import type { PreparedSearch } from "./prepare_search.ts";
import { type Progress, startProgress } from "./progress.ts";
import { RunStopped } from "./run_errors.ts";
import type { RunFiles } from "./run_files.ts";
import { noCounts, type RunEnd, runQuestions } from "./run_questions.ts";
import type { RunIdentity } from "./run_state.ts";
import { peekRunState } from "./peek_run_state.ts";
import {
  estimateLine,
  type PlanSummary,
  type RunCounts,
  type RunSummary,
  summarizePlan,
} from "./run_summary.ts";
import type { SearchInput } from "./search_input.ts";
import { VERSION } from "./version.ts";

/** Questions still to ask above which a run wants to be confirmed. */
const LARGE_RUN = 100;

/** Milliseconds between counter records. */
const COUNTER_MS = 60_000;

/** What a run does, with all its settings. */
export interface SearchRun {
  search: PreparedSearch;
  input: SearchInput;
  files: RunFiles;
  scope: Scope;
  concurrency: number;
  /** Most requests for one page. */
  attempts: number;
  timeoutSeconds: number;
  /** Most calls of this invocation. */
  maxCalls?: number | undefined;
  /** Longest wait that an answer may ask for, in seconds. */
  maxWait: number;
  confirmLargeRun: boolean;
  /** The flags for the run record. */
  flags: Record<string, unknown>;
  /** Milliseconds between counter records. @default one minute */
  counterMs?: number;
  /** Where progress and notices go. */
  display: { write: (text: string) => void; live: boolean; quiet: boolean };
}

/** Tells what a run would do, without opening anything for writing. */
export function drySearch(run: SearchRun): PlanSummary {
  const state = peekRunState(run.files, identityOf(run));
  return summaryOf(run, planRun(run.input.questions, state, run.scope, run.search.provider));
}

/**
 * Runs a search to its end, whatever that is.
 *
 * @returns How it ended; failures of questions and stops are part of it.
 * @throws {Error} where it could not begin: locked or foreign files, a large
 * run that was not confirmed.
 */
export async function runSearch(run: SearchRun): Promise<RunSummary> {
  const { search, input, files } = run;
  await using journal = await openJournal(files, identityOf(run), search.redactor);
  const plan = planRun(input.questions, journal.state, run.scope, search.provider);
  const summary = summaryOf(run, plan);
  if (plan.toAsk.length > LARGE_RUN && search.http !== null && !run.confirmLargeRun) {
    throw new Error(
      `Cannot ask ${plan.toAsk.length} questions unconfirmed: this needs ${
        estimateLine(summary)
      }; ` +
        `add --confirm-large-run, or --limit N to ask fewer`,
    );
  }
  using progress = startProgress({
    unit: "questions",
    total: plan.inScope,
    already: plan.done + plan.skipped,
    ...run.display,
  });
  for (const notice of journal.state.notices) progress.note(`notice: ${notice}`);
  await journal.record({
    event: "start",
    time: new Date().toISOString(),
    version: VERSION,
    provider: search.provider.name,
    flags: run.flags,
    settings: search.settings,
    input: { path: input.path, sha256: input.sha256 },
    questions: { in_scope: plan.inScope, done_before: plan.done, to_ask: plan.toAsk.length },
  });
  const started = performance.now();
  const { end, counts } = await askAll(run, plan, journal, progress)
    // Even what should not happen leaves its mark in the run record.
    .catch((error: Error) => ({
      end: { reason: "error", error } as RunEnd,
      counts: { ...noCounts(), no_results: 0 },
    }));
  const message = end.error && search.redactor.clean(messageOf(end));
  await journal.record({
    event: "end",
    time: new Date().toISOString(),
    reason: end.reason,
    ...(message ? { message } : {}),
    ...counts,
  }).catch((error: Error) => progress.note(`notice: ${error.message}`));
  const { done, failed } = journal.state;
  const left = plan.toAsk.filter(({ question_id }) =>
    !done.has(question_id) && failed.get(question_id)?.retryable !== false
  );
  const ahead = callsFor(left, journal.state, search.provider);
  return {
    ...summary,
    ...summaryOf(run, { ...plan, calls: ahead }),
    reason: end.reason,
    ...(message ? { message } : {}),
    calls_made: counts.calls,
    results: counts.results,
    failures: counts.failures,
    no_results: counts.no_results,
    retries: counts.retries,
    seconds: (performance.now() - started) / 1000,
  };
}

/** Asks the planned questions under the eyes of interrupts, counters and progress. */
async function askAll(
  run: SearchRun,
  plan: Plan,
  journal: Journal,
  progress: Progress,
): Promise<{ end: RunEnd; counts: RunCounts }> {
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
      papers: run.input.papers,
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

/** Results asked for a question: the provider's depth, or less by a setting. */
function depthAsked({ provider, settings }: PreparedSearch): number {
  const set = Number(settings.max_results ?? settings.num_results);
  return set > 0 ? Math.min(set, provider.depth) : provider.depth;
}

/** The settings on which results depend. */
function settingsThatMatter({ provider, settings }: PreparedSearch): Record<string, string> {
  return Object.fromEntries(
    provider.settings.filter(({ neutral }) => !neutral).map(({ name }) => [name, settings[name]!]),
  );
}

function identityOf({ search, input }: SearchRun): RunIdentity {
  return {
    provider: search.provider.name,
    settings: settingsThatMatter(search),
    questions: new Map(input.questions.map((question) => [question.question_id, question])),
  };
}

function summaryOf(run: SearchRun, plan: Plan): PlanSummary {
  const { provider, http, settings } = run.search;
  return summarizePlan(plan, {
    provider: provider.name,
    output: run.files.output,
    price: provider.kind === "local" ? null : priceUnder(provider, settings),
    rate: http?.rate ?? null,
  });
}

function messageOf(end: RunEnd): string {
  const { error } = end;
  if (error instanceof RunStopped) return `${error.message}; ${error.remedy}`;
  if (end.reason === "max_calls") {
    return `${error!.message}; run the same command again to go on from here`;
  }
  return error!.message;
}
