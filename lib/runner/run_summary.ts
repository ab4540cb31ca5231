/** What a run tells when it ends, and what `--dry-run` tells instead. */
import { grouped } from "../benchmark/counted.ts";
import type { Price } from "../providers/provider.ts";
import { inDollars, type Plan, priceOf } from "./plan.ts";
import { duration } from "./progress.ts";
import type { EndReason } from "./run_record.ts";

/** A plan with what makes it readable. */
export interface PlanSummary {
  provider: string;
  output: string;
  questions: { in_scope: number; done_before: number; skipped_terminal: number; to_ask: number };
  /** When nothing fails and every result is usable. */
  calls_to_make: number;
  /** When nothing fails. */
  calls_at_most: number;
  /** What `--max-calls` allows; null where it was not given. */
  max_calls: number | null;
  /** US dollars; null where no price per call is known. */
  estimated_usd: number | null;
  price: Price | null;
  /** Requests per second. */
  rate: number | null;
  estimated_seconds: number | null;
}

/** The end of a run. */
export interface RunSummary extends PlanSummary {
  reason: EndReason;
  message?: string;
  calls_made: number;
  results: number;
  failures: number;
  /** Where they are recorded. */
  failures_file: string;
  /** Of the failures: the provider said that it found nothing. */
  no_results: number;
  retries: number;
  seconds: number;
}

/** Brings a plan into words and numbers. */
export function summarizePlan(
  plan: Plan,
  about: Pick<PlanSummary, "provider" | "output" | "max_calls" | "price" | "rate">,
): PlanSummary {
  const { price, rate } = about;
  const { usual, most } = plan.calls;
  return {
    provider: about.provider,
    output: about.output,
    questions: {
      in_scope: plan.inScope,
      done_before: plan.done,
      skipped_terminal: plan.skipped,
      to_ask: plan.toAsk.length,
    },
    calls_to_make: usual,
    calls_at_most: most,
    max_calls: about.max_calls,
    estimated_usd: estimatedUsd(usual, price),
    price,
    rate,
    estimated_seconds: rate === null ? null : usual / rate,
  };
}

function estimatedUsd(calls: number, price: Price | null): number | null {
  if (price === null) return 0;
  return price.usdPerCall === null ? null : calls * price.usdPerCall;
}

/** The lines of `--dry-run`. */
export function renderPlan(plan: PlanSummary): string {
  return lines([...head(plan), ...ahead(plan)]);
}

/** The lines at the end of a run. */
export function renderSummary(summary: RunSummary): string {
  const { results, failures, no_results, calls_made, retries, price, seconds } = summary;
  return lines([
    ...head(summary),
    ["results", grouped(results)],
    [
      "failures",
      grouped(failures) + (no_results > 0 ? ` (${grouped(no_results)} found nothing)` : "") +
      (failures > 0 ? `, told in ${summary.failures_file}` : ""),
    ],
    ...(summary.rate === null ? [] : [
      ["calls made", `${grouped(calls_made)}, of these ${grouped(retries)} again after a failure`],
      ["price", priceOf(calls_made, price)],
      // Where nothing is paced the time says how busy the machine was, no more.
      ["time", duration(seconds)],
    ] as [string, string][]),
    ...(summary.calls_to_make > 0 ? ahead(summary) : []),
    ["end", summary.reason + (summary.message ? `: ${summary.message}` : "")],
  ]);
}

/** One line for the guard on large runs: calls, price, time. */
export function estimateLine(plan: PlanSummary): string {
  const { calls_to_make: usual, calls_at_most: most } = plan;
  const calls = most > usual
    ? `about ${grouped(usual)} calls (${grouped(most)} at the most)`
    : `${grouped(usual)} calls`;
  const capped = cap(plan);
  return `${calls}, ${priceOf(plan.calls_to_make, plan.price)}, ` +
    `${duration(plan.estimated_seconds ?? 0)} at ${plan.rate} a second` +
    (capped === null ? "" : `; this command ${capped}`);
}

/** What `--max-calls` leaves of it; null where that is everything. */
function cap({ calls_at_most, max_calls: max, price }: PlanSummary): string | null {
  if (max === null || max >= calls_at_most) return null;
  const usd = price?.usdPerCall ? `, ${inDollars(max * price.usdPerCall)}` : "";
  return `makes ${grouped(max)} of them at the most (--max-calls)${usd}`;
}

function head({ provider, output, questions }: PlanSummary): [string, string][] {
  const { in_scope, done_before, skipped_terminal, to_ask } = questions;
  return [
    ["provider", provider],
    ["output", output],
    [
      "questions",
      `${grouped(in_scope)}: ${grouped(done_before)} done before, ${grouped(to_ask)} to ask` +
      (skipped_terminal > 0
        ? `, ${grouped(skipped_terminal)} failed for good before (--retry-terminal asks them again)`
        : ""),
    ],
  ];
}

function ahead(plan: PlanSummary): [string, string][] {
  if (plan.rate === null) return [];
  const { calls_to_make: usual, calls_at_most: most } = plan;
  const capped = cap(plan);
  return [
    [
      "calls to make",
      most > usual
        ? `about ${grouped(usual)} if none fails, ${grouped(most)} at the most`
        : `${grouped(usual)} at the most if none fails`,
    ],
    ["their price", priceOf(plan.calls_to_make, plan.price)],
    ["their time", `${duration(plan.estimated_seconds ?? 0)} at ${plan.rate} a second`],
    ...(capped === null ? [] : [["this command", capped] as [string, string]]),
  ];
}

function lines(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join("");
}

/** The exit code of a run: see docs/search.md, "Exit codes". */
export function exitCodeOf(summary: RunSummary): number {
  switch (summary.reason) {
    case "finished":
      return summary.failures > summary.no_results ? 3 : 0;
    case "interrupted":
      return 130;
    default:
      return 1;
  }
}
