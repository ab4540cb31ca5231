import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { exportKeywordQueries } from "../../lib/benchmark/export_keyword_queries.ts";
import { keywordQueryDifferences } from "../../lib/benchmark/keyword_query_facts.ts";
import { type KeywordQueryRow, keywordQueryRows } from "../../lib/benchmark/keyword_queries.ts";
import { KeywordQueryCount } from "../../lib/benchmark/keyword_query_summary.ts";
import { sortedJson } from "../../lib/benchmark/sorted_json.ts";
import { FileError } from "../../lib/benchmark/text_source.ts";

const fixtures = new URL("../fixtures/", import.meta.url).pathname;
const input = { name: `${fixtures}reports/failures/input.jsonl` };
const reference = (name: string) => Deno.readTextFileSync(`${fixtures}keyword_queries/${name}`);

async function exported(filter = {}, source: { name: string; bytes?: Uint8Array } = input) {
  const rows: KeywordQueryRow[] = [];
  const count = await exportKeywordQueries(source, filter, (row) => rows.push(row));
  return { rows, count };
}
/** Values with their keys in order, which assertEquals would not look at. */
const inOrder = (rows: Iterable<unknown>) => [...rows].map((row) => JSON.stringify(row));
const referenceRows = (name: string) =>
  inOrder(reference(name).trimEnd().split("\n").map((line) => JSON.parse(line)));

function question(queries: Record<string, unknown>, id = "q") {
  return new TextEncoder().encode(
    JSON.stringify({ question_id: id, question: "Why?", max_year: null, gold: [], queries }) + "\n",
  );
}

Deno.test("the export is the published program's, in its order", async () => {
  const { rows, count } = await exported();
  assertEquals(inOrder(rows), referenceRows("expected.jsonl"));
  assertEquals(count.promptNotice(), null);
});

Deno.test("a filtered export is the published program's", async () => {
  const { rows } = await exported({ provider: "google_scholar", questionId: "made_up:004" });
  assertEquals(inOrder(rows), referenceRows("expected_one.jsonl"));
});

Deno.test("the summary is the published program's, to the byte", async () => {
  const { count } = await exported();
  assertEquals(sortedJson(count.summary()), reference("expected_summary.json").trimEnd());
});

Deno.test("fields that are absent are null, and count as such", async () => {
  const bytes = question({ a: { query: "x" }, b: { query: "y", request_query: null, model: "7" } });
  const { rows, count } = await exported({}, { name: "made up", bytes });
  assertEquals(rows[0], {
    question_id: "q",
    question: "Why?",
    provider: "a",
    model: null,
    source: null,
    prompt: null,
    prompt_sha256: null,
    prompt_provenance: null,
    generated_query: "x",
    request_query_used: "x",
    query_version_id: null,
  });
  assertEquals(count.summary().models, { null: 1, "7": 1 });
  assertEquals(count.promptNotice(), null);
});

Deno.test("a prompt is hashed as UTF-8; a hash that does not fit is found", async () => {
  // printf 'Grüße' | sha256sum
  const sha = "f83e039796c6453a10f5519e39fd113901572316a1a8ea07cb525d2801dfd074";
  const wrong = sha.replace(/.$/, "0");
  const bytes = question({
    right: { query: "x", prompt: "Grüße", prompt_sha256: sha.toUpperCase() },
    wrong: { query: "x", prompt: "Grüße", prompt_sha256: wrong },
    no_hash: { query: "x", prompt: "Grüße" },
    no_prompt: { query: "x", prompt_sha256: sha },
  });
  const { count } = await exported({}, { name: "made up", bytes });
  assertEquals(
    count.promptNotice(),
    "1 of 4 queries have a prompt_sha256 that is not the SHA-256 of their prompt: q (wrong); " +
      "1 of 4 queries have a prompt without prompt_sha256: q (no_hash); " +
      "1 of 4 queries have a prompt_sha256 without prompt: q (no_prompt)",
  );
});

Deno.test("an unknown question or provider offers the nearest", async () => {
  await assertRejects(
    () => exported({ questionId: "made_up:04" }),
    Error,
    'did you mean "made_up:004"?',
  );
  await assertRejects(() => exported({ provider: "scholar" }), Error, '"google_scholar"?');
  // Nothing is near: what there is is told instead of something absurd.
  await assertRejects(
    () => exported({ questionId: "zzz" }),
    Error,
    "it has made_up:000, made_up:001, made_up:002, made_up:003, made_up:004 and 35 more",
  );
  await assertRejects(
    () => exported({ provider: "zzz" }),
    Error,
    "it has semantic_scholar, openalex_keyword, google_scholar",
  );
  await assertRejects(
    () => exported({ questionId: "q", provider: "a" }, { name: "made up", bytes: question({}) }),
    Error,
    'provider "a" of question "q": not in made up; it has no keyword queries',
  );
});

Deno.test("a query that is none names file, line, question and provider", async () => {
  for (
    const broken of [null, "text", {}, { query: null }, { query: 7 }, { query: "x", model: 1 }]
  ) {
    const error = await assertRejects(
      () => exported({}, { name: "made up", bytes: question({ exa: broken }) }),
      FileError,
    );
    assertEquals(error.message.startsWith('made up:1: question "q": the exa query '), true);
  }
  assertThrows(
    () =>
      keywordQueryRows({
        question_id: "q",
        question: "",
        max_year: null,
        gold: [],
        queries: { a: { query: "x", prompt: 5 as unknown as string } },
      }),
    Error,
    "prompt 5",
  );
});

Deno.test("counts are compared with the record, models by how many queries each wrote", () => {
  const count = new KeywordQueryCount();
  const row = (provider: string, model: string, sent = "x") => {
    count.add({
      question_id: "q",
      question: "",
      provider,
      model,
      source: null,
      prompt: null,
      prompt_sha256: null,
      prompt_provenance: null,
      generated_query: "x",
      request_query_used: sent,
      query_version_id: null,
    });
  };
  row("a", "model-one");
  row("a", "model-one", "y");
  row("b", "model-two");
  const facts = {
    total: 3,
    by_provider: { a: 2, b: 1 },
    by_model: { "Model Two": 1, "Model One": 2 },
    replaced_after_refusal: { count: 1, model: "Model Two" },
    repaired_after_rejection: 0,
    request_query_differs: { a: 1 },
    notes: [],
  };
  assertEquals(keywordQueryDifferences(count, facts), []);
  assertEquals(
    keywordQueryDifferences(count, {
      ...facts,
      total: 4,
      by_provider: { a: 2, c: 1 },
      by_model: { x: 3 },
      request_query_differs: { b: 2 },
    }),
    [
      "queries: 3 instead of 4",
      "queries for b: 1 instead of 0",
      "queries for c: 0 instead of 1",
      "queries by model: 2 + 1 instead of 3",
      "a queries sent otherwise than generated: 1 instead of 0",
      "b queries sent otherwise than generated: 0 instead of 2",
    ],
  );
});

Deno.test("keys of sorted JSON are in code point order, numbers among them", () => {
  assertEquals(
    sortedJson({ b: [1, {}], "10": [], "9": null, "\u{1f600}": 1, "\uffff": 2 }),
    '{\n  "10": [],\n  "9": null,\n  "b": [\n    1,\n    {}\n  ],\n  "\uffff": 2,\n  "\u{1f600}": 1\n}',
  );
});
