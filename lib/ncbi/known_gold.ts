/** The gold of the questions, where it is on disk: it is only counted, so its absence stops nothing. */
import { artifactFile, openDataset } from "../benchmark/dataset.ts";
import { loadGold } from "../benchmark/gold_set.ts";
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
  const { input, dataset, root, onNotice } = options;
  const path = input ?? await datasetQuestions(dataset, root, onNotice);
  if (path === null) return () => undefined;
  const { gold, positions } = await loadGold([{ name: path }], { onNotice });
  return (id) => {
    const position = positions.get(id);
    return position === undefined ? undefined : gold[position];
  };
}

async function datasetQuestions(
  name: string | undefined,
  root: string,
  onNotice: (text: string) => void,
): Promise<string | null> {
  const path = artifactFile(await openDataset(name ?? "bioasq", { root }), "questions");
  if (path === null) return null;
  try {
    await Deno.stat(path);
    return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    if (name !== undefined) {
      onNotice(
        `${path} is not on disk, so gold papers are not counted; ` +
          `"deno task score --dataset ${name}" downloads it`,
      );
    }
    return null;
  }
}
