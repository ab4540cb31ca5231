import { assertAlmostEquals, assertEquals } from "@std/assert";
import { type ComparedRun, compareRuns } from "../../lib/report/compare_runs.ts";
import { largestGaps } from "../../lib/report/largest_gaps.ts";
import { recallMetrics } from "../../lib/report/metrics.ts";
import type { RankedQuestion } from "../../lib/scoring/ranked_question.ts";
import { reference } from "../scoring/statistics_fixture.ts";

/** A question with 10 gold papers, so many of them found first. */
const question = (found: number): RankedQuestion => ({
  matches: Array.from({ length: found }, (_, at) => ({ rank: at + 1 })),
  totalGold: 10,
  numRetrieved: 200,
});
const run = (label: string, found: (number | null)[], declared: number | null = null) =>
  ({
    label,
    depth: { declared, deepest: 200 },
    questions: found.map((each) => each === null ? undefined : question(each)),
  }) satisfies ComparedRun;
const options = { metrics: recallMetrics([10]), pairwise: false, seed: 0, resamples: 2000 };

Deno.test("each run is compared with the first, or every pair, always the later minus the earlier", () => {
  const runs = [run("a", [1, 2, 3]), run("b", [2, 3, 4]), run("c", [1, 2, 9])];
  const pairs = (pairwise: boolean) =>
    compareRuns(runs, { ...options, pairwise }).differences.map((row) =>
      `${row.run} - ${row.versus} = ${row.difference!.toFixed(2)}`
    );
  assertEquals(pairs(false), ["b - a = 0.10", "c - a = 0.20"]);
  assertEquals(pairs(true), ["b - a = 0.10", "c - a = 0.20", "c - b = 0.10"]);
});

Deno.test("the reference's small samples have its exact p-values", () => {
  for (const { a, b, exact_sign_flip_p_two_sided: p } of reference.small_exact) {
    const scores = (values: number[]) => values.map((score) => ({ score }));
    const scored = (label: string, values: number[]) => ({
      label,
      depth: { declared: null, deepest: 200 },
      questions: scores(values) as unknown as RankedQuestion[],
    });
    const metric = {
      name: "score",
      value: (each: RankedQuestion) => (each as unknown as { score: number }).score,
      status: () => "measured" as const,
    };
    const { differences: [row] } = compareRuns([scored("b", b), scored("a", a)], {
      ...options,
      metrics: [metric],
    });
    assertEquals(row!.p_method, "exact");
    assertAlmostEquals(row!.p!, p, 1e-12);
  }
});

Deno.test("comparisons rest on the questions that count for all runs, intervals on a run's own", () => {
  const whole = run("whole", [1, 2, 3, 4, 5, 6]);
  const part = run("part", [3, null, 3, 4, null, 9]);
  const { numQuestions, differences: [row], intervals } = compareRuns([whole, part], options);
  assertEquals([numQuestions, row!.num_questions], [4, 4]);
  assertAlmostEquals(row!.difference!, (3 + 3 + 4 + 9 - (1 + 3 + 4 + 6)) / 40, 1e-12);
  assertEquals([row!.won, row!.tied, row!.lost], [2, 2, 0]);
  // An interval does not depend on the company.
  assertEquals(intervals[0], compareRuns([whole], options).intervals[0]);
  assertEquals(intervals[1], compareRuns([part], options).intervals[0]);
});

Deno.test("degenerate cases are flagged: no common question, a single one, constant values", () => {
  const none = compareRuns([run("a", [1, null]), run("b", [null, 2])], options);
  assertEquals(none.numQuestions, 0);
  const { difference, p, p_holm, degenerate_interval, degenerate_test } = none.differences[0]!;
  assertEquals([difference, p, p_holm], [null, null, null]);
  assertEquals([degenerate_interval, degenerate_test], ["no questions", "no questions"]);
  const [one] = compareRuns([run("a", [1]), run("b", [2])], options).differences;
  assertEquals([one!.degenerate_interval, one!.degenerate_test, one!.p], [
    "one question",
    "one question",
    1,
  ]);
  const constant = compareRuns([run("a", [5, 5, 5]), run("b", [8, 8, 8])], options);
  assertEquals(constant.intervals[0], [{ low: 0.5, high: 0.5, degenerate: "constant" }]);
  assertEquals(constant.differences[0]!.degenerate_interval, "constant");
  const [same] = compareRuns([run("a", [1, 2]), run("b", [1, 2])], options).differences;
  assertEquals([same!.degenerate_test, same!.p], ["no difference", 1]);
});

Deno.test("figures beyond a provider's depth are no part of the family of tests", () => {
  const found = (add: number) => [1, 2, 3, 4, 5, 6].map((each) => each + add);
  const metrics = recallMetrics([10, 50]);
  const deep = [run("a", found(0)), run("b", found(1))];
  const shallow = [run("a", found(0), 20), run("b", found(1))];
  const adjusted = (runs: ComparedRun[]) =>
    compareRuns(runs, { ...options, metrics }).differences.map(({ status, p, p_holm }) => ({
      status,
      factor: p_holm === null ? null : p_holm / p!,
    }));
  assertEquals(adjusted(deep), [
    { status: "measured", factor: 2 },
    { status: "measured", factor: 2 },
  ]);
  assertEquals(adjusted(shallow), [
    { status: "measured", factor: 1 },
    { status: "beyond_depth", factor: null },
  ]);
});

Deno.test("one seed gives one result, another seed another", () => {
  const runs = [run("a", [1, 5, 3, 8, 2, 9, 4]), run("b", [2, 4, 9, 1, 7, 3, 6])];
  const of = (seed: number) => JSON.stringify(compareRuns(runs, { ...options, seed }));
  assertEquals(of(7), of(7));
  assertEquals(of(7) === of(8), false);
});

Deno.test("the largest gaps come first, equal ones in input order, none without a gap", () => {
  const runs = [run("a", [0, 5, 2, 9, null]), run("b", [3, 5, 5, 1, 9])];
  assertEquals(
    largestGaps(["q0", "q1", "q2", "q3", "q4"], runs, 10).map(({ question_id, gap }) => [
      question_id,
      gap.toFixed(1),
    ]),
    [["q3", "0.8"], ["q0", "0.3"], ["q2", "0.3"]],
  );
  assertEquals(largestGaps(["q0"], [run("a", [1])], 10), []);
  // At a cutoff that one of them does not reach there is nothing to compare.
  const shallow = [run("a", [1]), run("b", [5], 20)];
  assertEquals([20, 21].map((at) => largestGaps(["q0"], shallow, at).length), [1, 0]);
});
