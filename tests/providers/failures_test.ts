import { assertEquals, assertStringIncludes } from "@std/assert";
import { failureReason, judgeResponse, judgeStatus } from "../../lib/providers/failures.ts";
import type { ProviderResponse } from "../../lib/providers/provider.ts";
import { answer } from "./walk.ts";

const statuses: { status: number; retryable: boolean }[] = JSON.parse(
  await Deno.readTextFile(
    new URL("../fixtures/providers/retry_statuses.json", import.meta.url),
  ),
).status;

const context = {
  query: "q",
  maxYear: null,
  page: 0,
  cursor: null,
  collected: 0,
  lastRank: 0,
  settings: {},
};

function judged(json: unknown, status: number): string | undefined {
  return judgeResponse({}, answer(json, { status }), context)?.class;
}

for (const { status, retryable } of statuses.filter((s) => s.status !== 200)) {
  Deno.test(`HTTP ${status} is ${retryable ? "" : "not "}retried, as published`, () => {
    assertEquals(
      judgeStatus(answer({}, { status })).class === "retry",
      retryable,
    );
  });
}

Deno.test("a rejected key, missing credit or a plan without the API stops the run and says what to do", () => {
  for (const status of [401, 402, 403]) {
    const verdict = judgeStatus(answer({ error: "no" }, { status }));
    assertEquals(verdict.class, "stop");
    assertEquals(typeof verdict.remedy, "string");
    assertEquals(verdict.message, `HTTP ${status}: no`);
  }
});

Deno.test("a 429 about an exhausted quota stops, one about the rate is retried", () => {
  assertEquals(judged({ error: { code: "insufficient_quota" } }, 429), "stop");
  assertEquals(judged({ error: "You ran out of searches." }, 429), "stop");
  assertEquals(judged({ error: { tag: "NO_MORE_CREDITS" } }, 429), "stop");
  assertEquals(judged({ message: "Daily budget is gone" }, 429), "stop");
  assertEquals(judged({ error: "Too many requests: daily budget exhausted" }, 429), "stop");
  assertEquals(judged({ error: { type: "rate_limit", code: "insufficient_quota" } }, 429), "stop");
  assertEquals(judged({ message: "Too Many Requests" }, 429), "retry");
  assertEquals(judged({ error: "rate limit exceeded" }, 429), "retry");
  assertEquals(
    judged({ error: "Quota exceeded: 10 requests per second" }, 429),
    "retry",
  );
});

Deno.test("a 400 about the query is terminal, one about the key stops", () => {
  assertEquals(judged({ error: "query too long" }, 400), "terminal");
  assertEquals(judged({ error: "API key invalid" }, 400), "stop");
  assertEquals(judged({ error: "Invalid API key" }, 422), "stop");
});

Deno.test("a 200 whose body is an error about rate, quota or key is no success", () => {
  assertEquals(judged({ error: "API rate limit exceeded" }, 200), "retry");
  assertEquals(judged({ error: { code: "insufficient_quota" } }, 200), "stop");
  assertEquals(judged({ error: "Invalid API key" }, 200), "stop");
  assertEquals(judged({ papers: [] }, 200), undefined);
});

Deno.test("words of the question that an error repeats are not the provider's", () => {
  const questions = [
    "What is the recommended daily allowance of vitamin D?",
    "Which enzyme is rate-limiting, at how many turnovers per second?",
    "Who coined 'quota exceeded'?",
  ];
  for (const query of questions) {
    for (const status of [400, 422, 200]) {
      const verdict = judgeResponse(
        {},
        answer({ error: `cannot parse "${query}"` }, { status }),
        { ...context, query },
      );
      assertEquals(verdict?.class, status === 200 ? undefined : "terminal", query);
    }
  }
});

Deno.test("a provider's own judgement comes first", () => {
  const verdict = judgeResponse(
    { judge: () => ({ class: "end", message: "that was all" }) },
    answer({}, { status: 400 }),
    context,
  );
  assertEquals(verdict, { class: "end", message: "that was all" });
});

Deno.test("the reason is found in every shape the providers use", () => {
  const shapes: [unknown, string, string][] = [
    [{ error: "text" }, "", "text"],
    [{ error: { code: "C", message: "text" } }, "", "C text"],
    [{ errors: [{ code: "C", detail: "text" }] }, "", "C text"],
    [{ type: "ErrorResponse", error: { code: "C" } }, "", "C"],
    [{ message: "text", code: "429" }, "", "429 text"],
    [
      { error: { type: "index_not_found_exception", reason: "no such index" } },
      "",
      "index_not_found_exception no such index",
    ],
    [
      undefined,
      "<html><head><title>401 Authorization\nRequired</title></head></html>",
      "401 Authorization Required",
    ],
    [undefined, "upstream connect error", "upstream connect error"],
    [undefined, "", ""],
  ];
  for (const [json, text, reason] of shapes) {
    const response = { ...answer(json), text } as ProviderResponse;
    assertEquals(failureReason(response), reason);
  }
});

Deno.test("a very long body does not become a very long message", () => {
  const { message } = judgeStatus({
    ...answer(undefined, { status: 500 }),
    text: "x".repeat(1e6),
  });
  assertStringIncludes(message, "HTTP 500: xxx");
  assertEquals(message.length < 400, true);
});
