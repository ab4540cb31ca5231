/** Telling file formats apart by their first line. */
import { isObject } from "./record_fields.ts";

/** Formats of question files and of runs. */
export const fileFormats = ["jsonl", "bioasq", "trec"] as const;
/** One of them. */
export type FileFormat = typeof fileFormats[number];

/**
 * Tells the format of a file by its first line that is not blank: JSON Lines
 * with one record a line, one BioASQ JSON document, or TREC columns.
 *
 * @throws {Error} when it is none of them.
 */
export function formatOf(firstLine: string): FileFormat {
  const text = firstLine.trim();
  if (text.startsWith("{")) {
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) && Array.isArray(value.questions) ? "bioasq" : "jsonl";
    } catch {
      // Either the start of a document over several lines or a broken record.
      return text === "{" ||
          /^\{\s*"(?!question_id")\w+"\s*:\s*("[^"]*"\s*,?|\[)?$/.test(text) ||
          /^\{\s*"(questions|username|password|system)"/.test(text)
        ? "bioasq"
        : "jsonl";
    }
  }
  if (text.startsWith("[")) return "bioasq";
  const columns = columnsOf(text).length;
  if (columns === 4 || columns === 6) return "trec";
  throw new Error(
    "neither JSON Lines, nor BioASQ JSON, nor TREC columns (4 in qrels, 6 in runs); " +
      "name the format with --input-format or --results-format",
  );
}

/**
 * The columns of a line of a TREC file: white space between them is what C's
 * `isspace` and so trec_eval takes for it; other spaces are part of an id.
 */
export function columnsOf(line: string): string[] {
  return line.split(/[ \t\v\f\r]+/).filter((column) => column !== "");
}
