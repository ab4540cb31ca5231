/** What a scoring reads: the questions, and the runs to score on them. */
import { loadArtifact, type LoadOptions } from "./artifacts/load_artifact.ts";
import { artifactFile, type Dataset, datasetFiles, openDataset } from "./dataset.ts";
import { HashedSource } from "./hashed_source.ts";
import type { ArtifactRole } from "./manifest.ts";
import { exists, filesOf, findRunFiles } from "./run_files.ts";
import type { TextSource } from "./text_source.ts";

/** What the user named. */
export interface ScoreDataOptions extends Pick<LoadOptions, "offline" | "onNotice" | "onProgress"> {
  /** A question file or a pattern for several; wins over the dataset. */
  input?: string | undefined;
  /** @default "bioasq" */
  dataset?: string | undefined;
  /** Runs; the dataset's frozen results where there are none. */
  results: readonly string[];
  /** The program's root folder. */
  root: string;
  /** Replaces the dataset's base URL. */
  baseUrl?: string | undefined;
  /** A failure file to read instead of those beside the run; there is one run only. */
  failures?: string | undefined;
  /** Whether files that no manifest pins are hashed while they are read. @default false */
  hashed?: boolean;
}

/** One run to score. */
export interface RunData {
  /** From `NAME=FILE`. */
  label: string | null;
  sources: TextSource[];
  failures: TextSource[];
  /** Paths of all that the runner wrote beside the files. */
  companions: string[];
  /** These are the dataset's frozen results, so the expected values hold. */
  frozen: boolean;
}

/** Everything that a scoring reads. */
export interface ScoreData {
  /** Null where the questions come from `--input`. */
  dataset: Dataset | null;
  questions: TextSource[];
  runs: RunData[];
  /** Paths of all that is read, pinned or belongs to a run, which no output may be. */
  files: string[];
}

/**
 * Opens the data of a scoring. The bytes of frozen files are verified
 * before anyone gets them, and they are what is read afterwards.
 *
 * @throws {ArtifactUnavailable | ArtifactMismatch} as `loadArtifact` does.
 * @throws {Error} where a file or dataset is not there.
 */
export async function openScoreData(options: ScoreDataOptions): Promise<ScoreData> {
  const { input, results, root, baseUrl } = options;
  const dataset = input === undefined
    ? await openDataset(options.dataset ?? "bioasq", { root, baseUrl })
    : null;
  const frozen = (role: ArtifactRole) => openFrozen(dataset!, role, options);
  const open = (name: string): TextSource => options.hashed ? new HashedSource(name) : { name };
  const questions = dataset ? [await frozen("questions")] : (await questionFiles(input!)).map(open);
  // No long download for questions that turn out to be wrong.
  if (dataset && !await exists(artifactFile(dataset, "results")!)) await questions[0]!.bytes;
  const runs = dataset && results.length === 0
    ? [frozenRun(dataset, await frozen("results"))]
    : await Promise.all(results.map((value) => openRun(value, open)));
  const files = [
    ...questions,
    ...runs.flatMap(({ sources, failures }) => [...sources, ...failures]),
  ].map(({ name }) => name);
  files.push(...runs.flatMap(({ companions }) => companions));
  if (dataset) files.push(...datasetFiles(dataset));
  if (options.failures !== undefined) {
    files.push(options.failures);
    runs[0]!.failures = [open(options.failures)];
  }
  return { dataset, questions, runs, files };
}

/**
 * Opens a frozen file. One that is on disk is read and verified while the
 * caller goes on (its bytes are a promise); one that is not is downloaded
 * first, so that a caller who can do without it knows in time.
 */
async function openFrozen(
  dataset: Dataset,
  role: ArtifactRole,
  options: ScoreDataOptions,
): Promise<TextSource> {
  const { offline = false, onNotice = () => {}, onProgress = () => {} } = options;
  const name = artifactFile(dataset, role)!;
  const bytes = loadArtifact(dataset.manifest.artifacts[role]!, {
    directory: dataset.directory,
    baseUrl: dataset.baseUrl,
    offline,
    onNotice,
    onProgress,
  });
  // Whoever reads the bytes gets the failure; until then it is nobody's.
  bytes.catch(() => {});
  if (!await exists(name)) await bytes;
  return { name, bytes, readOnce: true };
}

function frozenRun(dataset: Dataset, source: TextSource): RunData {
  return {
    label: dataset.manifest.provider,
    sources: [source],
    failures: [],
    companions: [],
    frozen: true,
  };
}

async function openRun(value: string, open: (name: string) => TextSource): Promise<RunData> {
  const { label, paths, failurePaths, companions } = await findRunFiles(value);
  const failures = failurePaths.map(open);
  return { label, sources: paths.map(open), failures, companions, frozen: false };
}

async function questionFiles(input: string): Promise<string[]> {
  const files = await filesOf(input);
  // A file that is not there is left to the reader to explain.
  return files.length > 0 ? files : [input];
}
