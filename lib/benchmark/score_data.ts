/** What a scoring reads: the questions, and the runs to score on them. */
import { loadArtifact, type LoadOptions } from "./artifacts/load_artifact.ts";
import { artifactFile, type Dataset, openDataset } from "./dataset.ts";
import type { ArtifactRole } from "./manifest.ts";
import { filesOf, findRunFiles } from "./run_files.ts";
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
}

/** One run to score. */
export interface RunData {
  /** From `NAME=FILE`. */
  label: string | null;
  sources: TextSource[];
  failures: TextSource[];
  /** These are the dataset's frozen results, so the expected values hold. */
  frozen: boolean;
}

/** Everything that a scoring reads. */
export interface ScoreData {
  /** Null where the questions come from `--input`. */
  dataset: Dataset | null;
  questions: TextSource[];
  runs: RunData[];
}

/**
 * Opens the data of a scoring. Frozen files are verified before they are
 * handed over, and the verified bytes are what is read afterwards.
 *
 * @throws {ArtifactUnavailable | ArtifactMismatch} as `loadArtifact` does.
 * @throws {Error} where a file or dataset is not there.
 */
export async function openScoreData(options: ScoreDataOptions): Promise<ScoreData> {
  const { input, results, root, baseUrl } = options;
  const dataset = input === undefined
    ? await openDataset(options.dataset ?? "bioasq", { root, baseUrl })
    : null;
  const frozen = (role: ArtifactRole) => loadFrozen(dataset!, role, options);
  // Both at once: one is read from disk while the other is hashed.
  const [questions, runs] = await Promise.all([
    dataset ? frozen("questions") : questionFiles(input!),
    dataset && results.length === 0
      ? frozen("results").then((sources) => [frozenRun(dataset, sources)])
      : Promise.all(results.map(openRun)),
  ]);
  return { dataset, questions, runs };
}

async function loadFrozen(
  dataset: Dataset,
  role: ArtifactRole,
  options: ScoreDataOptions,
): Promise<TextSource[]> {
  const { offline = false, onNotice = () => {}, onProgress = () => {} } = options;
  const bytes = await loadArtifact(dataset.manifest.artifacts[role]!, {
    directory: dataset.directory,
    baseUrl: dataset.baseUrl,
    offline,
    onNotice,
    onProgress,
  });
  return [{ name: artifactFile(dataset, role)!, bytes }];
}

function frozenRun(dataset: Dataset, sources: TextSource[]): RunData {
  return { label: dataset.manifest.provider, sources, failures: [], frozen: true };
}

async function openRun(value: string): Promise<RunData> {
  const { label, paths, failurePaths } = await findRunFiles(value);
  return { label, sources: paths.map(named), failures: failurePaths.map(named), frozen: false };
}

async function questionFiles(input: string): Promise<TextSource[]> {
  const files = await filesOf(input);
  // A file that is not there is left to the reader to explain.
  return (files.length > 0 ? files : [input]).map(named);
}

function named(name: string): TextSource {
  return { name };
}
