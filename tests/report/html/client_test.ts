import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { choose, columnsFor, filtersFor } from "../../../lib/report/html/client/choose.js";
import {
  foundBy,
  gapOf,
  type Question,
  readQuestions,
  type View,
} from "../../../lib/report/html/client/questions.js";
import { explorerData } from "../../../lib/report/html/explorer_data.ts";
import { pageScript } from "../../../lib/report/html/page_script.ts";
import { foundAt } from "../../../lib/scoring/recall.ts";
import { madeUpModel } from "./made_up_model.ts";

const RUN = { look: "", depth: null };
const RUNS = [{ ...RUN, key: "A", label: "one" }, { ...RUN, key: "B", label: "two" }];
/** Tiers as numbers: 3 x rank + tier. */
const QUESTIONS = readQuestions({
  tiers: ["pmid", "doi", "title"],
  questions: [
    ["q2", "Does Aspirin help?", [["11", "10.1/x", "On aspirin"], ["12", null, null]], [
      [30, 3 * 1, 3 * 20 + 2],
      [10],
    ]],
    ["q1", "What is BRCA1?", [["21", null, "A gene"]], [[5], [5, 3 * 2 + 1]]],
    ["q3", "And this?", [["31", null, null]], [null, [5, 3 * 4]]],
  ],
});
const view: View = { runs: RUNS, cutoff: 10, pair: null };

function ids(words: string, filterId: string, columnId: string, descending = false, at = view) {
  const filter = filtersFor(RUNS, QUESTIONS).find(({ id }) => id === filterId)!;
  const column = columnsFor(RUNS).find(({ id }) => id === columnId)!;
  return choose(QUESTIONS, { words, filter, column, descending }, at).map(({ id }) => id);
}

Deno.test("questions come out of the page's data as they went in", () => {
  assertEquals(QUESTIONS[0]!.lists, [
    { length: 30, found: [{ rank: 1, tier: "pmid" }, { rank: 20, tier: "title" }] },
    { length: 10, found: [null, null] },
  ]);
  const model = madeUpModel({
    questions: 40,
    runs: [{ label: "a", depth: 200, skill: 0.8 }, { label: "b", depth: 20, skill: 0.7 }],
  });
  const data = explorerData(model);
  const questions = readQuestions(JSON.parse(JSON.stringify(data)));
  for (const cutoff of [1, 10, 20]) {
    const at = { runs: [...data.runs], cutoff, pair: null };
    for (const [position, question] of model.questions.entries()) {
      assertEquals(
        data.runs.map((_, run) => foundBy(questions[position]!, run, at)),
        question.lists.map((list) => list && foundAt(list.matches, cutoff)),
      );
    }
  }
});

Deno.test("a run has no figure without a result or deeper than its provider goes", () => {
  assertEquals(foundBy(QUESTIONS[2]!, 0, view), null);
  const shallow = { ...view, runs: [{ ...RUNS[0]!, depth: 5 }, RUNS[1]!] };
  assertEquals(foundBy(QUESTIONS[0]!, 0, shallow), null);
  assertEquals(foundBy(QUESTIONS[0]!, 0, { ...shallow, cutoff: 5 }), 1);
});

Deno.test("the gap is largest minus smallest, or one run minus another", () => {
  const gaps = (at: View) => QUESTIONS.map((question: Question) => gapOf(question, at));
  assertEquals(gaps(view), [1, 1, null]);
  assertEquals(gaps({ ...view, pair: [1, 0] }), [-1, 1, null]);
});

Deno.test("questions are sorted by a column, those without a value last either way", () => {
  assertEquals(ids("", "all", "id"), ["q1", "q2", "q3"]);
  assertEquals(ids("", "all", "at", true), ["q3", "q1", "q2"]);
  assertEquals(ids("", "all", "gap", true), ["q1", "q2", "q3"]);
  assertEquals(ids("", "all", "gap"), ["q2", "q1", "q3"]);
  assertEquals(ids("", "all", "run-0"), ["q1", "q2", "q3"]);
  assertEquals(ids("", "all", "run-0", true), ["q2", "q1", "q3"]);
});

Deno.test("all words must occur, anywhere, in any case", () => {
  assertEquals(ids("ASPIRIN help", "all", "at"), ["q2"]);
  assertEquals(ids(" 10.1/x ", "all", "at"), ["q2"]);
  assertEquals(ids("gene 21", "all", "at"), ["q1"]);
  assertEquals(ids("gene aspirin", "all", "at"), []);
});

Deno.test("filters look at the chosen cutoff", () => {
  assertEquals(ids("", "missed", "at"), ["q2"]);
  assertEquals(ids("", "missed", "at", false, { ...view, cutoff: 20 }), []);
  assertEquals(ids("", "none", "at"), []);
  assertEquals(ids("", "none", "at", false, { ...view, cutoff: 1 }), ["q1", "q3"]);
  assertEquals(ids("", "only-0", "at"), ["q2"]);
  assertEquals(ids("", "only-1", "at"), ["q1", "q3"]);
  assertEquals(ids("", "without-0", "at"), ["q3"]);
});

Deno.test("filters for what cannot occur are not offered", () => {
  const single = filtersFor([RUNS[1]!], QUESTIONS.slice(0, 1));
  assertEquals(single.map(({ id }) => id), ["all", "none", "missed"]);
  assertEquals(columnsFor([RUNS[0]!]).map(({ id }) => id), ["at", "id", "gold", "run-0"]);
});

Deno.test("the page's script is one text that stands alone", async () => {
  assert(!/^(import|export) /m.test(pageScript));
  assert(!/<\/script|<!--/i.test(pageScript));
  assert(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/.test(pageScript));
  // It begins to run, so it has no syntax error and declares no name twice; here it finds no page.
  const address = `data:text/javascript;base64,${new TextEncoder().encode(pageScript).toBase64()}`;
  const error = await assertRejects(() => import(address), ReferenceError);
  assertMatch(error.message, /document is not defined/);
});
