/** Guards on the paths a user names. */
import { basename, dirname, join, resolve } from "@std/path";

/**
 * Refuses an output path that is one of the inputs, by whatever name or link.
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
    if (input !== undefined) taken.set(await identityOf(input), input);
  }
  for (const output of outputs) {
    if (output === undefined) continue;
    const identity = await identityOf(output);
    const other = taken.get(identity);
    if (other !== undefined) {
      throw new Error(`Cannot write ${output}: it is also ${other}; choose another output path`);
    }
    taken.set(identity, output);
  }
}

/** What makes two names one file: the inode where there is one, else the place in its folder. */
async function identityOf(path: string): Promise<string> {
  try {
    const { dev, ino } = await Deno.stat(path);
    return ino === null ? await Deno.realPath(path) : `${dev}:${ino}`;
  } catch {
    const absolute = resolve(path);
    const folder = await Deno.realPath(dirname(absolute)).catch(() => dirname(absolute));
    return join(folder, basename(absolute));
  }
}
