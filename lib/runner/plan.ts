/** What a run is going to ask, and what that costs, before it asks. */
import type { Price, Provider } from "../providers/provider.ts";
import type { AskedQuestion } from "./asked_question.ts";
import type { RunState } from "./run_state.ts";
import { type Shard, shardOf } from "./shard.ts";

/** Which questions of the input are meant. */
export interface Scope {
  /** The first N of the input. */
  limit?: number | undefined;
  /** Applied to what the limit leaves. */
  shard?: Shard | undefined;
  /** Ask again what failed for good. */
  retryTerminal: boolean;
}

/** The questions of a run, sorted by what is to be done with them. */
export interface Plan {
  /** Questions meant. */
  inScope: number;
  /** Of these, with a result already. */
  done: number;
  /** Of these, failed for good and not asked again. */
  skipped: number;
  /** To be asked now, in input order. */
  toAsk: AskedQuestion[];
  calls: Calls;
}

/** Calls that are still needed when nothing fails; pages that were answered before are not bought again. */
export interface Calls {
  /** Where every result is usable. */
  usual: number;
  /** At the most: results that are left out and short pages need further ones. */
  most: number;
}

/**
 * Sorts the questions of the input.
 *
 * @param questions All of the input, in its order.
 * @param state What earlier invocations did.
 * @param scope Which of the questions are meant.
 * @param provider Whose calls are counted.
 */
export function planRun(
  questions: readonly AskedQuestion[],
  state: RunState,
  scope: Scope,
  provider: Provider,
): Plan {
  const limited = questions.slice(0, scope.limit);
  const meant = scope.shard ? shardOf(limited, scope.shard) : limited;
  const open = meant.filter(({ question_id }) => !state.done.has(question_id));
  const toAsk = open.filter(({ question_id }) =>
    scope.retryTerminal || state.failed.get(question_id)?.retryable !== false
  );
  return {
    inScope: meant.length,
    done: meant.length - open.length,
    skipped: open.length - toAsk.length,
    toAsk,
    calls: callsFor(toAsk, state, provider),
  };
}

/**
 * Calls that questions still need when nothing fails.
 *
 * @param questions To be asked.
 * @param state Whose pages need not be bought again.
 * @param provider Its declaration says how many pages a question has.
 */
export function callsFor(
  questions: readonly AskedQuestion[],
  state: RunState,
  provider: Provider,
): Calls {
  const calls = { usual: 0, most: 0 };
  if (provider.kind === "local") return calls;
  const { callsPerQuestion: usual, maxCallsPerQuestion: most = usual } = provider;
  for (const { question_id, query } of questions) {
    if (query === null) continue;
    const answered = state.pages.get(question_id)?.length ?? 0;
    calls.usual += Math.max(1, usual - answered);
    calls.most += Math.max(1, most - answered);
  }
  return calls;
}

/** A price in words, with its source and date: "about $27.43 (…)". */
export function priceOf(calls: number, price: Price | null): string {
  if (price === null) return "nothing: no network is used";
  const source = `${price.note}; ${price.source}, read ${price.date}`;
  if (price.usdPerCall === null) return `no known price per call (${source})`;
  const usd = calls * price.usdPerCall;
  return price.usdPerCall === 0
    ? `nothing (${source})`
    : `${inDollars(usd)} at $${price.usdPerCall} a call (${source})`;
}

/** An amount in words: "about $27.43". */
export function inDollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `about $${usd.toFixed(2)}`;
}
