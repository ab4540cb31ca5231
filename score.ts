/** Entry script: measures the recall of a run. See `deno task score --help`. */
import { join } from "@std/path";
import { ArtifactUnavailable } from "./lib/benchmark/artifacts/artifact_errors.ts";
import { AtomicWriter } from "./lib/benchmark/atomic_writer.ts";
import { PROGRAM, VERSION } from "./lib/benchmark/program.ts";
import { openScoreData, type ScoreData } from "./lib/benchmark/score_data.ts";
import { missingLines, runLines } from "./lib/benchmark/trec_export.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import { printNotice, printSummary } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run_command.ts";
import { scoreCommand, type ScoreFlags } from "./lib/cli/score_command.ts";
import { scoreRequest } from "./lib/cli/score_request.ts";
import { renderScores } from "./lib/report/render_scores.ts";
import { type ScoredOne, scoreRuns } from "./lib/report/score_runs.ts";
import { writeFiles } from "./lib/report/write_files.ts";
import { startByteProgress } from "./lib/runner/byte_progress.ts";
import { DEFAULT_RESAMPLES } from "./lib/scoring/resampled_means.ts";

const root = import.meta.dirname!;

Deno.exit(await runCommand(scoreCommand, Deno.args, ({ values }) => score(values)));

async function score(flags: ScoreFlags): Promise<number> {
  const { measures, format, json } = scoreRequest(flags);
  const data = await openData(flags);
  await refuseOverwrite(
    [flags.output, flags["per-question"], flags["export-run"], flags["export-qrels"], flags.report],
    [...data.files, join(root, "data", "reported.json")],
  );
  const { pairwise, published, missing, seed = 0, resamples = DEFAULT_RESAMPLES } = flags;
  const settings = { pairwise, published, seed, resamples };
  const intervals = flags.seed !== undefined || flags.resamples !== undefined;
  const whole = json || flags.report !== undefined;
  const texts = new Map<string, string>();
  await using exported = flags["export-run"] === undefined
    ? null
    : await AtomicWriter.create(flags["export-run"]);
  const scores = await scoreRuns(data, {
    ...settings,
    root,
    onNotice: printNotice,
    inputFormat: flags["input-format"],
    resultsFormat: flags["results-format"],
    missing,
    strictComplete: flags["strict-complete"],
    measures,
    intervals: whole || intervals,
    sensitivity: whole || data.runs.length > 1,
    onQuestion: flags.report === undefined
      ? undefined
      : ({ question_id: id, question }) => texts.set(id, question),
    onMatched: exported ? (list) => exported.write(runLines(list).join("")) : undefined,
  });
  if (exported && missing === "zero") {
    const [{ report }] = scores.runs as [ScoredOne];
    for (const line of missingLines(scores.goldSet, report.missing_question_ids, report.provider)) {
      exported.write(line);
    }
  }
  await exported?.commit();
  const program = { name: PROGRAM, version: VERSION };
  await writeFiles(flags, data, scores, { ...settings, program, texts });
  printSummary(renderScores(scores, { ...settings, format, intervals }));
  if (flags.report !== undefined) {
    printNotice(`the report is ${flags.report}; open it in a browser`);
  }
  for (const { report } of scores.runs) {
    if (report.reproduced === false) {
      throw new Error(
        `Cannot reproduce the expected values of ${report.dataset}: ${
          report.differences.join("; ")
        }`,
      );
    }
  }
  return 0;
}

/** Opens what the user named; falls back to the sample only where nothing was named. */
async function openData(flags: ScoreFlags): Promise<ScoreData> {
  const environment = await readEnvironment();
  const progress = startByteProgress({ quiet: flags.quiet });
  const options = {
    input: flags.input,
    results: flags.results,
    failures: flags.failures,
    hashed: flags.report !== undefined,
    root,
    baseUrl: environment("ARTIFACT_BASE_URL"),
    offline: flags.offline,
    onNotice: printNotice,
    onProgress: progress.update,
  };
  try {
    return await openScoreData({ ...options, dataset: flags.dataset });
  } catch (error) {
    const named = flags.input !== undefined || flags.dataset !== undefined ||
      flags.results.length > 0;
    if (named || !(error instanceof ArtifactUnavailable)) throw error;
    printNotice(
      `${error.message}. Scoring the sample instead; to demand BioASQ, as automatic reproduction ` +
        "checks must: deno task score --dataset bioasq --strict-complete",
    );
    return await openScoreData({ ...options, dataset: "sample" });
  } finally {
    progress[Symbol.dispose]();
  }
}
