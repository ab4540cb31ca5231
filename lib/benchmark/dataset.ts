/** Datasets by name: a folder with a manifest.json and, beside it, the frozen files. */
import { basename, join } from "@std/path";
import { nearest } from "../scoring/nearest.ts";
import { checkBaseUrl } from "./artifacts/artifact_url.ts";
import type { ArtifactRole, Manifest } from "./manifest.ts";
import { readManifest } from "./read_manifest.ts";

/** The datasets that come with the program: name to folder, below the program's root. */
const FOLDERS = new Map([["bioasq", "data"], ["sample", "data/sample"]]);

/** Names of the datasets that come with the program. */
const DATASET_NAMES: readonly string[] = [...FOLDERS.keys()];

/** An opened dataset. */
export interface Dataset {
  /** The manifest's name for it. */
  name: string;
  /** Folder of the manifest and the frozen files. */
  directory: string;
  /** Path of the manifest.json. */
  manifestPath: string;
  manifest: Manifest;
  /** It is one that comes with the program, not a folder that the user named. */
  shipped: boolean;
  /** What artifact paths are appended to for downloading; null where the files come with the manifest. */
  baseUrl: string | null;
}

/** How datasets are found. */
export interface OpenDatasetOptions {
  /** The program's root folder, which has `data/`. */
  root: string;
  /** Replaces the manifest's base URL, where it has one (a mirror, a test). */
  baseUrl?: string | null | undefined;
}

/**
 * Opens a dataset.
 *
 * @param nameOrDirectory `bioasq`, `sample`, or the path of a folder that has a manifest.json.
 *   A name wins over a folder that is called the same; `./bioasq` is the folder.
 * @throws {Error} Where there is no such dataset, its manifest is wrong, or the base URL is none.
 */
export async function openDataset(
  nameOrDirectory: string,
  options: OpenDatasetOptions,
): Promise<Dataset> {
  const folder = FOLDERS.get(nameOrDirectory);
  const directory = folder === undefined ? nameOrDirectory : join(options.root, folder);
  const manifestPath = join(directory, "manifest.json");
  if (folder === undefined) await refuseUnknown(nameOrDirectory, manifestPath);
  const manifest = await readManifest(manifestPath);
  return {
    name: manifest.dataset,
    directory,
    manifestPath,
    manifest,
    shipped: folder !== undefined,
    // Files that come with the manifest are not to be had from a mirror.
    baseUrl: manifest.base_url === null ? null : checkBaseUrl(options.baseUrl ?? manifest.base_url),
  };
}

/**
 * Where a dataset's file lies on disk, whether it is there already or not.
 *
 * @returns Its path; null where the dataset has no file of this role.
 */
export function artifactFile(
  dataset: Dataset,
  role: ArtifactRole,
): string | null {
  const artifact = dataset.manifest.artifacts[role];
  return artifact === undefined ? null : join(dataset.directory, basename(artifact.path));
}

/** Where all files of a dataset lie on disk: its manifest, and what that pins. No output may be one. */
export function datasetFiles({ manifest, manifestPath, directory }: Dataset): string[] {
  const pinned = Object.values(manifest.artifacts);
  return [manifestPath, ...pinned.map(({ path }) => join(directory, basename(path)))];
}

/** Says what is wrong with a name or folder that has no manifest. */
async function refuseUnknown(
  given: string,
  manifestPath: string,
): Promise<void> {
  if (await kind(manifestPath) === "file") return;
  const known = `There are ${
    DATASET_NAMES.join(" and ")
  }, or give a folder that has a manifest.json`;
  const found = given === "" ? null : await kind(given);
  if (found === "directory") {
    throw new Error(
      `Cannot open the dataset "${given}": this folder has no manifest.json. ${known}`,
    );
  }
  if (found === "file") {
    throw new Error(
      `Cannot open the dataset "${given}": it is a file. ${known}; question files are named with --input`,
    );
  }
  // What looks like a path was meant as one: no name is near to it.
  const name = /[\\/]/.test(given) ? undefined : nearest(given.toLowerCase(), DATASET_NAMES);
  const near = name === undefined ? "" : `. Did you mean "${name}"?`;
  throw new Error(
    `Cannot open the dataset "${given}": there is no such dataset and no such folder. ${known}${near}`,
  );
}

async function kind(path: string): Promise<"file" | "directory" | null> {
  try {
    return (await Deno.stat(path)).isDirectory ? "directory" : "file";
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory
    ) return null;
    throw new Error(`Cannot look at ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
