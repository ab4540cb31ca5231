import { assertEquals, assertThrows } from "@std/assert";
import type { Question } from "../../lib/benchmark/records.ts";
import { textToAsk, toAsked } from "../../lib/runner/asked_question.ts";
import { QuestionFailed } from "../../lib/runner/run_errors.ts";

const QUESTION: Question = {
  question_id: "q1",
  question: " What is it? ",
  max_year: 2015,
  gold: [],
  queries: {},
};

/** The query for Google Scholar of a question whose frozen query is this. */
function scholarQuery(frozen: unknown): string | null {
  const queries = { google_scholar: frozen } as Question["queries"];
  return toAsked({ ...QUESTION, queries }, "google_scholar").query;
}

Deno.test("what was really sent goes before the query, and is sent as it is", () => {
  assertEquals(toAsked(QUESTION, "question").query, " What is it? ");
  assertEquals(scholarQuery({ query: "a-b", request_query: "a b" }), "a b");
  assertEquals(scholarQuery({ query: "a-b", request_query: null }), "a-b");
  assertEquals(scholarQuery({ query: " a " }), " a ");
});

Deno.test("a blank text is none: nothing is asked with it", () => {
  for (const question of ["", " \n\t"]) {
    assertEquals(toAsked({ ...QUESTION, question }, "question").query, null);
  }
  for (const frozen of [undefined, null, {}, { query: "" }, { query: " ", request_query: "" }]) {
    assertEquals(scholarQuery(frozen), null);
  }
  assertEquals(scholarQuery({ query: "a", request_query: " " }), "a");
});

Deno.test("a frozen query that is no text is an error that names it", () => {
  for (
    const [frozen, message] of [
      ["a", 'question "q1": the google_scholar query must be an object, not "a"'],
      [{ query: 5 }, 'question "q1": the google_scholar query has the query 5'],
      [{ query: "a", request_query: [1] }, "has the request_query"],
    ] as const
  ) {
    assertThrows(() => scholarQuery(frozen), Error, message);
  }
});

Deno.test("a question without a text fails by itself, before anything is asked", () => {
  const asked = { question_id: "q1", query: null, max_year: null };
  for (
    const [query, message] of [
      ["question", "the input has no text for this question"],
      ["google_scholar", "the input has no frozen query for p"],
    ] as const
  ) {
    const error = assertThrows(() => textToAsk(asked, { name: "p", query }), QuestionFailed);
    assertEquals([error.message, error.details.status, error.details.retryable], [
      message,
      null,
      false,
    ]);
  }
  assertEquals(textToAsk({ ...asked, query: "x" }, { name: "p", query: "question" }), "x");
});
