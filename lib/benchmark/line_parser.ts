/** What a format needs to be read line by line. */

/**
 * What reads the lines of one file in one format. Errors it throws are given
 * file and line by the caller, unless they are FileErrors already.
 */
export interface LineParser {
  line(text: string, number: number): void;
  /** Called once after the last line. */
  end?(): void;
}

/** What is wrong with a record, where the line is another than the last one read, or none. */
export class RecordError extends Error {
  override name = "RecordError";
  constructor(readonly line: number | null, reason: string, options?: ErrorOptions) {
    super(reason, options);
  }
}

/**
 * Runs what may refuse a record that began on an earlier line.
 *
 * @param line Where the record began.
 * @throws {RecordError} with that line and the reason, where it is refused.
 */
export function atLine(line: number, accept: () => void): void {
  try {
    accept();
  } catch (cause) {
    throw new RecordError(line, (cause as Error).message, { cause });
  }
}
