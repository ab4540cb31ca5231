/** Guards on the paths a user names. */
import { basename, dirname, join, resolve } from "@std/path";
import { DOTENV } from "./environment.ts";

/**
 * Refuses an output path that is one of the inputs, by whatever name or link.
 * The `.env` file, which holds the keys, is an input of every command.
 *
 * @param outputs Paths that will be written; undefined ones are skipped.
 * @param inputs Paths that are read; undefined ones are skipped.
 * @throws {Error} naming both.
 */
export async function refuseOverwrite(
  outputs: readonly (string | undefined)[],
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const taken = new Map<string, string>();
  for (const input of inputs) {
    if (input !== undefined) taken.set(await identityOf(input), `the input ${input}`);
  }
  const dotenv = await inodeOf(DOTENV);
  if (dotenv !== null) taken.set(dotenv, `the input ${DOTENV}`);
  for (const output of outputs) {
    if (output === undefined) continue;
    const identity = await identityOf(output);
    const other = taken.get(identity);
    if (other !== undefined) {
      throw new Error(`Cannot write ${output}: it is also ${other}; choose another output path`);
    }
    taken.set(identity, `the output ${output}`);
  }
}

/** What makes two names one file: the inode where there is one, else the place in its folder. */
async function identityOf(path: string): Promise<string> {
  const inode = await inodeOf(path);
  if (inode !== null) return inode;
  const absolute = resolve(path);
  const folder = await Deno.realPath(dirname(absolute)).catch(() => dirname(absolute));
  return join(folder, basename(absolute));
}

/** Which file is at a path; null where there is none to be seen. */
async function inodeOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await Deno.stat(path);
    return ino === null ? await Deno.realPath(path) : `${dev}:${ino}`;
  } catch {
    return null;
  }
}
