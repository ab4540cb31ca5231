/** Entry script: measures the recall of a run. See `deno task score --help`. */
import { ArtifactUnavailable } from "./lib/benchmark/artifacts/artifact_errors.ts";
import { writeFileAtomically } from "./lib/benchmark/atomic_file.ts";
import { openScoreData, type ScoreData } from "./lib/benchmark/score_data.ts";
import { readEnvironment } from "./lib/cli/environment.ts";
import { printNotice, printResult } from "./lib/cli/output.ts";
import { refuseOverwrite } from "./lib/cli/paths.ts";
import { runCommand } from "./lib/cli/run.ts";
import { scoreCommand, type ScoreFlags } from "./lib/cli/score_command.ts";
import { UsageError } from "./lib/cli/usage_error.ts";
import { startByteProgress } from "./lib/runner/byte_progress.ts";
import { jsonText, perQuestionLines } from "./lib/report/score_report.ts";
import { scoreText } from "./lib/report/score_text.ts";
import { scoreOneRun } from "./lib/report/score_one_run.ts";

const root = import.meta.dirname!;

Deno.exit(await runCommand(scoreCommand, Deno.args, ({ values }) => score(values)));

async function score(flags: ScoreFlags): Promise<number> {
  if (flags.results.length > 1) {
    throw new UsageError("Cannot score several runs yet: give --results once");
  }
  if (flags.input !== undefined && flags.results.length === 0) {
    throw new UsageError("Cannot score --input alone: name the run with --results FILE");
  }
  const data = await openData(flags);
  const inputs = [
    ...data.questions,
    ...data.runs.flatMap((run) => [...run.sources, ...run.failures]),
  ];
  await refuseOverwrite(
    [flags.output, flags["per-question"]],
    [...inputs.map(({ name }) => name), flags.failures],
  );
  const { report, scored, ids, published } = await scoreOneRun(data, {
    root,
    onNotice: printNotice,
    inputFormat: flags["input-format"],
    resultsFormat: flags["results-format"],
    failures: flags.failures,
    missing: flags.missing,
    strictComplete: flags["strict-complete"],
  });
  if (flags["per-question"] !== undefined) {
    await writeFileAtomically(flags["per-question"], perQuestionLines(ids, scored, report.cutoffs));
  }
  if (flags.output !== undefined) await writeFileAtomically(flags.output, [jsonText(report)]);
  const format = flags.json ? "json" : flags.format;
  printResult(format === "json" ? jsonText(report) : scoreText(report, published, format));
  if (report.reproduced === false) {
    throw new Error(
      `Cannot reproduce the expected values of ${report.dataset}: ${report.differences.join("; ")}`,
    );
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
