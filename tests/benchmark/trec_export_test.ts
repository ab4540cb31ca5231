import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import { loadGold } from "../../lib/benchmark/gold_set.ts";
import { scoreRun } from "../../lib/benchmark/score_run.ts";
import { FileError, type TextSource } from "../../lib/benchmark/text_source.ts";
import { oneToken, qrelsLines, runLines } from "../../lib/benchmark/trec_export.ts";
import { recallFigures } from "../../lib/scoring/recall.ts";
import { scoredQuestions } from "../../lib/scoring/run_report.ts";

interface Row {
  question_id: string;
  candidates: Record<string, unknown>[];
}
interface Gold {
  question_id: string;
  gold: { pmid: string; doi?: string | null; title?: string | null }[];
}

const source = (name: string, rows: unknown[]): TextSource => ({
  name,
  bytes: new TextEncoder().encode(rows.map((row) => JSON.stringify(row) + "\n").join("")),
});
const textSource = (name: string, text: string): TextSource => ({
  name,
  bytes: new TextEncoder().encode(text),
});

/** Scores, exports, and returns both files with the macro recall at 1, 2, … 30. */
async function exported(questions: Gold[], rows: Row[]) {
  const goldSet = await loadGold([source("q", questions)]);
  let run = "";
  const { matches } = await scoreRun(goldSet, [source("r", rows)], {
    onMatched: (list) => run += runLines(list).join(""),
  });
  return { qrels: [...qrelsLines(goldSet)].join(""), run, recall: recallOf(goldSet, matches) };
}

const cutoffs = Array.from({ length: 30 }, (_, at) => at + 1);
function recallOf(
  { goldSizes }: Awaited<ReturnType<typeof loadGold>>,
  matches: Parameters<
    typeof scoredQuestions
  >[0]["matches"],
) {
  const scored = scoredQuestions({ goldSizes, matches });
  return recallFigures(scored, cutoffs).macro;
}

/**
 * trec_eval's recall.k as its source describes it, by itself: the questions are
 * those that both files have, documents are ordered by score and then by id, both
 * descending, and a question's recall divides by its relevant documents.
 */
