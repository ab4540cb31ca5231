/** Reading runs: our result files, TREC run files, BioASQ's submissions. */
import { shown } from "../scoring/shown.ts";
import { bioasqParser, documentCandidate } from "./bioasq_document.ts";
import type { FileFormat } from "./document_format.ts";
import type { LineParser } from "./line_parser.ts";
import { readRecords } from "./read_records.ts";
import {
  identifier,
  isObject,
  isOrMissing,
  type JsonObject,
  parseObject,
  questionId,
  SWAPPED,
} from "./record_fields.ts";
import type { RunCandidate, RunRow } from "./run_row.ts";
import type { TextSource } from "./text_source.ts";
import { trecRunParser } from "./trec_run.ts";

/** Options of {@linkcode readRun}. */
export interface ReadRunOptions {
  /** The format; told by content where absent. */
  format?: FileFormat | undefined;
  /** Accept a file without any row, as a run that has just begun. */
  mayBeEmpty?: boolean;
  /** Called for each row in the order of the file; what it throws is reported with file and line. */
  onRow: (row: RunRow, format: FileFormat) => void;
  /** Told that the last line is cut off and was left out. */
  onNotice?: (text: string) => void;
}

/**
 * Streams the rows of a run. JSON Lines are read line by line; TREC and BioASQ
 * files are held in memory, since their lists are whole only at the end.
 *
 * @returns The format that was read.
 * @throws {FileError} with file and line: broken records, candidates of a
 * wrong type, a question twice, an empty file.
 */
export async function readRun(
  source: TextSource,
  { format, onRow, onNotice = () => {}, mayBeEmpty = false }: ReadRunOptions,
): Promise<FileFormat> {
  const seen = new Map<string, number>();
  const parsers: Record<FileFormat, () => LineParser> = {
    jsonl: () => ({
      line(text, number) {
        const row = resultRow(parseObject(text));
        refuseRepeat(seen, row.questionId, number);
        onRow(row, "jsonl");
      },
    }),
    bioasq: () =>
      bioasqParser(({ questionId: id, documents }) => {
        refuseRepeat(seen, id, 0);
        onRow(
          { questionId: id, provider: null, candidates: documents.map(documentCandidate) },
          "bioasq",
        );
      }),
    trec: () => trecRunParser((row) => onRow(row, "trec")),
  };
  return await readRecords(source, {
    format,
    parserOf: (each) => parsers[each](),
    record: "result row",
    mayBeEmpty,
    onTornLine: (line) =>
      onNotice(
        `${source.name}:${line}: the last line is cut off and was left out; ` +
          "the run is still being written or was broken off",
      ),
  });
}

function refuseRepeat(seen: Map<string, number>, id: string, line: number): void {
  const earlier = seen.get(id);
  if (earlier !== undefined) {
    const first = earlier === 0 ? "" : `, first on line ${earlier}`;
    throw new Error(`question ${shown(id)} is there twice${first}; keep one row a question`);
  }
  seen.set(id, line);
}

function resultRow(row: JsonObject): RunRow {
  const id = questionId(row);
  const { candidates, provider = null } = row;
  if (!Array.isArray(candidates)) {
    const remedy = Array.isArray(row.gold) ? `: ${SWAPPED}` : "";
    throw new Error(
      `question ${shown(id)}: candidates ${isOrMissing(candidates)}; it must be a list${remedy}`,
    );
  }
  for (let at = 0; at < candidates.length; at++) {
    const candidate: unknown = candidates[at];
    // Nearly all candidates are right as they are and are not copied.
    if (!isPlainCandidate(candidate)) candidates[at] = checkedCandidate(candidate, id, at);
  }
  return {
    questionId: id,
    provider: typeof provider === "string" ? provider : null,
    candidates: candidates as RunCandidate[],
    row,
  };
}

function isPlainCandidate(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { pmid, doi, title } = value as JsonObject;
  return isText(pmid) && isText(doi) && isText(title) && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string" || value === null || value === undefined;
}

function checkedCandidate(candidate: unknown, id: string, at: number): RunCandidate {
  const where = `question ${shown(id)}: candidate ${at + 1}`;
  if (!isObject(candidate)) {
    throw new Error(`${where} is ${shown(candidate)}; it must be an object`);
  }
  const text = (field: string) => identifier(candidate[field], `${where}: ${field}`);
  return {
    ...candidate,
    rank: candidate.rank,
    pmid: text("pmid"),
    doi: text("doi"),
    title: text("title"),
  };
}
