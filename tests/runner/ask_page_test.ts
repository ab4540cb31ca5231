import { assertEquals, assertRejects } from "@std/assert";
import { elicit } from "../../lib/providers/elicit.ts";
import { type Asking, askPage } from "../../lib/runner/ask_page.ts";
import { BudgetSpent, CallBudget } from "../../lib/runner/budget.ts";
import type { HttpResponse } from "../../lib/runner/http_client.ts";
import { TransportError } from "../../lib/runner/http_errors.ts";
import { QuestionFailed, RunStopped } from "../../lib/runner/run_errors.ts";
import { FIRST_PAGE } from "../support/first_page.ts";

const CONTEXT = { ...FIRST_PAGE, maxYear: 2015 };
const GOOD = answer(200, { papers: [] });

function answer(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: new Headers(headers), text: JSON.stringify(body) };
}

/** Asks with scripted answers; notes how long is slept (ms) and paused (s). */
async function ask(script: (HttpResponse | Error)[], change: Partial<Asking> = {}) {
  const slept: number[] = [];
  const paused: number[] = [];
  let retries = 0;
  const page = await askPage({
    provider: elicit,
    endpoint: { provider: elicit, baseUrl: new URL("https://x.test"), key: "k", authHeaders: {} },
    send: async (_request, options) => {
      await options?.admit?.();
      const next = script.shift()!;
      if (next instanceof Error) throw next;
      return next;
    },
    limiter: { acquire: () => Promise.resolve(), pause: (seconds) => paused.push(seconds) },
    budget: new CallBudget(),
    attempts: 5,
    maxWait: 300,
    soft: new AbortController().signal,
    hard: new AbortController().signal,
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
    random: () => 0,
    date: () => Date.UTC(2026, 10, 30, 12),
    onRetry: () => retries++,
    ...change,
  }, CONTEXT);
  return { page, slept, paused, retries };
}

const reset = () => new TransportError("connection", "reset");

Deno.test("pauses double; only a throttle holds everybody back", async () => {
  const { slept, paused, retries } = await ask([reset(), answer(500, {}), answer(429, {}), GOOD]);
  assertEquals([slept, paused, retries], [[1000, 2000, 4000], [4], 3]);
});

Deno.test("Retry-After wins over the doubling, in seconds and as a date", async () => {
  const { slept, paused } = await ask([
    answer(429, {}, { "Retry-After": "7" }),
    answer(503, {}, { "Retry-After": "Mon, 30 Nov 2026 12:00:30 GMT" }),
    GOOD,
  ]);
  assertEquals([slept, paused], [[7000, 30_000], [7, 30]]);
});

Deno.test("a wait above the limit stops the run, also one without end", async () => {
  for (const wait of ["301", "inf"]) {
    const error = await assertRejects(
      () => ask([answer(429, {}, { "Retry-After": wait })]),
      RunStopped,
    );
    assertEquals(error.remedy.includes("--max-wait (now 300)"), true);
  }
});

Deno.test("attempts that are used up fail the question for now", async () => {
  const error = await assertRejects(
    () => ask([answer(502, { error: "bad" }), answer(503, { error: "worse" })], { attempts: 2 }),
    QuestionFailed,
    "HTTP 503: worse",
  );
  assertEquals([error.details.status, error.details.retryable], [503, true]);
});

Deno.test("what will not change is not repeated", async () => {
  for (
    const [given, retryable] of [
      [answer(422, { error: "bad query" }), false],
      [answer(200, { error: "no list" }), false],
      [new TransportError("too_large", "too large", { status: 200 }), false],
      [new TransportError("encoding", "no UTF-8", { status: 200 }), false],
    ] as const
  ) {
    const error = await assertRejects(() => ask([given]), QuestionFailed);
    assertEquals(error.details.retryable, retryable);
  }
});

Deno.test("a 2xx that is no JSON is not bought again", async () => {
  for (const text of ["<html>", "", '{"papers":[{"elic']) {
    const budget = new CallBudget();
    const error = await assertRejects(
      () => ask([{ ...GOOD, text }, GOOD], { budget }),
      QuestionFailed,
    );
    assertEquals([error.message, error.details, budget.used], [
      "HTTP 200, but the answer is not JSON",
      { status: 200, retryable: false, response: text, noResults: false },
      1,
    ]);
  }
});

Deno.test("key, plan and quota stop the run", async () => {
  for (const status of [401, 402, 403]) {
    await assertRejects(() => ask([answer(status, {})]), RunStopped);
  }
  await assertRejects(() => ask([new TransportError("redirect", "elsewhere")]), RunStopped);
});

Deno.test("every attempt is counted, and the budget is not exceeded", async () => {
  const budget = new CallBudget(2);
  await assertRejects(() => ask([reset(), reset(), GOOD], { budget }), BudgetSpent);
  assertEquals(budget.used, 2);
});

Deno.test("an interrupt before a request keeps it from being sent or counted", async () => {
  const budget = new CallBudget();
  const soft = AbortSignal.abort(new Error("interrupted"));
  await assertRejects(() => ask([GOOD], { budget, soft }), Error, "interrupted");
  assertEquals(budget.used, 0);
});