function trecEvalRecall(qrels: string, run: string, cutoff: number): number {
  const relevant = new Map<string, Set<string>>();
  for (const line of qrels.trim().split("\n")) {
    const [question, , document, relevance] = line.split(/[ \t]+/) as [
      string,
      string,
      string,
      string,
    ];
    if (Number(relevance) <= 0) continue;
    relevant.set(question, (relevant.get(question) ?? new Set()).add(document));
  }
  const lists = new Map<string, { document: string; score: number }[]>();
  for (const line of run.trim().split("\n").filter((each) => each !== "")) {
    const columns = line.split(/[ \t]+/);
    assertEquals(columns.length, 6, line);
    const [question, , document, , score] = columns as [string, string, string, string, string];
    const list = lists.get(question) ?? [];
    assert(!list.some((each) => each.document === document), `${document} is there twice`);
    list.push({ document, score: Math.fround(Number(score)) });
    lists.set(question, list);
  }
  let sum = 0;
  let count = 0;
  for (const [question, list] of lists) {
    const gold = relevant.get(question);
    if (gold === undefined) continue;
    list.sort((a, b) => b.score - a.score || (a.document < b.document ? 1 : -1));
    sum += list.slice(0, cutoff).filter(({ document }) => gold.has(document)).length / gold.size;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

const id = fc.constantFrom("1", "2", "3", "4", "003", " 2", "https://pubmed.ncbi.nlm.nih.gov/4/");
const other = fc.constantFrom(null, "", "91", "92", "a b", "x#y", "1.2", "2.2");
const doi = fc.constantFrom(null, "10.1/a", "10.1/B", "DOI:10.1/b", "10.1/c d");
const title = fc.constantFrom(null, "First Paper", "second paper!", "Third");
const candidate = fc.record({
  pmid: fc.oneof(id, other),
  doi,
  title,
  provider_id: fc.constantFrom(null, "", "1", "W 7", "none"),
  gap: fc.constantFrom(0, 0, 0, 1, 3),
});
const goldPaper = fc.record({ pmid: fc.constantFrom("1", "2", "3", "4"), doi, title });

Deno.test("recall of the exported files is ours, read by trec_eval's rules and by our readers", async () => {
  const names = ["q 1", "q%1", "q#1", "ü", "q1"];
  await fc.assert(fc.asyncProperty(
    fc.array(
      fc.record({
        gold: fc.uniqueArray(goldPaper, { selector: ({ pmid }) => pmid, minLength: 1 }),
        list: fc.option(fc.array(candidate, { maxLength: 9 })),
      }),
      { minLength: 1, maxLength: names.length },
    ),
    async (parts) => {
      const questions = parts.map(({ gold }, at) => ({ question_id: names[at]!, gold }));
      const rows = parts.flatMap(({ list }, at) => {
        if (list === null) return [];
        let rank = 0;
        const candidates = list.map(({ gap, ...each }) => ({ rank: rank += 1 + gap, ...each }));
        return [{ question_id: names[at]!, provider: "my provider", candidates }];
      });
      if (rows.length === 0) return;
      const { qrels, run, recall } = await exported(questions, rows);
      assertEquals(
        cutoffs.map((cutoff) => trecEvalRecall(qrels, run, cutoff).toFixed(12)),
        recall.map((value) => value.toFixed(12)),
      );
      const again = await loadGold([textSource("qrels", qrels)], { format: "trec" });
      const { matches } = await scoreRun(again, [textSource("run", run)], { format: "trec" });
      assertEquals(recallOf(again, matches), recall);
    },
  ));
});

Deno.test("a credited result stands under its gold PMID, another one never under a gold PMID", async () => {
  const { run } = await exported(
    [{ question_id: "q", gold: [{ pmid: "1", doi: "10.1/a" }, { pmid: "2" }] }],
    [{
      question_id: "q",
      candidates: [
        { rank: 1, doi: "10.1/A", title: "by DOI" },
        { rank: 2, pmid: "1" },
        { rank: 3, pmid: "5" },
        { rank: 4, pmid: "5" },
        { rank: 6, doi: "10.9/z z" },
        { rank: 7, provider_id: "W1" },
        { rank: 8 },
      ],
    }],
  );
  assertEquals(run.split("\n").slice(0, -1), [
    "q Q0 1 1 8 run",
    "q Q0 1.2 2 7 run",
    "q Q0 5 3 6 run",
    "q Q0 5.2 4 5 run",
    "q Q0 none 5 4 run",
    "q Q0 doi:10.9/z%20z 6 3 run",
    "q Q0 id:W1 7 2 run",
    "q Q0 unidentified 8 1 run",
  ]);
});

Deno.test("an empty list stays a question that counts", async () => {
  const { run } = await exported(
    [{ question_id: "q", gold: [{ pmid: "1" }] }],
    [{ question_id: "q", candidates: [] }],
  );
  assertEquals(run, "q Q0 none 1 1 run\n");
});

Deno.test("a list with gaps that reaches too deep is refused by name", async () => {
  const candidates = [{ rank: 1, pmid: "1" }, { rank: 10_001, pmid: "2" }];
  await assertRejects(
    () =>
      exported(
        [{ question_id: "far", gold: [{ pmid: "1" }] }],
        [{ question_id: "far", candidates }],
      ),
    FileError,
    'Cannot export question "far": its ranks have gaps and reach 10001',
  );
});

Deno.test("ids become one column, and different ids stay different", () => {
  assertEquals(oneToken("a b\u00a0#%"), "a%20b%C2%A0%23%25");
  assertEquals(oneToken("10.1/é–x"), "10.1/é–x");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      assertMatch(oneToken(a), /^[^\s#]+$/u);
      assertEquals(oneToken(a) === oneToken(b), a === b);
    }),
  );
});

Deno.test("ten thousand ranks with hardly a candidate are filled, each by a document of its own", async () => {
  const questions = Array.from({ length: 8 }, (_, at) => ({
    question_id: `q${at}`,
    gold: [{ pmid: "1" }],
  }));
  const rows = questions.map(({ question_id }) => ({
    question_id,
    candidates: [{ rank: 2, pmid: "1" }, { rank: 10_000 }],
  }));
  const { run } = await exported(questions, rows);
  const lines = run.trimEnd().split("\n");
  assertEquals(lines.length, 8 * 10_000);
  assertEquals(new Set(lines.map((line) => line.split(" ").slice(0, 3).join(" "))).size, 80_000);
  assertEquals(lines.slice(0, 3), [
    "q0 Q0 none 1 10000 run",
    "q0 Q0 1 2 9999 run",
    "q0 Q0 none.2 3 9998 run",
  ]);
});
