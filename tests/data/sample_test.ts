import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Paper } from "../../lib/providers/provider.ts";
import type { Question } from "../../lib/benchmark/records.ts";

/** Reads a file of the sample without the project's readers, so that the two cannot be wrong together. */
function lines<T>(name: string): T[] {
  const url = new URL(`../../data/sample/${name}`, import.meta.url);
  const text = Deno.readTextFileSync(url);
  assert(text.endsWith("\n"), `${name} ends without a newline`);
  return text.slice(0, -1).split("\n").map((line) => JSON.parse(line) as T);
}

type SamplePaper = Paper & { first_author: string | null };

const papers = lines<SamplePaper>("papers.jsonl");
const questions = lines<Question>("questions.jsonl");
const paperOf = new Map(papers.map((paper) => [paper.pmid, paper]));

Deno.test("the sample has 60 questions and 417 papers", () => {
  assertEquals(questions.length, 60);
  assertEquals(papers.length, 417);
  assertEquals(questions.reduce((sum, q) => sum + q.gold.length, 0), 196);
});

Deno.test("papers are unique, in the order of their PMIDs, and complete", () => {
  assertEquals(paperOf.size, papers.length);
  const numbers = papers.map((paper) => Number(paper.pmid));
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  for (const paper of papers) {
    assertMatch(paper.pmid, /^[1-9]\d*$/);
    assertMatch(paper.doi ?? "", /^10\.\d{4,}\/\S+$/);
    if (paper.pmcid !== null) assertMatch(paper.pmcid ?? "", /^PMC\d+$/);
    assert(paper.title === paper.title.trim() && paper.title !== "");
    assert(paper.year !== null && paper.year > 1900 && paper.year < 2025);
    assert(paper.first_author);
  }
  assertEquals(new Set(papers.map((p) => p.doi?.toLowerCase())).size, 417);
});

Deno.test("question ids count up and question texts are unique questions", () => {
  questions.forEach((question, index) => {
    const number = String(index + 1).padStart(3, "0");
    assertEquals(question.question_id, `sample:${number}`);
    assertMatch(question.question, /^[A-Z].{30,200}[?.]$/u);
  });
  assertEquals(new Set(questions.map((q) => q.question)).size, 60);
});

Deno.test("no question is a title of the corpus", () => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  const titles = papers.map((paper) => plain(paper.title));
  for (const { question } of questions) {
    const text = plain(question);
    assert(
      !titles.some((t) => t === text || t.length > 20 && text.includes(t)),
      question,
    );
  }
});

Deno.test("gold papers are papers of the corpus, named as there, once a question", () => {
  for (const { question_id, gold } of questions) {
    assert(gold.length > 0, question_id);
    assertEquals(new Set(gold.map((g) => g.pmid)).size, gold.length);
    for (const { pmid, doi, title } of gold) {
      const paper = paperOf.get(pmid ?? "");
      assert(paper !== undefined, `${question_id}: ${pmid} is not in corpus`);
      assertEquals([doi, title], [paper.doi, paper.title], question_id);
    }
  }
});

Deno.test("no gold paper is later than its question's cutoff, which is a challenge year", () => {
  for (const { question_id, max_year, gold } of questions) {
    assert(max_year !== null && max_year >= 2013 && max_year <= 2023);
    const newest = Math.max(
      ...gold.map((g) => paperOf.get(g.pmid ?? "")?.year ?? Infinity),
    );
    assert(newest <= max_year, `${question_id}: ${newest} > ${max_year}`);
  }
  assertEquals(new Set(questions.map((q) => q.max_year)).size, 11);
});

Deno.test("the cutoff hides later papers that would answer the question", () => {
  // Question and a paper of its very topic that appeared after its max_year.
  const hidden = {
    "sample:007": "31697873", // elexacaftor in cystic fibrosis, 2019
    "sample:010": "36449413", // lecanemab, 2023
    "sample:012": "29129157", // thrombectomy, 2018
    "sample:017": "36027570", // dapagliflozin in heart failure, 2022
    "sample:024": "32970396", // dapagliflozin in kidney disease, 2020
    "sample:025": "31562797", // nivolumab and ipilimumab in melanoma, 2019
    "sample:030": "29151359", // osimertinib, 2018
    "sample:047": "36927031", // protein language model, 2023
    "sample:053": "33782057", // PRISMA 2020, 2021
  };
  for (const [id, pmid] of Object.entries(hidden)) {
    const question = questions.find((q) => q.question_id === id);
    const year = paperOf.get(pmid)?.year;
    assert(question?.max_year && year, id);
    assert(year > question.max_year, `${id}: ${year}`);
    assert(!question.gold.some((g) => g.pmid === pmid), id);
  }
});

Deno.test("every question has three hand-written keyword queries that say so", () => {
  for (const { question_id, queries } of questions) {
    assertEquals(Object.keys(queries), [
      "semantic_scholar",
      "openalex_keyword",
      "google_scholar",
    ]);
    for (const frozen of Object.values(queries)) {
      assert(frozen.query.trim() === frozen.query && frozen.query !== "");
      assertEquals(
        [frozen.query_version_id, frozen.source, frozen.prompt_provenance],
        ["sample-1", "hand_written", "hand_written_for_the_sample"],
        question_id,
      );
      assertEquals(
        [frozen.model, frozen.prompt, frozen.prompt_sha256],
        [null, null, null],
        question_id,
      );
    }
  }
});

Deno.test("keyword queries fit the syntax of their providers", () => {
  let changed = 0;
  for (const { question_id, queries } of questions) {
    const { semantic_scholar, openalex_keyword, google_scholar } = queries;
    assert(semantic_scholar && openalex_keyword && google_scholar);
    // Semantic Scholar matches nothing on a hyphenated word: it gets spaces.
    const sent = semantic_scholar.request_query ?? semantic_scholar.query;
    assertEquals(sent, semantic_scholar.query.replaceAll("-", " "));
    if ("request_query" in semantic_scholar) {
      assert(sent !== semantic_scholar.query, question_id);
      changed++;
    }
    // OpenAlex refuses wildcards; brackets and quotes must be closed.
    assert(!/[*?~]/.test(openalex_keyword.query), question_id);
    assertMatch(openalex_keyword.query, / (AND|OR) /);
    let depth = 0;
    for (const sign of openalex_keyword.query.replaceAll(/"[^"]*"/g, "")) {
      assert(sign !== '"', question_id);
      depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
      assert(depth >= 0, question_id);
    }
    assertEquals(depth, 0, question_id);
    assert(google_scholar.query.split('"').length % 2 === 1, question_id);
  }
  assert(changed >= 10, `only ${changed} queries differ when sent`);
});
