/** Report models of made-up questions and runs, with figures computed as score.ts computes them. */
import type { PairedDifference } from "../../../lib/report/comparison.ts";
import { cutoffStatus } from "../../../lib/report/recall_rows.ts";
import type { ModelQuestion, ModelRun, ReportModel } from "../../../lib/report/report_model.ts";
import { bootstrapIntervals } from "../../../lib/scoring/bootstrap.ts";
import { holm } from "../../../lib/scoring/holm.ts";
import type { Match } from "../../../lib/scoring/match.ts";
import { packedMatches } from "../../../lib/scoring/packed_matches.ts";
import { tiers } from "../../../lib/scoring/tier.ts";
import { permutationTests } from "../../../lib/scoring/permutation.ts";
import { defaultCutoffs, foundAt, recallFigures } from "../../../lib/scoring/recall.ts";
import { reportRun, scoredQuestions } from "../../../lib/scoring/run_report.ts";
import { contrastScores, scoreMatrix } from "../../../lib/scoring/score_matrix.ts";
import { winsTiesLosses } from "../../../lib/scoring/wins.ts";

/** How large and how odd a model is. */
export interface MadeUp {
  questions: number;
  runs: readonly { label: string; depth: number | null; skill: number }[];
  /** Gold papers a question, on average. */
  gold?: number;
  /** @default 200 */
  resamples?: number;
  /** Replaces the title of the first question's first gold paper, its text and the first run's label. */
  hostile?: string;
}

const SEED = 7;

/** Makes a model; the same arguments make the same one. */
export function madeUpModel(
  { questions: number, runs, gold = 10, resamples = 200, hostile }: MadeUp,
): ReportModel {
  const random = generator(42);
  const words = Array.from({ length: 20_000 }, () => madeUpWord(random));
  const title = (length: number) =>
    Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(" ");
  const questions = Array.from({ length: number }, (_, at): ModelQuestion => {
    const papers = Array.from(
      { length: 1 + Math.floor(random() * (2 * gold - 1)) },
      (_, paper) => ({
        pmid: String(10_000_000 + at * 1000 + paper),
        doi: random() < 0.9 ? `10.${1000 + at % 9000}/${madeUpWord(random)}.${paper}` : null,
        title: random() < 0.98 ? title(12) : null,
      }),
    ).sort((a, b) => a.pmid < b.pmid ? -1 : 1);
    return {
      id: at.toString(16).padStart(24, "0"),
      text: `What does ${title(6)} do?`,
      gold: papers,
      lists: runs.map((run) => random() < 0.01 ? null : madeUpList(papers, run, random)),
    };
  });
  if (hostile !== undefined) makeHostile(questions, hostile);
  const labels = runs.map(({ label }, at) => at === 0 ? hostile ?? label : label);
  const modelRuns = runs.map(({ depth }, at) =>
    modelRun(questions, at, labels[at]!, depth, resamples)
  );
  return {
    program: { name: "score.ts", version: "0.0.0" },
    dataset: {
      name: "made_up",
      title: hostile ?? "Made-up questions",
      notes: [hostile ?? "Not real."],
    },
    files: [
      {
        role: "questions",
        run: null,
        name: hostile ?? "q.jsonl",
        sha256: "0".repeat(64),
        pinned: true,
      },
      ...labels.map((run) => ({
        role: "results" as const,
        run,
        name: "run.jsonl",
        sha256: "f".repeat(64),
        pinned: false,
      })),
    ],
    seed: SEED,
    resamples,
    missingPolicy: "skip",
    matching: modelRuns[0]!.report.matching,
    cutoffs: defaultCutoffs,
    runs: modelRuns,
    ...compared(questions, labels, runs, resamples),
    largestGaps: { cutoff: defaultCutoffs[0]!, questions: [] },
    published: [{
      label: "Published, academic table",
      name: "Elicit",
      table: "academic",
      provider: "elicit",
      recall: { "10": 0.39, "20": 0.483, "50": null },
    }],
    questions,
  };
}

function makeHostile(questions: ModelQuestion[], hostile: string): void {
  const [first] = questions;
  const gold = first!.gold.map((paper, at) => at === 0 ? { ...paper, title: hostile } : paper);
  questions[0] = { ...first!, text: hostile, gold };
}

function madeUpList(
  papers: ModelQuestion["gold"],
  { depth, skill }: MadeUp["runs"][number],
  random: () => number,
) {
  const length = depth ?? 200;
  const ranks = new Set<number>();
  const matches: Match[] = [];
  for (const { pmid } of papers) {
    const rank = 1 + Math.floor(200 * random() ** 2.5);
    if (random() > skill || rank > length || ranks.has(rank)) continue;
    ranks.add(rank);
    matches.push({ pmid, rank, tier: tiers[random() < 0.95 ? 0 : 2]! });
  }
  return { length, matches: matches.sort((a, b) => a.rank - b.rank) };
}

