/** Looking at the files of a folder. */
import { join } from "@std/path";

/** Every file below a folder with its content. */
export function walkFiles(folder: string): [path: string, bytes: Uint8Array][] {
  return [...Deno.readDirSync(folder)].flatMap((entry): [string, Uint8Array][] => {
    const path = join(folder, entry.name);
    return entry.isDirectory ? walkFiles(path) : [[path, Deno.readFileSync(path)]];
  });
}

/** The bytes of a file; undefined where it is absent. */
export function bytesOf(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The text of a file; undefined where it is absent. */
export function textOf(path: string): string | undefined {
  const bytes = bytesOf(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** The lines of a file that are ended, without their ends. */
export function endedLines(path: string): string[] {
  return (textOf(path) ?? "").split("\n").slice(0, -1);
}

/** Whether two files hold the same bytes. */
export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length &&
    a.every((byte, at) => byte === b[at]);
}
