/** The gold of the questions, where it is on disk: it is only counted, so its absence stops nothing. */
import { ArtifactMismatch, ArtifactUnavailable } from "../benchmark/artifacts/artifact_errors.ts";
import { datasetFiles } from "../benchmark/dataset.ts";
import { loadGold } from "../benchmark/gold_set.ts";
import { openQuestions, type QuestionSource } from "../benchmark/question_source.ts";
import type { PreparedGold } from "../scoring/prepared_gold.ts";

/** The gold papers that are known. */
export interface KnownGold {
  /** The gold of a question, or undefined where it is not known. */
  goldOf: (questionId: string) => PreparedGold | undefined;
  /** The question file and what is pinned beside it, which no output may be. */
  files: string[];
}

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
export async function loadKnownGold(options: KnownGoldOptions): Promise<KnownGold> {
  const opened = await questionsOnDisk(options);
  if (opened === null) return { goldOf: () => undefined, files: [] };
  const { source, dataset } = opened;
  const { gold, positions } = await loadGold([source], { onNotice: options.onNotice });
  return {
    files: [source.name, ...dataset ? datasetFiles(dataset) : []],
    goldOf: (id) => {
      const position = positions.get(id);
      return position === undefined ? undefined : gold.at(position);
    },
  };
}

async function questionsOnDisk(options: KnownGoldOptions): Promise<QuestionSource | null> {
  const { input, dataset, root, onNotice } = options;
  try {
    return await openQuestions({ input, dataset, root, offline: true });
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable || error instanceof ArtifactMismatch)) throw error;
    if (dataset !== undefined || error instanceof ArtifactMismatch) {
      onNotice(`gold papers are not counted: ${error.message}`);
    }
    return null;
  }
}
