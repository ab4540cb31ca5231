/** What runs are called in tables and reports. */
import { basename } from "@std/path";
import { controlCharacters } from "../benchmark/harmless_text.ts";

/** What a run can be called after. */
export interface Labelled {
  /** From `NAME=FILE`. */
  label: string | null;
  /** What the rows say. */
  provider: string | null;
  /** Path of its first file. */
  file: string;
}

/**
 * Gives every run a name of its own: the given one, else the provider's, else
 * the file's. Runs of one provider are told apart by their files; what is still
 * the same gets a number.
 */
export function runLabels(runs: readonly Labelled[]): string[] {
  const short = runs.map(({ label, provider, file }) => label || provider || fileLabel(file));
  const long = runs.map(({ label, file }, at) =>
    !label && short.filter((each) => each === short[at]).length > 1 ? fileLabel(file) : short[at]!
  );
  const taken = new Set<string>();
  return long.map((text) => {
    // A name is one line wherever it stands.
    const label = text.replace(controlCharacters, " ").trim() || "run";
    let unique = label;
    for (let number = 2; taken.has(unique); number++) unique = `${label} (${number})`;
    taken.add(unique);
    return unique;
  });
}

/** A file's name without folders and the endings of our formats. */
function fileLabel(file: string): string {
  const name = basename(file);
  return name.replace(/(\.jsonl|\.json|\.txt|\.trec)?(\.gz)?$/, "") || name;
}
