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
  let rows = 0;
  for (const line of scanLines(file, path)) {
    if (line.number === 1 && line.bytes[0] === 0x1f && line.bytes[1] === 0x8b) {
      throw new Error(`Cannot continue ${path}: it is packed with gzip; unpack it first`);
    }
    if (!line.ended) {
      repair = judgeTail(line.bytes, line.offset);
      if (repair.kind === "move") {
        // With rows before it, it is this run's; alone it may be a file of the user's.
        if (rows > 0 || mayBeRow(line.bytes)) break;
        throw new Error(
          `${path}:${line.number}: neither a row of a run nor the beginning of one; choose another --output`,
        );
      }
    }
    if (isBlank(line.bytes)) continue;
    rows++;
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

/** How the lines begin that this program writes. */
const BEGINNINGS = ['{"question_id":', '{"event":'];

/**
 * Whether a torn line may be one of this program's: it begins as such, or is a
 * block that a crash left empty, or a piece of one character.
 */
function mayBeRow(bytes: Uint8Array): boolean {
  if (bytes.every((byte) => byte === 0)) return true;
  if (bytes.length < 4 && bytes.every((byte) => byte >= 0x80)) return true;
  const start = String.fromCharCode(...bytes.subarray(0, 20));
  return BEGINNINGS.some((each) => start.startsWith(each) || each.startsWith(start));
}
