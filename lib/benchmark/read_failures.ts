/** Reading failure files. */
import { readRecords } from "./read_records.ts";
import { parseObject, questionId } from "./record_fields.ts";
import type { TextSource } from "./text_source.ts";

/** What a failure file says: which questions failed, in how many records. */
export interface FailureSummary {
  /** Records in the file, repeats and superseded ones included. */
  numRecords: number;
  /** The questions named. */
  questionIds: ReadonlySet<string>;
}

/**
 * Reads a failure file (JSON Lines, append-only). An empty file is fine: no
 * question failed. A last line that is cut off is left out with a notice.
 *
 * @throws {FileError} with file and line for a broken record.
 */
export async function readFailures(
  source: TextSource,
  onNotice: (text: string) => void = () => {},
): Promise<FailureSummary> {
  const questionIds = new Set<string>();
  let numRecords = 0;
  await readRecords(source, {
    format: "jsonl",
    record: "failure",
    mayBeEmpty: true,
    parserOf: () => ({
      line(text) {
        questionIds.add(questionId(parseObject(text)));
        numRecords++;
      },
    }),
    onTornLine: (line) =>
      onNotice(`${source.name}:${line}: the last line is cut off and was left out`),
  });
  return { numRecords, questionIds };
}
