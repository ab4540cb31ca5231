/** The rows of a result file with every field they have, streamed. */
import { parseExactJson, plainInteger } from "../benchmark/exact_json.ts";
import { readRecords } from "../benchmark/read_records.ts";
import {
  identifier,
  isObject,
  isOrMissing,
  type JsonObject,
  parseJson,
  questionId,
} from "../benchmark/record_fields.ts";
import { inRankOrder } from "../scoring/rank.ts";
import { shown } from "../scoring/shown.ts";
import type { OpenCandidate } from "./resolve_list.ts";

/** One row of a result file. */
export interface ResultLine {
  /** The line as it is in the file. */
  text: string;
  /** Everything the line holds; numbers of other fields than are read here as they are written. */
  row: JsonObject;
  questionId: string;
  provider: string;
  /** Latest publication year that counts; null for no cutoff. */
  maxYear: number | null;
  candidates: OpenCandidate[];
}

/**
 * Calls a function for each row of a result file, in its order. A last line
 * that is cut off is left out.
 *
 * @param path The file in JSON Lines, plain or gzip.
 * @param onRow Called for each row.
 * @returns The line that was left out, or null.
 * @throws {FileError} naming file, line and cause.
 */
export async function forEachResult(
  path: string,
  onRow: (line: ResultLine) => void,
): Promise<number | null> {
  let torn: number | null = null;
  const seen = new Map<string, number>();
  await readRecords({ name: path }, {
    record: "result row",
    onTornLine: (line) => torn = line,
    parserOf: (format) => {
      if (format !== "jsonl") {
        throw new Error("only result files in JSON Lines can be resolved, one row a question");
      }
      return {
        line(text, number) {
          const row = readRow(parseLine(text), text);
          const earlier = seen.get(row.questionId);
          if (earlier !== undefined) {
            throw new Error(
              `question ${
                shown(row.questionId)
              } is there twice, first on line ${earlier}; keep one`,
            );
          }
          seen.set(row.questionId, number);
          onRow(row);
        },
      };
    },
  });
  return torn;
}

function parseLine(text: string): JsonObject {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    value = parseJson(text); // which says what is wrong in the words of the other readers
  }
  // No cut-off row reads as other JSON, so even as a last line this is an error.
  if (!isObject(value)) throw new Error(`not a JSON object but ${shown(value)}`);
  return value;
}

function readRow(row: JsonObject, text: string): ResultLine {
  readIntegers(row, ["question_id", "max_year"]);
  const id = questionId(row);
  const fail = (reason: string): never => {
    throw new Error(`question ${shown(id)}: ${reason}`);
  };
  const { candidates, max_year: maxYear = null, provider } = row;
  if (!Array.isArray(candidates)) {
    return fail(`candidates ${isOrMissing(candidates)}; it must be a list`);
  }
  if (maxYear !== null && !Number.isSafeInteger(maxYear)) {
    fail(`max_year is ${shown(maxYear)}; it must be a year or null`);
  }
  candidates.forEach((candidate: unknown, at) => {
    if (!isObject(candidate)) {
      return fail(`candidate ${at + 1} is ${shown(candidate)}; it must be an object`);
    }
    readIntegers(candidate, ["rank", "pmid", "doi", "pmcid"]);
    try {
      for (const field of ["pmid", "doi", "pmcid"]) identifier(candidate[field], field);
    } catch (cause) {
      fail(`candidate ${at + 1}: ${(cause as Error).message}`);
    }
  });
  try {
    inRankOrder(candidates);
  } catch (cause) {
    fail((cause as Error).message);
  }
  return {
    text,
    row,
    questionId: id,
    provider: typeof provider === "string" ? provider : "",
    maxYear: maxYear as number | null,
    candidates,
  };
}

/** Makes plain numbers of the integers in some fields, which may be written as 2015.0. */
function readIntegers(record: JsonObject, fields: readonly string[]): void {
  for (const field of fields) {
    if (typeof record[field] === "object") record[field] = plainInteger(record[field]);
  }
}