function modelRun(
  questions: readonly ModelQuestion[],
  run: number,
  label: string,
  depth: number | null,
  resamples: number,
): ModelRun {
  const matches = packedMatches();
  for (const [position, { lists }] of questions.entries()) {
    if (lists[run]) matches.set(position, lists[run].matches);
  }
  const input = {
    ids: questions.map(({ id }) => id),
    goldSizes: questions.map(({ gold }) => gold.length),
    matches,
    cutoffs: defaultCutoffs,
  };
  const scored = scoredQuestions(input);
  const deepest = depth ?? 200;
  const depths = [1, 2, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200].filter((at) => at <= deepest);
  const matrix = scoreMatrix(
    depths.map((at) => scored.map(({ matches, totalGold }) => foundAt(matches, at) / totalGold)),
  );
  const intervals = bootstrapIntervals(matrix, depths.map((_, left) => ({ left, right: null })), {
    seed: SEED,
    resamples,
  });
  const report = reportRun(input, scored);
  const runDepth = { declared: depth, deepest };
  return {
    label,
    report: {
      dataset_shipped: false,
      ...report,
      dataset: "made_up",
      artifacts: [],
      run: label,
      provider: "made_up",
      num_candidates: scored.length * deepest,
      declared_depth: depth,
      deepest_rank: deepest,
      cutoff_status: Object.fromEntries(
        defaultCutoffs.map((at) => [String(at), cutoffStatus(at, runDepth)]),
      ),
      macro_recall_missing_zero: reportRun({ ...input, missing: "zero" }).macro_recall,
      intervals: {
        seed: SEED,
        resamples,
        macro_recall: Object.fromEntries(
          depths.map((at, column) => [String(at), intervals[column]!] as const)
            .filter(([at]) => defaultCutoffs.map(String).includes(at)),
        ),
        measures: {},
      },
      measures: { "R@10": report.macro_recall["10"]! },
      measure_status: { "R@10": "measured" },
      sensitivity: [
        { tiers: ["pmid"], collapse_repeats: false, macro_recall: report.macro_recall },
        {
          tiers: ["pmid", "doi", "title"],
          collapse_repeats: true,
          macro_recall: report.macro_recall,
        },
      ],
      reproduced: null,
      differences: [],
    },
    curve: {
      recall: recallFigures(scored, Array.from({ length: deepest }, (_, at) => at + 1)).macro,
      band: intervals.flatMap(({ low, high, degenerate }, at) =>
        degenerate === null ? [{ depth: depths[at]!, low: low!, high: high! }] : []
      ),
    },
    records: [
      { event: "start", time: "2026-01-02T03:04:05.000Z", provider: "made_up", version: "0.0.0" },
      { event: "end", time: "2026-01-02T03:05:05.000Z", reason: "finished", calls: 12 },
    ],
  };
}

/** All pairs at all cutoffs, over the questions that all runs answered. */
function compared(
  questions: readonly ModelQuestion[],
  labels: readonly string[],
  runs: MadeUp["runs"],
  resamples: number,
): Pick<ReportModel, "comparisons" | "numComparedQuestions"> {
  if (runs.length < 2) return { comparisons: [], numComparedQuestions: null };
  const shared = questions.filter(({ lists }) => lists.every((list) => list !== null));
  const columns = runs.flatMap((_, run) =>
    defaultCutoffs.map((at) =>
      shared.map(({ lists, gold }) => foundAt(lists[run]!.matches, at) / gold.length)
    )
  );
  const matrix = scoreMatrix(columns);
  const width = defaultCutoffs.length;
  const pairs = runs.flatMap((_, left) =>
    runs.slice(left + 1).flatMap((_, next) =>
      defaultCutoffs.map((cutoff, at) => ({
        cutoff,
        runs: [left, left + 1 + next] as const,
        left: left * width + at,
        right: (left + 1 + next) * width + at,
      }))
    )
  );
  const intervals = bootstrapIntervals(matrix, pairs, { seed: SEED, resamples });
  const tests = permutationTests(matrix, pairs, { seed: SEED, resamples });
  const beyond = pairs.map(({ cutoff, runs: [a, b] }) =>
    cutoff > (runs[a]!.depth ?? 200) || cutoff > (runs[b]!.depth ?? 200)
  );
  const shown = tests.filter((_, at) => !beyond[at]).map(({ p }) => p!);
  const adjusted = shown.some((p) => p === null) ? shown : holm(shown);
  let next = 0;
  const comparisons = pairs.map((pair, at): PairedDifference => {
    const { wins, ties, losses } = winsTiesLosses(contrastScores(matrix, pair));
    return {
      run: labels[pair.runs[0]]!,
      versus: labels[pair.runs[1]]!,
      measure: `R@${pair.cutoff}`,
      status: beyond[at] ? "beyond_depth" : "measured",
      num_questions: shared.length,
      difference: intervals[at]!.estimate,
      low: intervals[at]!.low,
      high: intervals[at]!.high,
      degenerate_interval: intervals[at]!.degenerate,
      p: tests[at]!.p,
      p_holm: beyond[at] ? null : adjusted[next++] ?? null,
      p_method: tests[at]!.method,
      degenerate_test: tests[at]!.degenerate,
      won: wins,
      tied: ties,
      lost: losses,
    };
  });
  return { comparisons, numComparedQuestions: shared.length };
}

const CONSONANTS = "bcdfghklmnprstvz";
const VOWELS = "aeiou";

function madeUpWord(random: () => number): string {
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)]!;
  let word = "";
  for (let at = 0; at < 2 + random() * 3; at++) word += pick(CONSONANTS) + pick(VOWELS);
  return word;
}

/** Numbers from 0 to 1, the same on every machine (a linear congruential generator). */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
