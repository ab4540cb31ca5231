/** Reading the runs of a scoring, and whether they can be scored. */
import type { GoldSet } from "../benchmark/gold_set.ts";
import { listed } from "../benchmark/listed.ts";
import type { RunData, ScoreData } from "../benchmark/score_data.ts";
import { runLabels } from "./run_labels.ts";
import { type ReadRun, type RunOptions, scoreOneRun } from "./score_one_run.ts";

/** A run that was read, with its name. */
export interface NamedRun extends ReadRun {
  /** Unique among the runs. */
  label: string;
  data: RunData;
}

/** How runs are read. */
export interface ReadRunsOptions extends RunOptions {
  /** Refuse to score while a question is missing. */
  strictComplete: boolean;
}

/**
 * Reads the runs of the data one after another, matches them against the gold,
 * and names them.
 *
 * @throws {FileError} for anything wrong in a file.
 * @throws {Error} where no question of a run counts, or one is missing and none may be.
 */
export async function readRuns(
  data: ScoreData,
  goldSet: GoldSet,
  options: ReadRunsOptions,
): Promise<NamedRun[]> {
  const read: ReadRun[] = [];
  for (const run of data.runs) {
    const result = await scoreOneRun(goldSet, run, options);
    const { missing_question_ids: missing } = result.report;
    if (options.strictComplete) refuseMissing(missing, data.runs.length > 1 ? run : null);
    if (result.report.num_scored_questions === 0) {
      throw new Error(
        `Cannot score ${run.sources[0]!.name}: no question has both gold papers and a result`,
      );
    }
    read.push(result);
  }
  const withoutGold = read[0]!.report.question_ids_without_gold;
  if (withoutGold.length > 0) {
    options.onNotice(`questions without gold are left out: ${listed(withoutGold)}`);
  }
  const labels = runLabels(read.map(({ run }, at) => {
    const { label, sources } = data.runs[at]!;
    return { label, provider: run.provider, file: sources[0]!.name };
  }));
  return read.map((run, at) => ({ ...run, label: labels[at]!, data: data.runs[at]! }));
}

function refuseMissing(ids: readonly string[], run: RunData | null): void {
  if (ids.length === 0) return;
  throw new Error(
    `missing results for ${ids.length} questions${run ? ` of ${run.sources[0]!.name}` : ""}: ` +
      `${listed(ids)}; run the search again for them, or score without --strict-complete`,
  );
}
