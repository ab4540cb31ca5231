/** The figures that the README of ../shared/real gives for real gold and real runs. */
import { assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { ROOT, runScript, TempFolder } from "./support/run_script.ts";

const REAL = `${ROOT}../shared/real/`;
const absent = await Deno.stat(REAL).then(() => false, () => true);

async function report(input: string, results: string) {
  const { code, stdout, stderr } = await runScript("score.ts", [
    "--input",
    input,
    "--results",
    results,
    "--json",
  ]);
  assertEquals(code, 0, stderr);
  return { report: JSON.parse(stdout), stderr };
}

Deno.test("7b, five batches pooled: every figure of the published scorer, to the last bit", {
  ignore: absent,
}, async () => {
  await using folder = await TempFolder.create();
  const golden = async (batch: number) =>
    JSON.parse(await Deno.readTextFile(`${REAL}bioasq_gold/7B${batch}_golden.json`)).questions;
  const batches = [1, 2, 3, 4, 5];
  const questions = (await Promise.all(batches.map(golden))).flat();
  const pooled = await folder.write("7b.json", JSON.stringify({ questions }));
  const expected = JSON.parse(await Deno.readTextFile(`${REAL}expected_7b_enriched_vs_bm25.json`));
  const pattern = `${REAL}bioasq_runs/bioasq7b.batch*.bm25_top100.trec`;
  for (const input of [pooled, `${REAL}bioasq_gold/7B?_golden.json`]) {
    const { report: found } = await report(input, pattern);
    assertEquals(
      Object.fromEntries(Object.keys(expected).map((key) => [key, found[key]])),
      expected,
    );
  }
});

for (
  const [run, macro, micro] of [
    ["bm25-100docs", [0.345982, 0.42908, 0.544643, 0.648885], [
      0.183381,
      0.252149,
      0.396848,
      0.530086,
    ]],
    ["bm25-cross-encoder-MiniLM", [0.444688, 0.541589, 0.614261, 0.648885], [
      0.260745,
      0.362464,
      0.485673,
      0.530086,
    ]],
    ["bm25-distilbert", [0.093472, 0.163196, 0.350568, 0.648885], [
      0.060172,
      0.118911,
      0.2851,
      0.530086,
    ]],
  ] as const
) {
  Deno.test(`11b batch 2, ${run}: macro and micro recall; the question without gold is named`, {
    ignore: absent,
  }, async () => {
    const { report: found, stderr } = await report(
      `${REAL}bioasq_gold/11B2_golden.json`,
      `${REAL}bioasq_runs/BioASQ-task11bPhaseA-testset2_model_${run}.json`,
    );
    assertRecall(found, macro, micro);
    assertEquals([found.num_scored_questions, found.total_gold], [74, 698]);
    assertMatch(stderr, /1 question without gold left out: 6415c5d4690f196b51000014\n/);
  });
}

Deno.test(
  "CLEF TAR 2018: a TREC run with ranks from 0 against qrels",
  { ignore: absent },
  async () => {
    const { report: found } = await report(
      `${REAL}clef_tar_2018/task1.test.content.2018.qrels`,
      `${REAL}clef_tar_2018/ECNU_TASK1_RUN1_BM25.task1`,
    );
    assertRecall(found, [0.051737, 0.117279, 0.204723, 0.278619, 0.399177], [
      0.046113,
      0.088274,
      0.16996,
      0.242424,
      0.338603,
    ]);
    assertEquals([found.num_scored_questions, found.total_gold], [30, 759]);
  },
);

function assertRecall(
  found: { macro_recall: Record<string, number>; micro_recall: Record<string, number> },
  macro: readonly number[],
  micro: readonly number[],
): void {
  for (const [at, cutoff] of [10, 20, 50, 100, 200].slice(0, macro.length).entries()) {
    assertAlmostEquals(found.macro_recall[cutoff]!, macro[at]!, 5e-7);
    assertAlmostEquals(found.micro_recall[cutoff]!, micro[at]!, 5e-7);
  }
}
