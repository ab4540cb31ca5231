/** The failure records that belong to a run. */
import type { GoldSet } from "../benchmark/gold_set.ts";
import { listed } from "../benchmark/listed.ts";
import { type FailureSummary, readFailures } from "../benchmark/read_failures.ts";
import type { TextSource } from "../benchmark/text_source.ts";

/**
 * Reads failure files; records of questions that the gold set lacks are
 * ignored with a notice.
 *
 * @throws {FileError} for a broken record.
 */
export async function runFailures(
  sources: readonly TextSource[],
  goldSet: GoldSet,
  onNotice: (text: string) => void,
): Promise<FailureSummary> {
  let numRecords = 0;
  const questionIds = new Set<string>();
  for (const source of sources) {
    const summary = await readFailures(source, onNotice);
    numRecords += summary.numRecords;
    const unknown: string[] = [];
    for (const id of summary.questionIds) {
      if (goldSet.positions.has(id)) questionIds.add(id);
      else unknown.push(id);
    }
    if (unknown.length > 0) {
      onNotice(`${source.name}: failures of unknown questions ignored: ${listed(unknown)}`);
    }
  }
  return { numRecords, questionIds };
}
