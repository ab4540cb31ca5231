/** TREC qrels: `question iteration document relevance`. */
import { normalizePmid } from "../scoring/normalize.ts";
import { shown } from "../scoring/shown.ts";
import { pmidOfDocument } from "./bioasq_document.ts";
import { columnsOf } from "./document_format.ts";
import { atLine, type LineParser } from "./line_parser.ts";
import { SWAPPED } from "./record_fields.ts";
import type { GoldPaper } from "./records.ts";

/** What qrels say of one question. */
export interface JudgedQuestion {
  questionId: string;
  /** The line that names it first. */
  line: number;
  /** The papers that are relevant, each with its `relevance`, in the order of the file. */
  gold: GoldPaper[];
  /** How many papers were judged; undefined where the file lists relevant papers only. */
  poolSize: number | undefined;
}

/**
 * Makes a parser of qrels. Relevant is what has a relevance above 0; below 0 a
 * paper was not judged. Of a paper that is named twice the highest counts.
 *
 * @param onQuestion Called at the end for each question, in order of first mention.
 * @param merged Receives the papers that are named twice, in words.
 */
export function qrelsParser(
  onQuestion: (question: JudgedQuestion) => void,
  merged: string[],
): LineParser {
  const questions = new Map<string, { line: number; grades: Map<string, number> }>();
  let judgesAll = false;
  return {
    line(text, number) {
      const columns = columnsOf(text);
      const [id, , document, relevance] = columns as [string, string, string, string];
      if (columns.length !== 4) {
        const remedy = columns.length === 6 ? `; 6 are those of a run: ${SWAPPED}` : "";
        throw new Error(
          `${columns.length} columns instead of the 4 of TREC qrels: ` +
            `question, iteration, document, relevance${remedy}`,
        );
      }
      if (!/^[+-]?\d+$/.test(relevance)) {
        throw new Error(`relevance ${shown(relevance)} is no whole number`);
      }
      const pmid = pmidOfDocument(document) ?? normalizePmid(document);
      if (pmid === null) {
        throw new Error(`question ${shown(id)}: document ${shown(document)} is no PMID`);
      }
      let question = questions.get(id);
      if (!question) questions.set(id, question = { line: number, grades: new Map() });
      if (Number(relevance) === 0) judgesAll = true;
      const grade = question.grades.get(pmid);
      if (grade !== undefined) merged.push(`${pmid} of question ${id}`);
      question.grades.set(pmid, Math.max(grade ?? -Infinity, Number(relevance)));
    },
    end() {
      for (const [questionId, { line, grades }] of questions) {
        const gold = [...grades].filter(([, grade]) => grade > 0)
          .map(([pmid, relevance]) => ({ pmid, relevance }));
        const judged = [...grades.values()].filter((grade) => grade >= 0).length;
        const poolSize = judgesAll ? judged : undefined;
        atLine(line, () => onQuestion({ questionId, line, gold, poolSize }));
      }
    },
  };
}
