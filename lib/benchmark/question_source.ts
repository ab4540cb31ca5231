/** Which questions a command works on: `--input`, else `--dataset`, else BioASQ. */
import { loadArtifact, type LoadOptions } from "./artifacts/load_artifact.ts";
import { artifactFile, type Dataset, openDataset } from "./dataset.ts";
import type { TextSource } from "./text_source.ts";

/** What the user named. */
export interface QuestionSourceOptions extends Omit<Partial<LoadOptions>, "directory" | "baseUrl"> {
  /** A question file; wins over the dataset. */
  input?: string | undefined;
  /** @default "bioasq" */
  dataset?: string | undefined;
  /** The program's root folder. */
  root: string;
  /** Replaces the dataset's base URL. */
  artifactBaseUrl?: string | undefined;
}

/** The questions, ready to be read. */
export interface QuestionSource {
  /** Null where they come from `--input`. */
  dataset: Dataset | null;
  source: TextSource;
}

/**
 * Finds the questions. Those of a dataset are verified against its manifest,
 * and downloaded first where they are not on disk.
 *
 * @throws {ArtifactUnavailable | ArtifactMismatch} as `loadArtifact` does.
 * @throws {Error} where there is no such dataset.
 */
export async function openQuestions(options: QuestionSourceOptions): Promise<QuestionSource> {
  const { input, dataset: name = "bioasq", root, artifactBaseUrl, ...loading } = options;
  if (input !== undefined) return { dataset: null, source: { name: input } };
  const dataset = await openDataset(name, { root, baseUrl: artifactBaseUrl });
  const { directory, baseUrl, manifest } = dataset;
  const bytes = await loadArtifact(manifest.artifacts.questions, {
    ...loading,
    directory,
    baseUrl,
  });
  return { dataset, source: { name: artifactFile(dataset, "questions") ?? directory, bytes } };
}
