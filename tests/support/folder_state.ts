/** What lies in a folder, to tell what a process changed. */
import { join } from "@std/path";

/** Contents by path from the folder; folders end in `/`. */
export type FolderState = Map<string, string>;

/** Reads all files and folders below a folder; contents as SHA-256. */
export async function folderState(folder: string, below = ""): Promise<FolderState> {
  const state: FolderState = new Map();
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(join(folder, below))) {
    const path = `${below}${name}`;
    if (isDirectory) {
      state.set(`${path}/`, "");
      for (const entry of await folderState(folder, `${path}/`)) state.set(...entry);
    } else if (isSymlink) {
      state.set(path, `link to ${await Deno.readLink(join(folder, path))}`);
    } else {
      const bytes = await Deno.readFile(join(folder, path));
      state.set(path, new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex());
    }
  }
  return state;
}

/** Paths that were made, changed or removed, sorted. */
export function changes(before: FolderState, after: FolderState): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .toSorted();
}
