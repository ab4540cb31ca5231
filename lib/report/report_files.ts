/** The files that a report rests on, with their hashes. */
import { basename } from "@std/path";
import { hashFile } from "../benchmark/hash_file.ts";
import type { Artifact } from "../benchmark/manifest.ts";
import type { ScoreData } from "../benchmark/score_data.ts";
import type { TextSource } from "../benchmark/text_source.ts";
import type { ReportFile } from "./report_model.ts";

/**
 * Names and hashes what was read. Files that a manifest pins were verified
 * before they were scored; others are hashed now.
 *
 * @param labels Of the runs, in their order.
 * @throws whatever the file system throws for a file that is gone.
 */
export async function reportFiles(
  { dataset, questions, runs }: ScoreData,
  labels: readonly string[],
): Promise<ReportFile[]> {
  const artifacts = dataset?.manifest.artifacts;
  const files = await filesOf("questions", null, questions, artifacts?.questions);
  for (const [at, { sources, failures, frozen }] of runs.entries()) {
    const label = labels[at]!;
    files.push(
      ...await filesOf("results", label, sources, frozen ? artifacts?.results : undefined),
      ...await filesOf("failures", label, failures),
    );
  }
  return files;
}

async function filesOf(
  role: ReportFile["role"],
  run: string | null,
  sources: readonly TextSource[],
  pinned?: Artifact,
): Promise<ReportFile[]> {
  const files: ReportFile[] = [];
  for (const { name } of sources) {
    const sha256 = pinned?.sha256 ?? await hashFile(name);
    files.push({ role, run, name: basename(name), sha256, pinned: pinned !== undefined });
  }
  return files;
}
