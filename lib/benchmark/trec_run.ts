/** TREC run files: `question Q0 document rank score tag`. */
import { shown } from "../scoring/shown.ts";
import { documentCandidate } from "./bioasq_document.ts";
import { columnsOf } from "./document_format.ts";
import { atLine, type LineParser } from "./line_parser.ts";
import { CutRecord, SWAPPED } from "./record_fields.ts";
import type { RunRow } from "./run_row.ts";

interface Scored {
  document: string;
  score: number;
}

/** The list of one question, and the line where it was first named. */
interface ScoredList {
  line: number;
  documents: Scored[];
}

/**
 * Makes a parser of a TREC run that ranks as trec_eval does: by score
 * descending, compared as 32-bit floats, ties by document id descending; the
 * rank column is ignored. A document that is named twice uses up two ranks.
 *
 * @param onRow Called at the end for each question, in order of first mention.
 */
export function trecRunParser(onRow: (row: RunRow) => void): LineParser {
  const lists = new Map<string, ScoredList>();
  let tag: string | null = null;
  return {
    line(text, number) {
      const columns = columnsOf(text);
      const [id, , document, , score, runTag] = columns;
      if (columns.length !== 6) {
        // A line with fewer may be cut off; one with more is wrong.
        const Broken = columns.length < 6 ? CutRecord : Error;
        const remedy = columns.length === 4 ? `; 4 are those of qrels: ${SWAPPED}` : "";
        throw new Broken(
          `${columns.length} columns instead of the 6 of a TREC run: ` +
            `question, Q0, document, rank, score, tag${remedy}`,
        );
      }
      tag ??= runTag!;
      const value = Number(score);
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(score!) || !Number.isFinite(value)) {
        throw new Error(`score ${shown(score)} is no finite number`);
      }
      let list = lists.get(id!);
      if (!list) lists.set(id!, list = { line: number, documents: [] });
      list.documents.push({ document: document!, score: Math.fround(value) });
    },
    end() {
      for (const [questionId, { line, documents }] of lists) {
        documents.sort(byScoreThenDocument);
        const candidates = documents.map(({ document }, at) => documentCandidate(document, at));
        atLine(line, () => onRow({ questionId, provider: tag, candidates }));
      }
    },
  };
}

function byScoreThenDocument(a: Scored, b: Scored): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return a.document === b.document ? 0 : a.document > b.document ? -1 : 1;
}
