/**
 * The six academic providers ask for and read exactly what the published
 * program does, on the cases of tests/fixtures/providers/provider_requests.json.
 */
import { assertEquals, assertIsError } from "@std/assert";
import type { Candidate, Question } from "../../lib/benchmark/records.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import { MalformedResponse } from "../../lib/providers/page.ts";
import { findProvider } from "../../lib/providers/registry.ts";
import { answer, type Call, firstPage, walk } from "./walk.ts";

interface PublishedCase {
  provider: string;
  note: string;
  row: Pick<Question, "question" | "max_year" | "queries">;
  responses: unknown[];
  expected_calls: Call[];
  candidates?: Candidate[];
  error?: string;
  retryable?: boolean;
}

const cases: PublishedCase[] = JSON.parse(
  await Deno.readTextFile(
    new URL("../fixtures/providers/provider_requests.json", import.meta.url),
  ),
);

function queryOf(provider: HttpProvider, row: PublishedCase["row"]): string {
  if (provider.query === "question") return row.question;
  const frozen = row.queries[provider.query]!;
  return frozen.request_query ?? frozen.query;
}

for (const { provider: name, note, row, responses, ...expected } of cases) {
  Deno.test(`${name} meets the published program: ${note}`, () => {
    const provider = findProvider(name) as HttpProvider;
    const first = firstPage(provider, queryOf(provider, row), row.max_year);
    const script = responses.map((json) => answer(json));
    if (expected.error === undefined) {
      const walked = walk(provider, first, script);
      assertEquals(walked.verdict, null);
      assertEquals(walked.calls, expected.expected_calls);
      assertEquals(walked.candidates, expected.candidates!);
      return;
    }
    let failure: { message: string; retryable: boolean };
    try {
      const walked = walk(provider, first, script);
      assertEquals(walked.calls, expected.expected_calls);
      failure = {
        message: walked.verdict!.message,
        retryable: walked.verdict!.class === "retry",
      };
    } catch (error) {
      assertIsError(error, MalformedResponse);
      failure = { message: error.message, retryable: false };
    }
    assertEquals(failure, {
      message: expected.error,
      retryable: expected.retryable!,
    });
  });
}
