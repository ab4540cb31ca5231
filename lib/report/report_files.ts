/** The files that a report rests on, with their hashes. */
import { basename } from "@std/path";
import { HashedSource } from "../benchmark/hashed_source.ts";
import type { Artifact } from "../benchmark/manifest.ts";
import type { ScoreData } from "../benchmark/score_data.ts";
import type { TextSource } from "../benchmark/text_source.ts";
import type { ReportFile } from "./report_model.ts";

/**
 * Names what was read, with its hashes. Files that a manifest pins were
 * verified before they were scored; others were hashed while they were read.
 *
 * @param labels Of the runs, in their order.
 * @throws {Error} for a file that was not hashed: data opened without `hashed`.
 */
export function reportFiles(
  { dataset, questions, runs }: ScoreData,
  labels: readonly string[],
): ReportFile[] {
  const artifacts = dataset?.manifest.artifacts;
  const files = filesOf("questions", null, questions, artifacts?.questions);
  for (const [at, { sources, failures, frozen }] of runs.entries()) {
    const label = labels[at]!;
    files.push(
      ...filesOf("results", label, sources, frozen ? artifacts?.results : undefined),
      ...filesOf("failures", label, failures),
    );
  }
  return files;
}

function filesOf(
  role: ReportFile["role"],
  run: string | null,
  sources: readonly TextSource[],
  pinned?: Artifact,
): ReportFile[] {
  return sources.map((source) => ({
    role,
    run,
    name: basename(source.name),
    sha256: pinned?.sha256 ?? hashOf(source),
    pinned: pinned !== undefined,
  }));
}

function hashOf(source: TextSource): string {
  if (source instanceof HashedSource) return source.sha256;
  throw new Error(`Cannot name the hash of ${source.name}: it was not hashed while it was read`);
}
