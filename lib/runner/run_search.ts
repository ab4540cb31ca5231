/** One invocation of the search command, from its files to its summary. */
import { isShortKey } from "./redact.ts";
import { priceUnder } from "../providers/price.ts";
import { askAll, type AskedAll } from "./ask_all.ts";
import { openJournal } from "./journal.ts";
import { callsFor, type Plan, planRun } from "./plan.ts";
import { startProgress } from "./progress.ts";
import { RunStopped } from "./run_errors.ts";
import { noCounts, type RunEnd } from "./run_questions.ts";
import { peekRunState } from "./peek_run_state.ts";
import { estimateLine, type PlanSummary, type RunSummary, summarizePlan } from "./run_summary.ts";
import { identityOf, type SearchRun } from "./search_run.ts";
import { VERSION } from "./version.ts";

/** Questions still to ask above which a run wants to be confirmed. */
const LARGE_RUN = 100;

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
  const identity = identityOf(run);
  await using journal = await openJournal(files, identity, search.redactor);
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
  const { key } = search.http?.endpoint ?? {};
  if (key !== undefined && isShortKey(key)) {
    progress.note(
      "notice: the key is so short that it may be a word of a title: were an answer to repeat it in a result, it would stay there",
    );
  }
  await journal.record({
    event: "start",
    time: new Date().toISOString(),
    version: VERSION,
    provider: search.provider.name,
    flags: run.flags,
    settings: search.settings,
    input: { path: input.path, sha256: input.sha256 },
    corpus_sha256: identity.corpusSha256,
    endpoint: identity.endpoint,
    questions: { in_scope: plan.inScope, done_before: plan.done, to_ask: plan.toAsk.length },
  });
  const started = performance.now();
  const asked = await askAll(run, plan, journal, progress)
    // Even what should not happen leaves its mark in the run record.
    .catch((error: Error): AskedAll => ({
      end: { reason: "error", error },
      counts: { ...noCounts(), no_results: 0 },
    }));
  const { counts } = asked;
  let { end } = asked;
  const telling = () => end.error && search.redactor.clean(messageOf(end));
  await journal.record({
    event: "end",
    time: new Date().toISOString(),
    reason: end.reason,
    ...(end.error ? { message: telling()! } : {}),
    ...counts,
  }).catch((error: Error) => {
    // A run whose files are gone or full has not finished, whatever was answered.
    if (end.reason === "finished") end = { reason: "error", error };
    else progress.note(`notice: ${error.message}`);
  });
  const message = telling();
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
