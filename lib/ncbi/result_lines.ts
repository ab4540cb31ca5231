/** The rows of a result file with every field they have, streamed. */
import { isKeptNumber, parseExactJson } from "../benchmark/exact_json.ts";
import { forEachLine } from "../benchmark/lines.ts";
import { FileError } from "../benchmark/text_source.ts";
import { rankOf } from "../scoring/match.ts";
import { asRecord } from "./json_body.ts";
import type { OpenCandidate } from "./resolve_list.ts";

/** One row of a result file. */
export interface ResultLine {
  /** The line as it is in the file. */
  text: string;
  /** Line number, from 1. */
  number: number;
  /** Everything the line holds. */
  row: Record<string, unknown>;
  questionId: string;
  provider: string;
  /** Latest publication year that counts; null for no cutoff. */
  maxYear: number | null;
  candidates: OpenCandidate[];
}

/**
 * Calls a function for each row of a result file. A last line that is cut off
 * is left out.
 *
 * @param path The file, plain or gzip.
 * @param onRow Called in file order; `false` ends the reading.
 * @returns Whether a cut-off last line was left out.
 * @throws {FileError} naming file, line and cause.
 */
export async function forEachResult(
  path: string,
  onRow: (line: ResultLine) => void | boolean,
): Promise<{ tornTail: boolean }> {
  let tornTail = false;
  await forEachLine({ name: path }, ({ text, number, terminated }) => {
    let value: unknown;
    try {
      value = parseExactJson(text);
    } catch (cause) {
      if (!terminated) {
        tornTail = true;
        return;
      }
      throw new FileError(path, number, `not JSON: ${(cause as Error).message}`, { cause });
    }
    try {
      return onRow(readRow(value, text, number));
    } catch (cause) {
      if (!(cause instanceof RowError)) throw cause;
      throw new FileError(path, number, cause.message, { cause });
    }
  });
  return { tornTail };
}

/** What is wrong with a row; the reader adds file and line. */
class RowError extends Error {}

function readRow(value: unknown, text: string, number: number): ResultLine {
  const row = asRecord(value);
  if (!row) throw new RowError("a result row is a JSON object with question_id and candidates");
  const questionId = identifier(row, "question_id");
  if (questionId === null) throw new RowError("the row has no question_id");
  const where = `question ${JSON.stringify(questionId)}`;
  if (!Array.isArray(row.candidates)) {
    throw new RowError(`${where} has no list of candidates; is this a result file?`);
  }
  const candidates = row.candidates.map((item: unknown, index) => {
    const candidate = asRecord(item);
    if (!candidate) throw new RowError(`${where}: candidate ${index + 1} is not an object`);
    return candidate;
  });
  const ranks = new Set<number>();
  for (const candidate of candidates) {
    try {
      for (const name of ["pmid", "pmcid", "doi"]) identifier(candidate, name);
      const rank = rankOf(candidate);
      if (ranks.has(rank)) throw new RowError(`two candidates have rank ${rank}`);
      ranks.add(rank);
    } catch (cause) {
      throw new RowError(`${where}: ${(cause as Error).message}`, { cause });
    }
  }
  const maxYear = row.max_year ?? null;
  if (maxYear !== null && !Number.isSafeInteger(maxYear)) {
    throw new RowError(`${where}: max_year is ${JSON.stringify(maxYear)}; it is a year or null`);
  }
  return {
    text,
    number,
    row,
    questionId,
    provider: typeof row.provider === "string" ? row.provider : "",
    maxYear: maxYear as number | null,
    candidates,
  };
}

/** Checks an identifier: text, or a JSON number that is exact; gives it as text. */
function identifier(record: Record<string, unknown>, name: string): string | null {
  const value = record[name] ?? null;
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  throw new RowError(
    isKeptNumber(value) || typeof value === "number"
      ? `${name} ${JSON.stringify(value)} is a number that cannot be read exactly; write it as text`
      : `${name} is ${JSON.stringify(value)}; it is text or null`,
  );
}
