import { assertEquals, assertStringIncludes } from "@std/assert";
import { failureReason } from "../../lib/providers/failure_reason.ts";
import { judgeResponse, judgeStatus } from "../../lib/providers/failures.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import type { ProviderResponse } from "../../lib/providers/page.ts";
import { findProvider } from "../../lib/providers/registry.ts";
import { FIRST_PAGE } from "../support/first_page.ts";
import { answer } from "./walk.ts";

const statuses: { status: number; retryable: boolean }[] = JSON.parse(
  await Deno.readTextFile(
    new URL("../fixtures/providers/retry_statuses.json", import.meta.url),
  ),
).status;

function judged(json: unknown, status: number): string | undefined {
  return judgeResponse({}, answer(json, { status }), FIRST_PAGE)?.class;
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
        { ...FIRST_PAGE, query },
      );
      assertEquals(verdict?.class, "terminal", query);
    }
  }
});

Deno.test("a provider's own judgement comes first", () => {
  const verdict = judgeResponse(
    { judge: () => ({ class: "end", message: "that was all" }) },
    answer({}, { status: 400 }),
    FIRST_PAGE,
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

Deno.test("a 200 with a list and an error is no result: it is retried, or terminal where it is about the query", () => {
  const errors: [unknown, string][] = [
    [{ error: { code: "internal", message: "backend exploded" } }, "retry"],
    [{ error: "backend exploded" }, "retry"],
    [{ errors: [{ message: "backend exploded" }] }, "retry"],
    [{ error: true }, "retry"],
    [{ status: "error", message: "exploded" }, "retry"],
    [{ success: false }, "retry"],
    [{ error: { status: 503 } }, "retry"],
    [{ code: "429", message: "slow down" }, "retry"],
    [{ message: "Too Many Requests" }, "retry"],
    [{ error: { code: 401, message: "no" } }, "stop"],
    [{ error: { code: 422, message: "no" } }, "terminal"],
    [{ error: "invalid query" }, "terminal"],
    [{ error: "Monthly API call limit exceeded" }, "stop"],
  ];
  const emptyLists: Record<string, unknown> = {
    elicit: { papers: [] },
    consensus: { results: [] },
    semantic_scholar: { data: [] },
    openalex_keyword: { results: [] },
    openalex_semantic: { results: [] },
    exa: { results: [] },
    brave: { type: "search", web: { results: [] } },
    parallel: { results: [] },
    perplexity: { results: [] },
    pubmed: { esearchresult: { idlist: [] } },
    europe_pmc: { resultList: { result: [] } },
    opensearch: { hits: { hits: [] } },
  };
  for (const [name, list] of Object.entries(emptyLists)) {
    const provider = findProvider(name) as HttpProvider;
    const at = { ...FIRST_PAGE, settings: name === "opensearch" ? { index: "papers" } : {} };
    const judge = (body: unknown) => judgeResponse(provider, answer(body), at);
    assertEquals(judge(list), null, name);
    for (const none of [null, "", false, [], {}]) {
      assertEquals(judge({ ...list as object, error: none, errors: none }), null, name);
    }
    for (const [error, expected] of errors) {
      const verdict = judge({ ...list as object, ...error as object });
      assertEquals(verdict?.class, expected, `${name} ${JSON.stringify(error)}`);
    }
  }
});

Deno.test("an error with status 200 and no list is the parser's, unless it may pass", () => {
  const elicit = findProvider("elicit") as HttpProvider;
  const judge = (error: unknown) => judgeResponse(elicit, answer({ error }), FIRST_PAGE)?.class;
  assertEquals(judge("x"), undefined);
  assertEquals(judge({ code: "internal", message: "backend exploded" }), "retry");
  assertEquals(judge("temporarily unavailable"), "retry");
});

Deno.test("an error without a reason is not judged by the text of the papers beside it", () => {
  const elicit = findProvider("elicit") as HttpProvider;
  const papers = [{ title: "Daily limit of API calls exceeded: invalid API key" }];
  assertEquals(
    judgeResponse(elicit, answer({ papers, error: { id: 1 } }), FIRST_PAGE)?.class,
    "retry",
  );
  assertEquals(judgeResponse(elicit, answer({ papers }), FIRST_PAGE), null);
});

Deno.test("a success that is no JSON is judged by what it says, where that is not the text of papers", () => {
  const elicit = findProvider("elicit") as HttpProvider;
  for (
    const [text, expected] of [
      ["Too many requests, slow down", "retry"],
      ["<html><head><title>Rate limit exceeded</title></head></html>", "retry"],
      ["<title>Service temporarily unavailable</title><p>invalid API key</p>", "retry"],
      ["Invalid API key", "stop"],
      ["You exceeded your current quota", "stop"],
      ["<html><head><title>Please wait</title></head></html>", undefined],
      ["", undefined],
      ['{"papers":[{"title":"Rate limit exceeded: invalid API key, try again', undefined],
      [' [{"title":"Too many requests"', undefined],
    ] as const
  ) {
    const verdict = judgeResponse(elicit, { ...answer(null), text, json: undefined }, FIRST_PAGE);
    assertEquals(verdict?.class, expected, text);
  }
});

Deno.test("an allowance of a day or longer that is spent stops, whatever its wording", () => {
  const spent = [
    "Daily request limit of 100 reached",
    "You have used all 100 API requests for today",
    "Monthly API call limit exceeded",
    "You have exceeded your daily free allowance",
    "Your searches for the month are exhausted",
    "You exceeded your current quota, please check your plan and billing details",
    "Your credits are exhausted",
    "You are out of credits",
    "Limit of 1000 calls per day exceeded",
  ];
  for (const error of spent) {
    for (const status of [429, 403, 400, 200]) {
      const verdict = judgeResponse({}, answer({ error }, { status }), FIRST_PAGE);
      assertEquals(verdict?.class, "stop", `${status} ${error}`);
      assertStringIncludes(verdict!.remedy!, "wait until the quota is refilled", error);
    }
  }
});

Deno.test("a throttle of seconds, minutes or an hour is retried, whatever its status", () => {
  const throttles = [
    "Rate limit exceeded",
    "Too Many Requests",
    "You are being rate limited",
    "Request was throttled. Expected available in 3 seconds.",
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'",
    "Rate limit exceeded: 10 requests per second (daily quota 1000)",
    "error code: 1015",
  ];
  for (const error of throttles) {
    for (const status of [429, 403, 400, 200]) {
      assertEquals(judged({ error }, status), "retry", `${status} ${error}`);
    }
  }
  assertEquals(judged({ error: "RESOURCE_EXHAUSTED: check quota" }, 429), "retry");
});

Deno.test("the remedy fits what the answer says, not its status alone", () => {
  const remedy = (json: unknown, status: number, text = JSON.stringify(json)) =>
    judgeResponse({}, { ...answer(json, { status }), text }, FIRST_PAGE)!.remedy!;
  const noCredit = { error: { type: "insufficient_quota", message: "add credit" } };
  assertStringIncludes(remedy(noCredit, 401), "top up the account");
  assertStringIncludes(remedy(noCredit, 403), "top up the account");
  assertStringIncludes(remedy({ error: "Invalid API key" }, 403), "check the API key");
  assertStringIncludes(remedy({ error: "no" }, 401), "check the API key");
  assertStringIncludes(remedy({ error: "no" }, 402), "top up the account");
  // Semantic Scholar says no more of a wrong key.
  assertStringIncludes(remedy({ error: "Forbidden" }, 403), "check the API key, and that its plan");
  assertStringIncludes(remedy(undefined, 403, "error code: 1010"), "firewall");
  assertStringIncludes(remedy({ cloudflare_error: true, error_code: 1010 }, 403), "firewall");
  const page = "<!DOCTYPE html><html><title>Access denied | Cloudflare</title></html>";
  assertStringIncludes(remedy(undefined, 403, page), "firewall");
});
