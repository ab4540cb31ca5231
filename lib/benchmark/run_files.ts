/** Which files `--results` means: one run a value, a glob for its shards, an optional label. */
import { basename, dirname, globToRegExp, isGlob, join } from "@std/path";
import { noSuchFile } from "./text_source.ts";

/** The files of one run. */
export interface RunFiles {
  /** From `NAME=FILE`; null where none was given. */
  label: string | null;
  /** In order of their names. */
  paths: string[];
  /** Failure files beside them. */
  failurePaths: string[];
  /** All that the runner wrote beside them, failure files too. */
  companions: string[];
}

/** Endings of a result file's companions, which are no results themselves. */
const COMPANION = /\.(failures|run|pages)\.jsonl$|\.torn$/;

/**
 * Finds the files of a run.
 *
 * @param value A path; a glob in the last part of a path (the shards of one
 * run); or `NAME=` before either, unless a file has the whole name.
 * @throws {Error} when there is no such file.
 */
export async function findRunFiles(value: string): Promise<RunFiles> {
  const whole = await filesOf(value);
  if (whole.length > 0) return await runFiles(null, whole);
  const equals = value.indexOf("=");
  if (equals > 0 && equals === value.length - 1) {
    throw new Error(`Cannot read results ${value}: no file stands after the =; give NAME=FILE`);
  }
  if (equals > 0) {
    const files = await filesOf(value.slice(equals + 1));
    if (files.length > 0) return await runFiles(value.slice(0, equals), files);
  }
  // Left to the reader to explain, unless a pattern was meant.
  const path = equals > 0 ? value.slice(equals + 1) : value;
  if (isGlob(dirname(path))) {
    throw new Error(
      `Cannot read results ${path}: a pattern may stand in the last part of a path only`,
    );
  }
  if (isGlob(path)) throw new Error(`Cannot read results ${path}: no file matches the pattern`);
  const [companion] = await companionFiles(path);
  if (companion !== undefined) {
    throw new Error(`Cannot read results ${path}: its run has no result yet; see ${companion}`);
  }
  throw new Error(`Cannot read results ${path}: ${noSuchFile(path)}`);
}

/**
 * The files that a path or pattern names; none where nothing is there.
 *
 * @param path A path, or one with a glob in its last part.
 * @throws whatever else than absence the file system tells.
 */
export async function filesOf(path: string): Promise<string[]> {
  if (await exists(path)) return [path];
  if (!isGlob(path) || isGlob(dirname(path))) return [];
  const pattern = globToRegExp(basename(path), { extended: false, globstar: false });
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(dirname(path))) {
      if (!entry.isDirectory && pattern.test(entry.name) && !COMPANION.test(entry.name)) {
        names.push(entry.name);
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort().map((name) => join(dirname(path), name));
}

async function runFiles(label: string | null, paths: string[]): Promise<RunFiles> {
  const failures = paths.filter(isInFolder).map((path) => companionFile(path, "failures"));
  const there = await Promise.all(failures.map(exists));
  const companions = (await Promise.all(paths.map(companionFiles))).flat();
  return { label, paths, failurePaths: failures.filter((_, at) => there[at]), companions };
}

/** Pipes and the like (/dev/fd/63) have no companions and no folder to look into. */
function isInFolder(path: string): boolean {
  return !/^\/(dev|proc)\//.test(path);
}

/** What the runner writes beside a result file. */
const COMPANIONS = ["failures", "run", "pages"] as const;

/**
 * The file that belongs to a result file by its name. What resolve_pmcids
 * wrote belongs to the run that it was made of.
 */
export function companionFile(path: string, kind: typeof COMPANIONS[number]): string {
  const name = path.replace(/\.gz$/, "").replace(/\.jsonl$/, "").replace(/\.resolved$/, "");
  return `${name}.${kind}.jsonl`;
}

/**
 * All files beside a result file that belong to it by their names and can be
 * seen. They must not be written over, which is no reason to ask for more permissions.
 */
export async function companionFiles(path: string): Promise<string[]> {
  if (!isInFolder(path)) return [];
  const files = COMPANIONS.map((kind) => companionFile(path, kind));
  const there = await Promise.all(files.map((file) => exists(file).catch(() => false)));
  return files.filter((_, at) => there[at]);
}

/**
 * Whether there is anything at a path.
 *
 * @throws whatever else than absence the file system tells.
 */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    throw error;
  }
}
