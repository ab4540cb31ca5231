/** Looking at the files of a run without touching them. */
import type { RunFiles } from "./run_files.ts";
import type { RunIdentity } from "./run_identity.ts";
import { type OpenRunFiles, readRunState, type RunState } from "./run_state.ts";

/**
 * Reads the state of a run that may be going on: nothing is locked, created or
 * repaired.
 *
 * @throws {Error} as {@linkcode readRunState} does.
 */
export function peekRunState(paths: RunFiles, identity: RunIdentity): RunState {
  const open: OpenRunFiles = {
    output: openOrNull(paths.output),
    failures: openOrNull(paths.failures),
    runRecord: openOrNull(paths.runRecord),
    pages: openOrNull(paths.pages),
  };
  try {
    return readRunState(open, paths, identity);
  } finally {
    for (const file of Object.values(open)) file?.close();
  }
}

function openOrNull(path: string): Deno.FsFile | null {
  try {
    // Opening a pipe would wait for its other end.
    if (!Deno.statSync(path).isFile) {
      throw new Error(`Cannot read ${path}: it is no ordinary file; choose another --output`);
    }
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
