/** Whether a scoring gave what a manifest expects of it. */
import type { RunReport } from "../scoring/run_report.ts";
import type { Expected } from "./manifest.ts";

/**
 * Compares a report with the expected values, to the last bit.
 *
 * @param numCandidates Candidates in the run.
 * @returns What differs, a line each; none where it is reproduced.
 */
export function differences(
  expected: Expected,
  report: RunReport,
  numCandidates: number,
): string[] {
  const found: string[] = [];
  const compare = (name: string, wanted: unknown, got: unknown) => {
    if (got !== wanted) found.push(`${name} is ${got} instead of ${wanted}`);
  };
  compare("num_questions", expected.num_questions, report.num_input_questions);
  compare("num_scored_questions", expected.num_questions, report.num_scored_questions);
  compare("total_gold", expected.total_gold, report.total_gold);
  compare("num_candidates", expected.num_candidates, numCandidates);
  for (const measure of ["macro_recall", "micro_recall"] as const) {
    for (const cutoff of expected.cutoffs) {
      compare(`${measure} @${cutoff}`, expected[measure][cutoff], report[measure][cutoff]);
    }
  }
  for (const tier of ["doi", "pmid", "title"] as const) {
    compare(
      `match_tier_counts ${tier}`,
      expected.match_tier_counts[tier],
      report.match_tier_counts[tier] ?? 0,
    );
  }
  return found;
}
