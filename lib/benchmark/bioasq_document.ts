/** BioASQ's own JSON: the golden files and the submissions of Task B. */
import { normalizePmid } from "../scoring/normalize.ts";
import { shown } from "../scoring/shown.ts";
import { type LineParser, RecordError } from "./line_parser.ts";
import { identifier, isObject, type JsonObject, parseJson, questionId } from "./record_fields.ts";
import type { RunCandidate } from "./run_row.ts";

/** One question of a BioASQ document. */
export interface BioasqQuestion {
  questionId: string;
  /** The text of the question, "" where the document has none. */
  body: string;
  /** URLs of documents, in order. */
  documents: string[];
}

/**
 * Makes a parser of a whole BioASQ document, `{"questions": [...]}` or the
 * array alone. The document is held in memory until its end.
 *
 * @param onQuestion Called for each question in order.
 */
export function bioasqParser(onQuestion: (question: BioasqQuestion) => void): LineParser {
  const lines: string[] = [];
  let previous = 0;
  return {
    line(text, number) {
      // Blank lines are not passed on; they count for the positions of errors.
      while (++previous < number) lines.push("");
      lines.push(text);
    },
    end() {
      const document = parseDocument(lines.join("\n"));
      const questions = isObject(document) ? document.questions : document;
      if (!Array.isArray(questions)) {
        throw new RecordError(
          null,
          'no "questions" list in the document; BioASQ JSON has one, JSON Lines have each object on one line',
        );
      }
      for (const [at, question] of questions.entries()) {
        try {
          if (!isObject(question)) throw new Error(`it is ${shown(question)}, no object`);
          onQuestion(readQuestion(question));
        } catch (cause) {
          throw new RecordError(null, `question ${at + 1}: ${(cause as Error).message}`, { cause });
        }
      }
    },
  };
}

/** Parses the document; the reason for a failure holds the position as "(line L column C)". */
function parseDocument(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const { message } = cause as Error;
    const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
    throw line === undefined ? cause : new RecordError(Number(line), message, { cause });
  }
}

function readQuestion(question: JsonObject): BioasqQuestion {
  if (question.id === undefined && question.question_id !== undefined) {
    throw new Error(
      "it has a question_id, as JSON Lines have; write one object a line, without a list around them",
    );
  }
  const id = questionId(question, "id");
  const { documents = [] } = question;
  if (!Array.isArray(documents)) {
    throw new Error(`documents of ${shown(id)} is ${shown(documents)}; it must be a list of URLs`);
  }
  return {
    questionId: id,
    body: typeof question.body === "string" ? question.body : "",
    documents: documents.map((url) => identifier(url, `a document of ${shown(id)}`) ?? ""),
  };
}

const PUBMED_DOCUMENT =
  /^(?:https?:\/\/(?:(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed|pubmed\.ncbi\.nlm\.nih\.gov)\/(\d+)\/?(?:[?#].*)?|(\d+)\/?)$/i;

/**
 * Reads the PMID of a document as BioASQ and TREC files name it: a PubMed URL
 * of either form (a query or fragment does not matter), or the number alone.
 *
 * @returns The canonical PMID; null for anything else.
 */
export function pmidOfDocument(document: string): string | null {
  const [, inUrl, alone] = PUBMED_DOCUMENT.exec(document.trim()) ?? [];
  const pmid = normalizePmid(inUrl ?? alone ?? document);
  return pmid !== null && /^\d+$/.test(pmid) ? pmid : null;
}

/**
 * The candidate of a document in a ranked list. One that is no PubMed document
 * uses up its rank; its name stands as it is and matches only its like.
 *
 * @param at Position in the list, from 0.
 */
export function documentCandidate(document: string, at: number): RunCandidate {
  return { rank: at + 1, pmid: pmidOfDocument(document) ?? document, doi: null, title: null };
}
