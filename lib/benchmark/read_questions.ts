/** Reading question files: our JSON Lines, BioASQ's golden JSON, TREC qrels. */
import { normalizePmid } from "../scoring/normalize.ts";
import { shown } from "../scoring/shown.ts";
import { bioasqParser, pmidOfDocument } from "./bioasq_document.ts";
import type { FileFormat } from "./document_format.ts";
import type { LineParser } from "./line_parser.ts";
import { listed } from "./listed.ts";
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
import type { FrozenQuery, GoldPaper, Question } from "./records.ts";
import type { TextSource } from "./text_source.ts";
import { qrelsParser } from "./trec_qrels.ts";

/** Options of {@linkcode readQuestions}. */
export interface ReadQuestionsOptions {
  /** The format; told by content where absent. */
  format?: FileFormat | undefined;
  /**
   * Called for each question in the order of the file, with its line (the first
   * one in qrels, null in a BioASQ document) and, where the file is qrels that
   * judge papers as not relevant too, how many papers were judged for it.
   */
  onQuestion: (question: Question, line: number | null, poolSize?: number) => void;
  /** Told of what was mended: gold that names a paper twice. */
  onNotice?: (text: string) => void;
}

/**
 * Streams the questions of a file. Fields that this program does not know are
 * left on the question objects of JSON Lines files.
 *
 * @returns The format that was read.
 * @throws {FileError} with file and line: broken records, a question twice, an
 * identifier that is no string, gold without a PMID, an empty file.
 */
export async function readQuestions(
  source: TextSource,
  { format, onQuestion, onNotice = () => {} }: ReadQuestionsOptions,
): Promise<FileFormat> {
  const lines = new Map<string, number | null>();
  const accept = (question: Question, line: number | null, poolSize?: number) => {
    const { question_id: id } = question;
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      const first = earlier === null ? "" : `, first on line ${earlier}`;
      throw new Error(`question ${shown(id)} is there twice${first}; keep one`);
    }
    lines.set(id, line);
    onQuestion(question, line, poolSize);
  };
  const merged: string[] = [];
  const parsers: Record<FileFormat, () => LineParser> = {
    jsonl: () => ({ line: (text, line) => accept(questionOf(parseObject(text)), line) }),
    bioasq: () =>
      bioasqParser(({ questionId: id, body, documents }) =>
        accept(foreignQuestion(id, body, goldOfDocuments(id, documents, merged)), null)
      ),
    trec: () =>
      qrelsParser(
        ({ questionId: id, line, gold, poolSize }) =>
          accept(foreignQuestion(id, "", gold), line, poolSize),
        merged,
      ),
  };
  const known = await readRecords(source, {
    format,
    parserOf: (each) => parsers[each](),
    record: "question",
  });
  if (merged.length > 0) {
    onNotice(`${source.name}: gold papers named twice were merged: ${listed(merged)}`);
  }
  return known;
}

function questionOf(row: JsonObject): Question {
  const id = questionId(row);
  const fail = (reason: string): never => {
    throw new Error(`question ${shown(id)}: ${reason}`);
  };
  const { gold } = row;
  // An absent field is null, and null is absent.
  const maxYear = row.max_year ?? null;
  const queries = row.queries ?? {};
  const question = row.question ?? "";
  if (!Array.isArray(gold)) {
    const remedy = Array.isArray(row.candidates) ? `: ${SWAPPED}` : "";
    fail(`gold ${isOrMissing(gold)}; it must be a list of papers${remedy}`);
  }
  if (!isObject(queries)) fail(`queries is ${shown(queries)}; it must be an object by provider`);
  if (maxYear !== null && !Number.isSafeInteger(maxYear)) {
    fail(`max_year is ${shown(maxYear)}; it must be a year or null`);
  }
  if (typeof question !== "string") fail(`question is ${shown(question)}; it must be a string`);
  return {
    ...row,
    question_id: id,
    question: question as string,
    max_year: maxYear as number | null,
    gold: (gold as unknown[]).map((paper, at): GoldPaper => {
      if (!isObject(paper)) {
        return fail(`gold paper ${at + 1} is ${shown(paper)}; it must be an object`);
      }
      try {
        const pmid = identifier(paper.pmid, "pmid");
        if (normalizePmid(pmid) === null) {
          throw new Error(`pmid is ${shown(paper.pmid ?? null)}; every gold paper needs one`);
        }
        return {
          ...paper,
          pmid,
          doi: identifier(paper.doi, "doi"),
          title: identifier(paper.title, "title"),
        };
      } catch (cause) {
        return fail(`gold paper ${at + 1}: ${(cause as Error).message}`);
      }
    }),
    queries: queries as Record<string, FrozenQuery>,
  };
}

/** A question of a format that has no cutoff year and no queries. */
function foreignQuestion(id: string, text: string, gold: GoldPaper[]): Question {
  return { question_id: id, question: text, max_year: null, gold, queries: {} };
}

function goldOfDocuments(id: string, documents: readonly string[], merged: string[]): GoldPaper[] {
  const papers = new Map<string, GoldPaper>();
  for (const url of documents) {
    const pmid = pmidOfDocument(url);
    if (pmid === null) {
      throw new Error(
        `question ${shown(id)}: document ${shown(url)} has no PMID; gold papers are PubMed URLs`,
      );
    }
    if (papers.has(pmid)) merged.push(`${pmid} of question ${id}`);
    papers.set(pmid, { pmid });
  }
  return [...papers.values()];
}
