/** One invocation of the search command, from its files to its summary. */
import { VERSION } from "../benchmark/program.ts";
import { priceUnder } from "../providers/price.ts";
import { askAll, type AskedAll } from "./ask_all.ts";
import { type Journal, openJournal } from "./journal.ts";
import { peekRunState } from "./peek_run_state.ts";
import { type Calls, callsFor, type Plan, planRun } from "./plan.ts";
import { type Progress, startProgress } from "./progress.ts";
import { isShortKey } from "./redact.ts";
import { RunStopped } from "./run_errors.ts";
import { identityOf, type RunIdentity } from "./run_identity.ts";
import type { RunEnd } from "./run_questions.ts";
import { noCounts, type StartRecord } from "./run_record.ts";
import { estimateLine, type PlanSummary, type RunSummary, summarizePlan } from "./run_summary.ts";
import type { SearchJob } from "./search_job.ts";

/** Questions still to ask above which a run wants to be confirmed. */
const LARGE_RUN = 100;

/** Tells what a run would do, without opening anything for writing. */
export function drySearch(job: SearchJob): PlanSummary {
  const state = peekRunState(job.files, identityOf(job.search, job.input));
  return summaryOf(job, planRun(job.input.questions, state, job.scope, job.search.provider));
}

/**
 * Runs a search to its end, whatever that is.
 *
 * @returns How it ended; failures of questions and stops are part of it.
 * @throws {Error} where it could not begin: locked or foreign files, a large
 * run that was not confirmed.
 */
export async function runSearch(job: SearchJob): Promise<RunSummary> {
  const { search, input, files } = job;
  const identity = identityOf(search, input);
  await using journal = await openJournal(files, identity, search.redactor);
  const plan = planRun(input.questions, journal.state, job.scope, search.provider);
  refuseUnconfirmed(job, plan);
  using progress = startProgress({
    unit: "questions",
    total: plan.inScope,
    already: plan.done + plan.skipped,
    ...job.display,
  });
  for (const notice of noticesOf(job, journal)) progress.note(`notice: ${notice}`);
  await journal.record(startRecord(job, identity, plan));
  const started = performance.now();
  const asked = await askAll(job, plan, journal, progress)
    // Even what should not happen leaves its mark in the run record.
    .catch((error: Error): AskedAll => ({ end: { reason: "error", error }, counts: noCounts() }));
  const end = await recordEnd(job, asked, journal, progress);
  const message = messageOf(job, end);
  const { counts } = asked;
  return {
    ...summaryOf(job, { ...plan, calls: callsAhead(job, plan, journal) }),
    reason: end.reason,
    ...(message ? { message } : {}),
    calls_made: counts.calls,
    results: counts.results,
    failures: counts.failures,
    failures_file: files.failures,
    no_results: counts.no_results,
    retries: counts.retries,
    seconds: (performance.now() - started) / 1000,
  };
}

/** @throws {Error} for a large run over the network that was not confirmed, with what it needs. */
function refuseUnconfirmed(job: SearchJob, plan: Plan): void {
  if (plan.toAsk.length <= LARGE_RUN || job.search.http === null || job.confirmLargeRun) return;
  throw new Error(
    `Cannot ask ${plan.toAsk.length} questions unconfirmed: this needs ${
      estimateLine(summaryOf(job, plan))
    }; add --confirm-large-run, or --limit N to ask fewer`,
  );
}

/** What the user should hear of before anything is asked. */
function noticesOf({ search }: SearchJob, { state }: Journal): string[] {
  const key = search.http?.endpoint.key;
  return key !== undefined && isShortKey(key)
    ? [
      ...state.notices,
      "the key is so short that it may be a word of a title: were an answer to repeat it in a result, it would stay there",
    ]
    : state.notices;
}

function startRecord(
  { search, input, flags }: SearchJob,
  identity: RunIdentity,
  plan: Plan,
): StartRecord {
  return {
    event: "start",
    time: new Date().toISOString(),
    version: VERSION,
    provider: search.provider.name,
    flags,
    settings: search.settings,
    input: { path: input.path, sha256: input.sha256 },
    corpus_sha256: identity.corpusSha256,
    endpoint: identity.endpoint,
    questions: { in_scope: plan.inScope, done_before: plan.done, to_ask: plan.toAsk.length },
  };
}

/** Writes down how asking ended. A run whose files are gone or full has not finished, whatever was answered. */
async function recordEnd(
  job: SearchJob,
  { end, counts }: AskedAll,
  journal: Journal,
  progress: Progress,
): Promise<RunEnd> {
  const message = messageOf(job, end);
  const time = new Date().toISOString();
  try {
    await journal.record({
      event: "end",
      time,
      reason: end.reason,
      ...(message !== undefined && { message }),
      ...counts,
    });
    return end;
  } catch (cause) {
    const error = cause as Error;
    if (end.reason === "finished") return { reason: "error", error };
    progress.note(`notice: ${error.message}`);
    return end;
  }
}

/** The calls that the same command would still make. */
function callsAhead({ search }: SearchJob, { toAsk }: Plan, { state }: Journal): Calls {
  const left = toAsk.filter(({ question_id }) =>
    !state.done.has(question_id) && state.failed.get(question_id)?.retryable !== false
  );
  return callsFor(left, state, search.provider);
}

function summaryOf({ search, files, maxCalls }: SearchJob, plan: Plan): PlanSummary {
  const { provider, http, settings } = search;
  return summarizePlan(plan, {
    provider: provider.name,
    output: files.output,
    max_calls: maxCalls ?? null,
    price: provider.kind === "local" ? null : priceUnder(provider, settings),
    rate: http?.rate ?? null,
  });
}

/** What stopped a run and what to do about it, cleaned of secrets; undefined where nothing did. */
function messageOf({ search }: SearchJob, { reason, error }: RunEnd): string | undefined {
  if (error === undefined) return undefined;
  const remedy = error instanceof RunStopped
    ? `; ${error.remedy}`
    : reason === "max_calls" || reason === "interrupted"
    ? "; run the same command again to go on from here"
    : "";
  return search.redactor.clean(error.message + remedy);
}
