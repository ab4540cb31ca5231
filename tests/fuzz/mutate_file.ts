/** Mutations of whole files: of their bytes, lines and records. */
import type { Random } from "../support/random.ts";
import { mutateBytes } from "./mutate_bytes.ts";
import { mutateJson } from "./mutate_json.ts";

const encoder = new TextEncoder();

/** Mutates a file of JSON Lines; its records, its lines or its bytes. */
export function mutateLines(random: Random, records: readonly unknown[]): Uint8Array {
  let lines = records.map((record) => JSON.stringify(record));
  for (let left = random.below(3); left > 0; left--) {
    const at = random.below(lines.length);
    if (lines.length > 0) lines[at] = JSON.stringify(mutateJson(random, records[at])) ?? "";
  }
  if (random.chance(0.25)) lines = mutateOrder(random, lines);
  return endings(random, lines.join("\n") + "\n");
}

/** Mutates a file of one JSON document. */
export function mutateDocument(random: Random, document: unknown): Uint8Array {
  const value = random.chance(0.7) ? mutateJson(random, document) : document;
  const text = JSON.stringify(value, null, random.pick([0, 0, 2])) ?? "";
  return endings(random, text + random.pick(["", "\n"]));
}

/** Mutates a file of plain lines. */
export function mutateText(random: Random, lines: readonly string[]): Uint8Array {
  let changed = [...lines];
  if (random.chance(0.4)) changed = mutateOrder(random, changed);
  return endings(random, changed.join("\n") + "\n");
}

function mutateOrder(random: Random, lines: readonly string[]): string[] {
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  return random.pick<() => string[]>([
    () => lines.toSpliced(at, 1),
    () => lines.toSpliced(at, 0, line),
    () => lines.toSpliced(at, 0, "", " \t"),
    () => random.shuffled(lines),
    () => lines.toSpliced(at, 2, line + (lines[at + 1] ?? "")),
  ])();
}

/** What editors and crashes do to text: marks, line ends, missing ends, and now and then broken bytes. */
function endings(random: Random, text: string): Uint8Array {
  let changed = text;
  if (random.chance(0.1)) changed = `\ufeff${changed}`;
  if (random.chance(0.1)) changed = changed.replaceAll("\n", "\r\n");
  if (random.chance(0.2)) changed = changed.replace(/\r?\n$/, "");
  const bytes = encoder.encode(changed);
  return random.chance(0.35) ? mutateBytes(random, bytes) : bytes;
}
