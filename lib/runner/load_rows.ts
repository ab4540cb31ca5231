/** Reading the rows of a file of a run, and judging its end. */
import { judgeTail, type TailRepair } from "./repair_tail.ts";
import { scanLines } from "./scan_lines.ts";

/**
 * Hands every row of a file to a reader; a torn last line is left out.
 *
 * @param file Open for reading, its cursor at the start.
 * @param path For messages.
 * @param read Called with each line that is not blank; what it throws is
 * reported as `file:line: reason`.
 * @returns What the end of the file needs before anything is appended.
 */
export function loadRows(
  file: Pick<Deno.FsFile, "readSync">,
  path: string,
  read: (bytes: Uint8Array) => void,
): TailRepair {
  let repair: TailRepair = { kind: "none" };
  for (const line of scanLines(file, path)) {
    if (!line.ended) {
      repair = judgeTail(line.bytes, line.offset);
      if (repair.kind === "move") break;
    }
    if (isBlank(line.bytes)) continue;
    try {
      read(line.bytes);
    } catch (cause) {
      throw new Error(`${path}:${line.number}: ${(cause as Error).message}`, { cause });
    }
  }
  return repair;
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  return true;
}
