/** Which files a run writes: the output and the companions named after it. */

/** Paths of a run. */
export interface RunFiles {
  /** One result row a line. */
  output: string;
  /** One failure record a line. */
  failures: string;
  /** What was asked when, with what. */
  runRecord: string;
  /** Answered pages of questions that are not whole yet. */
  pages: string;
}

/**
 * Names the files of a run.
 *
 * @param output Path of the output; `.jsonl` is replaced in the companions' names.
 * @param failures Another path for the failure file.
 * @throws {Error} for names that promise packed files: rows are appended, so they are plain.
 */
export function runFiles(output: string, failures?: string): RunFiles {
  for (const path of [output, failures]) {
    if (path && /\.(gz|bz2|xz|zst|zip)$/i.test(path)) {
      throw new Error(`Cannot write ${path}: results are written as plain text; name it .jsonl`);
    }
  }
  const name = withoutExtension(output);
  return {
    output,
    failures: failures ?? `${name}.failures.jsonl`,
    runRecord: `${name}.run.jsonl`,
    pages: `${name}.pages.jsonl`,
  };
}

/** The output of a run that names none: by provider and shard. */
export function defaultOutput(provider: string, shard?: { k: number; n: number }): string {
  return `runs/${provider}${shard ? `.shard-${shard.k}-of-${shard.n}` : ""}.jsonl`;
}

/** Where the torn last line of a file is put. */
export function tornPath(path: string): string {
  return `${withoutExtension(path)}.torn`;
}

function withoutExtension(path: string): string {
  return path.replace(/\.jsonl$/, "");
}
