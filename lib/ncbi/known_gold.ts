/** The gold of the questions, where it is on disk: it is only counted, so its absence stops nothing. */
import { ArtifactMismatch, ArtifactUnavailable } from "../benchmark/artifacts/artifact_errors.ts";
import { loadArtifact } from "../benchmark/artifacts/load_artifact.ts";
import { openDataset } from "../benchmark/dataset.ts";
import { loadGold } from "../benchmark/gold_set.ts";
import type { TextSource } from "../benchmark/text_source.ts";
import type { PreparedGold } from "../scoring/match.ts";

/** Gives the gold of a question, or undefined where it is not known. */
export type GoldOf = (questionId: string) => PreparedGold | undefined;

/** Where the questions are. */
export interface KnownGoldOptions {
  /** A question file; wins over `dataset`. */
  input?: string | undefined;
  /** A dataset's name or folder. @default "bioasq", without a notice where it is not on disk */
  dataset?: string | undefined;
  /** The program's root folder. */
  root: string;
  onNotice: (text: string) => void;
}

/**
 * Loads the gold of all questions. Nothing is downloaded.
 *
 * @throws {FileError} where a question file is broken.
 * @throws {Error} where there is no dataset of that name.
 */
export async function loadKnownGold(options: KnownGoldOptions): Promise<GoldOf> {
  const source = options.input === undefined
    ? await datasetQuestions(options)
    : { name: options.input };
  if (source === null) return () => undefined;
  const { gold, positions } = await loadGold([source], { onNotice: options.onNotice });
  return (id) => {
    const position = positions.get(id);
    return position === undefined ? undefined : gold[position];
  };
}

async function datasetQuestions(options: KnownGoldOptions): Promise<TextSource | null> {
  const { root, onNotice } = options;
  const dataset = await openDataset(options.dataset ?? "bioasq", { root });
  const { questions } = dataset.manifest.artifacts;
  try {
    const bytes = await loadArtifact(questions, { ...dataset, offline: true });
    return { name: questions.path, bytes };
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable || error instanceof ArtifactMismatch)) throw error;
    if (options.dataset !== undefined || error instanceof ArtifactMismatch) {
      onNotice(`gold papers are not counted: ${error.message}`);
    }
    return null;
  }
}
