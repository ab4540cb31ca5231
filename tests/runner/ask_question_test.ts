import { assertEquals } from "@std/assert";
import type { Page } from "../../lib/providers/page.ts";
import { askQuestion } from "../../lib/runner/ask_question.ts";
import type { JournaledPage } from "../../lib/runner/run_state.ts";

const question = { question_id: "q1", query: "a long question", max_year: 2015 };

async function ask(pages: Page[], answered: readonly JournaledPage[] = []) {
  const kept: JournaledPage[] = [];
  const answer = await askQuestion(question, answered, {
    provider: { name: "p", query: "google_scholar", callsPerQuestion: 5 },
    settings: {},
    ask: () => Promise.resolve(pages.shift()!),
    keep: (page) => Promise.resolve(void kept.push(page)),
    onNotices: () => {},
  });
  return { answer, kept };
}

const page = (next: number | null, sentQuery?: string): Page => ({
  candidates: [],
  lastRank: 0,
  next,
  ...sentQuery === undefined ? {} : { sentQuery },
});

Deno.test("a query that was sent cut is told with the list, also after a stop between its pages", async () => {
  const { answer, kept } = await ask([page(1, "a long"), page(null)]);
  assertEquals(answer, { candidates: [], request_query: "a long" });
  assertEquals((await ask([page(null)], kept)).answer, answer);
});

Deno.test("a query that was sent as it is, is not told twice", async () => {
  const { answer, kept } = await ask([page(1), page(null)]);
  assertEquals(answer, { candidates: [] });
  assertEquals(Object.hasOwn(kept[0]!, "request_query"), false);
});
