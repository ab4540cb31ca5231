import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { formatOf } from "../../lib/benchmark/document_format.ts";
import { readQuestions } from "../../lib/benchmark/read_questions.ts";
import { readRun } from "../../lib/benchmark/read_run.ts";
import { FileError, type TextSource } from "../../lib/benchmark/text_source.ts";

const text = (...lines: string[]): TextSource => ({
  name: "f",
  bytes: new TextEncoder().encode(lines.join("\n")),
});

async function gold(source: TextSource) {
  const found: Record<string, (string | null)[]> = {};
  const notices: string[] = [];
  const format = await readQuestions(source, {
    onQuestion: (question) => found[question.question_id] = question.gold.map(({ pmid }) => pmid),
    onNotice: (notice) => notices.push(notice),
  });
  return { format, found, notices };
}

async function ranking(source: TextSource) {
  const found: Record<string, (string | null)[]> = {};
  const format = await readRun(source, {
    onRow: ({ questionId, candidates }) => found[questionId] = candidates.map(({ pmid }) => pmid),
  });
  return { format, found };
}

for (
  const [line, format] of [
    ['{"question_id": "a", "gold": []}', "jsonl"],
    ['{"question_id": "a", "gold": [', "jsonl"],
    ['{"question_id": "a", "candidates": [{"title": "\\"questions\\": ["', "jsonl"],
    ['{"questions": [{"id": "a"}]}', "bioasq"],
    ['{"questions": [', "bioasq"],
    ['{"username": "me", "questions": [', "bioasq"],
    ["{", "bioasq"],
    ["[", "bioasq"],
    ["q1 0 123 1", "trec"],
    ["q1\tQ0\t123\t1\t0.5\trun ", "trec"],
  ] as const
) {
  Deno.test(`a file that starts with ${line} is ${format}`, () =>
    assertEquals(formatOf(line), format));
}

Deno.test("a first line of no known format is refused", () => {
  assertThrows(
    () => formatOf("a,b,c"),
    Error,
    "neither JSON Lines, nor BioASQ JSON, nor TREC columns",
  );
});

Deno.test("BioASQ gold: both PubMed URL forms are one paper, merged with a notice", async () => {
  const { format, found, notices } = await gold(text(JSON.stringify({
    questions: [
      {
        id: "a",
        body: "?",
        documents: [
          "http://www.ncbi.nlm.nih.gov/pubmed/7",
          "https://pubmed.ncbi.nlm.nih.gov/7/",
          "https://pubmed.ncbi.nlm.nih.gov/8",
        ],
      },
      { id: "b", documents: [] },
    ],
  })));
  assertEquals(format, "bioasq");
  assertEquals(found, { a: ["7", "8"], b: [] });
  assertEquals(notices, ["f: gold papers named twice were merged: 7 of question a"]);
});

Deno.test("records of JSON Lines in a list or over several lines are refused with what to write instead", async () => {
  const record = { question_id: "a", gold: [], candidates: [] };
  for (const read of [gold, ranking]) {
    await assertRejects(
      () => read(text(JSON.stringify([record]))),
      FileError,
      "f: question 1: it has a question_id, as JSON Lines have; write one object a line",
    );
    await assertRejects(
      () => read(text(...JSON.stringify(record, null, 1).split("\n"))),
      FileError,
      "JSON Lines have each object on one line",
    );
  }
});

Deno.test("a query or fragment of a PubMed URL of either form does not matter, in gold and in runs", async () => {
  const documents = [
    "http://www.ncbi.nlm.nih.gov/pubmed/7?dopt=Abstract",
    "https://www.ncbi.nlm.nih.gov/pubmed/8/#comments",
    "https://pubmed.ncbi.nlm.nih.gov/9/?from=x#y",
  ];
  const file = () => text(JSON.stringify({ questions: [{ id: "a", documents }] }));
  assertEquals((await gold(file())).found, { a: ["7", "8", "9"] });
  assertEquals((await ranking(file())).found, { a: ["7", "8", "9"] });
  // Alone, a number with a query is no PMID.
  const bare = text('{"questions": [{"id": "a", "documents": ["7?x", "7#2", "7/"]}]}');
  assertEquals((await ranking(bare)).found, { a: ["7?x", "7#2", "7"] });
});

Deno.test("BioASQ gold that is no PubMed URL is refused with question and URL", async () => {
  await assertRejects(
    () => gold(text('{"questions": [{"id": "a", "documents": ["http://example.org/1"]}]}')),
    FileError,
    'f: question 1: question "a": document "http://example.org/1" has no PMID',
  );
});

Deno.test("qrels: only relevant documents are gold, repeats are merged, questions may be interleaved", async () => {
  const { format, found, notices } = await gold(
    text("a 0 1 1", "b 0 5 0", "a 0 2 2", "a 0 3 -1", "a 0 1 1"),
  );
  assertEquals([format, found], ["trec", { a: ["1", "2"], b: [] }]);
  assertEquals(notices, ["f: gold papers named twice were merged: 1 of question a"]);
});

Deno.test("a TREC run is ranked by score as a 32-bit float, then by document descending; its ranks are ignored", async () => {
  const { format, found } = await ranking(text(
    "a Q0 10 1 0.5 r",
    "b Q0 1 1 1 r",
    "a Q0 9 2 0.50000000001 r",
    "a Q0 11 3 2e-1 r",
    "a Q0 12 0 7 r",
    "a Q0 12 5 -3 r",
  ));
  // 0.5 and 0.50000000001 are one 32-bit float, and "9" is after "10" as text.
  assertEquals([format, found], ["trec", { a: ["12", "9", "10", "11", "12"], b: ["1"] }]);
});

Deno.test("a BioASQ list is ranked by position; what is no PubMed URL uses up its rank", async () => {
  const { format, found } = await ranking(
    text(
      '{"questions": [{"id": "a", "documents": ["http://www.ncbi.nlm.nih.gov/pubmed/7", "http://example.org", "8"]}]}',
    ),
  );
  assertEquals([format, found], ["bioasq", { a: ["7", "http://example.org", "8"] }]);
});

Deno.test("errors in a document over several lines name the line of the file", async () => {
  await assertRejects(
    () => ranking(text("{", "", '"questions": [', '{"id": "a" "documents": []}', "]}")),
    FileError,
    "f:4: broken JSON",
  );
});

Deno.test("unknown fields of questions are kept, identifiers become text", async () => {
  let kept: unknown;
  await readQuestions(
    text('{"question_id": 12, "gold": [{"pmid": 3, "note": "n"}], "more": [1]}'),
    {
      onQuestion: (question) => kept = question,
    },
  );
  assertEquals(kept, {
    question_id: "12",
    question: "",
    max_year: null,
    gold: [{ pmid: "3", doi: null, title: null, note: "n" }],
    queries: {},
    more: [1],
  } as unknown);
});

Deno.test("TREC columns are split where trec_eval splits them: other spaces are part of an id", async () => {
  const { found } = await ranking(
    text("q\ufeff1 Q0\t11\v1\f0.5 tag\r", "q\u00a02 Q0 12 1 0.5 tag"),
  );
  assertEquals(found, { "q\ufeff1": ["11"], "q\u00a02": ["12"] });
  assertEquals((await gold(text("q\u20281 0 11 1"))).found, { "q\u20281": ["11"] });
  assertEquals(formatOf("a\u00a0b 0 11 1"), "trec");
});
