/** Making the end of a file fit to be appended to. */
import { writeAll } from "../benchmark/write_all.ts";
import { tornPath } from "./run_files.ts";

/** What a last line without its line break needs. */
export type TailRepair =
  /** Nothing: the file is empty or ends with a line break. */
  | { kind: "none" }
  /** It is whole JSON: only its line break is missing. */
  | { kind: "end" }
  /** It was torn by a crash: everything from `offset` goes to the `.torn` file. */
  | { kind: "move"; offset: number; bytes: Uint8Array };

/** Decides about a last line that no line break ends. */
export function judgeTail(bytes: Uint8Array, offset: number): TailRepair {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    // A number cut short is a number still; rows are objects, and a cut object is none.
    if (typeof value === "object" && value !== null) return { kind: "end" };
  } catch {
    // Torn.
  }
  return { kind: "move", offset, bytes: bytes.slice() };
}

/**
 * Carries a repair out and leaves the cursor at the end. What is moved is on
 * disk in the `.torn` file before it leaves this one.
 *
 * @param file Open for writing.
 * @param path Of the file; names the `.torn` file.
 * @param repair As {@linkcode judgeTail} found it.
 * @returns A notice for the user, or null where nothing was lost.
 */
export async function repairTail(
  file: Deno.FsFile,
  path: string,
  repair: TailRepair,
): Promise<string | null> {
  if (repair.kind === "move") {
    const torn = tornPath(path);
    const target = await Deno.open(torn, { append: true, create: true });
    try {
      await writeAll(target, repair.bytes);
      await writeAll(target, "\n");
      await target.sync();
    } finally {
      target.close();
    }
    await file.truncate(repair.offset);
    await file.sync();
    await file.seek(0, Deno.SeekMode.End);
    return `${path} ended in the middle of a line: ${repair.bytes.length} bytes were moved to ${torn}`;
  }
  await file.seek(0, Deno.SeekMode.End);
  if (repair.kind === "end") {
    await writeAll(file, "\n");
    await file.sync();
  }
  return null;
}
