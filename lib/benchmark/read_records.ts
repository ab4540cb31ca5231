/** The loop that all readers share: lines in, records out, errors with file and line. */
import { type FileFormat, formatOf } from "./document_format.ts";
import { type LineParser, RecordError } from "./line_parser.ts";
import { forEachLine, type Line } from "./lines.ts";
import { CutRecord } from "./record_fields.ts";
import { FileError, type TextSource } from "./text_source.ts";

/** Options of {@linkcode readRecords}. */
export interface RecordOptions {
  /** The format; told by the first line where absent. */
  format?: FileFormat | undefined;
  /** Makes the parser for a format. */
  parserOf: (format: FileFormat) => LineParser;
  /**
   * Told of a last line that is cut off, which is then left out; where absent
   * such a line is an error.
   */
  onTornLine?: (line: number) => void;
  /** Accept a file without any record. */
  mayBeEmpty?: boolean;
  /** Stands in the error about a file without records, e.g. "result row". */
  record: string;
}

/**
 * Reads a file of records in any of its formats.
 *
 * @returns The format that was read.
 * @throws {FileError} with file and line for anything that is wrong with it.
 */
export async function readRecords(
  source: TextSource,
  { format, parserOf, onTornLine, record, mayBeEmpty = false }: RecordOptions,
): Promise<FileFormat> {
  // Outside the loop: a failure to get the bytes is no fault of a line.
  const bytes = await source.bytes;
  let known = format;
  let parser: LineParser | undefined;
  let number = 0;
  const readLine = (line: Line) => {
    number = line.number;
    try {
      known ??= formatOf(line.text);
      parser ??= parserOf(known);
      parser.line(line.text, line.number);
    } catch (error) {
      // Only a record of its own can be cut off; a document is broken then.
      const torn = !line.terminated && known !== "bioasq" && error instanceof CutRecord;
      if (!torn || !onTornLine) throw error;
      onTornLine(line.number);
    }
  };
  try {
    await forEachLine({ ...source, ...(bytes && { bytes }) }, readLine);
    if (!parser && !mayBeEmpty) {
      throw new FileError(source.name, null, `the file is empty; it needs at least one ${record}`);
    }
    parser?.end?.();
  } catch (error) {
    if (error instanceof FileError || error instanceof Deno.errors.NotCapable) throw error;
    const line = error instanceof RecordError ? error.line : number;
    throw new FileError(source.name, line, (error as Error).message, { cause: error });
  }
  return known!;
}
