import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findProvider } from "../../lib/providers/registry.ts";
import { semantic_scholar } from "../../lib/providers/semantic_scholar.ts";
import { planRun, priceOf } from "../../lib/runner/plan.ts";
import type { JournaledPage, RunState } from "../../lib/runner/run_state.ts";

const questions = Array.from({ length: 10 }, (_, at) => ({
  question_id: `q${at}`,
  query: `query ${at}`,
  max_year: null,
}));
const brave = findProvider("brave"); // five calls a question

function state(change: Partial<RunState> = {}): RunState {
  return {
    done: new Set(),
    failed: new Map(),
    pages: new Map(),
    stalePages: false,
    repairs: {},
    notices: [],
    ...change,
  };
}

const failure = (retryable: boolean) => ({
  question_id: "",
  provider: "brave",
  query: "",
  error: "",
  status: null,
  retryable,
  response: "",
});

Deno.test("what is done, what failed for good and what is out of scope is not asked", () => {
  const earlier = state({
    done: new Set(["q0", "q9"]),
    failed: new Map([["q1", failure(false)], ["q2", failure(true)]]),
  });
  const plan = planRun(questions, earlier, { limit: 5, retryTerminal: false }, brave);
  assertEquals([plan.inScope, plan.done, plan.skipped, plan.calls.usual], [5, 1, 1, 15]);
  assertEquals(plan.toAsk.map(({ question_id }) => question_id), ["q2", "q3", "q4"]);
  const again = planRun(questions, earlier, { limit: 5, retryTerminal: true }, brave);
  assertEquals(again.toAsk.map(({ question_id }) => question_id), ["q1", "q2", "q3", "q4"]);
});

Deno.test("the limit comes before the shard", () => {
  const scope = { limit: 4, shard: { k: 2, n: 2 }, retryTerminal: false };
  const plan = planRun(questions, state(), scope, brave);
  assertEquals(plan.toAsk.map(({ question_id }) => question_id), ["q1", "q3"]);
});

Deno.test("pages that were bought are not counted again", () => {
  const bought = state({
    pages: new Map([["q0", Array<JournaledPage>(3).fill({} as JournaledPage)]]),
  });
  const plan = planRun(questions, bought, { limit: 2, retryTerminal: false }, brave);
  assertEquals(plan.calls, { usual: 2 + 5, most: 2 + 5 });
});

Deno.test("a question without a frozen query needs no call", () => {
  const without = [{ ...questions[0]!, query: null }];
  assertEquals(planRun(without, state(), { retryTerminal: false }, brave).calls, {
    usual: 0,
    most: 0,
  });
});

Deno.test("prices name source and date", () => {
  const price = {
    usdPerCall: 0.005,
    note: "list price",
    source: "https://x.test",
    date: "2026-11",
  };
  assertEquals(
    priceOf(27_430, price),
    "about $137.15 at $0.005 a call (list price; https://x.test, read 2026-11)",
  );
  assertStringIncludes(
    priceOf(5, { ...price, usdPerCall: null }),
    "no known price per call (list price",
  );
  assertEquals(priceOf(5, null), "nothing: no network is used");
});

Deno.test("calls are told as usual and at the most where results may be left out", () => {
  const asked = questions.slice(0, 2);
  const { callsPerQuestion, maxCallsPerQuestion } = semantic_scholar;
  assertEquals(
    planRun(asked, state(), { retryTerminal: false }, semantic_scholar).calls,
    { usual: 2 * callsPerQuestion, most: 2 * maxCallsPerQuestion! },
  );
  assert(maxCallsPerQuestion! > callsPerQuestion);
});
