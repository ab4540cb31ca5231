/** Statistics and measures on the public runs in ../shared/real, where they are present. */
import { assertAlmostEquals, assertEquals } from "@std/assert";
import { loadGold } from "../../lib/benchmark/gold_set.ts";
import { scoreRun } from "../../lib/benchmark/score_run.ts";
import { toFixed } from "../../lib/report/fixed.ts";
import { bootstrapIntervals } from "../../lib/scoring/bootstrap.ts";
import { measureQuestions } from "../../lib/scoring/measure_means.ts";
import { parseMeasure } from "../../lib/scoring/measures.ts";
import { permutationTests } from "../../lib/scoring/permutation.ts";
import type { RankedQuestion } from "../../lib/scoring/ranked_question.ts";
import { contrastScores, scoreMatrix } from "../../lib/scoring/score_matrix.ts";
import { winsTiesLosses } from "../../lib/scoring/wins.ts";

const real = new URL("../../../shared/real/", import.meta.url);
const ignore = await Deno.stat(real).then(() => false, () => true);
const file = (path: string) => ({ name: decodeURIComponent(new URL(path, real).pathname) });

async function rankedQuestions(golds: string[], runs: string[]): Promise<RankedQuestion[]> {
  const set = await loadGold(golds.map((path) => file(`bioasq_gold/${path}`)));
  const run = await scoreRun(set, runs.map((path) => file(`bioasq_runs/${path}`)));
  return set.goldSizes.map((totalGold, at) => ({
    matches: run.matches.at(at) ?? [],
    totalGold,
    numRetrieved: run.listLengths[at] ?? 0,
  }));
}

Deno.test({
  name: "MiniLM against plain BM25 on 11B2 meets SciPy's interval and p-value",
  ignore,
  fn: async () => {
    const recall = async (model: string) => {
      const path = `BioASQ-task11bPhaseA-testset2_model_bm25-${model}.json`;
      const questions = await rankedQuestions(["11B2_golden.json"], [path]);
      return questions.map((question) => parseMeasure("R@10").value(question)!);
    };
    const matrix = scoreMatrix([await recall("cross-encoder-MiniLM"), await recall("100docs")]);
    const pair = { left: 0, right: 1 };
    const [interval] = bootstrapIntervals(matrix, [pair], { seed: 0 });
    const [test] = permutationTests(matrix, [pair], { seed: 0 });
    assertEquals(matrix.questions, 74);
    assertEquals(toFixed(interval!.estimate!, 6), "0.098706");
    // scipy.stats.bootstrap(method="percentile") and permutation_test, 200,000 resamples.
    assertAlmostEquals(interval!.low!, 0.048659, 0.003);
    assertAlmostEquals(interval!.high!, 0.155608, 0.003);
    assertAlmostEquals(test!.p!, 0.0000999, 0.0005);
    assertEquals(winsTiesLosses(contrastScores(matrix, pair)), { wins: 30, ties: 40, losses: 4 });
  },
});

Deno.test({
  name: "BM25 on the pooled 7b batches has trec_eval's measures",
  ignore,
  fn: async () => {
    const batches = [1, 2, 3, 4, 5];
    const questions = await rankedQuestions(
      batches.map((batch) => `7B${batch}_golden.json`),
      batches.map((batch) => `bioasq7b.batch${batch}.bm25_top100.trec`),
    );
    const expected = {
      AP: "0.4580",
      Rprec: "0.4085",
      RR: "0.5834",
      "P@10": "0.2036",
      "nDCG@10": "0.5033",
      "nDCG@100": "0.5776",
    };
    for (const [name, value] of Object.entries(expected)) {
      const { mean } = measureQuestions(parseMeasure(name), questions);
      assertEquals(toFixed(mean!, 4), value, name);
    }
    assertEquals(measureQuestions(parseMeasure("WSS@95"), questions).mean, null);
  },
});
