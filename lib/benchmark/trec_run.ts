/** TREC run files: `question Q0 document rank score tag`. */
import { pmidOfDocument } from "./bioasq_document.ts";
import type { LineParser } from "./document_format.ts";
import { BrokenRecord, show } from "./record_fields.ts";
import type { RunRow } from "./run_row.ts";

interface Scored {
  document: string;
  score: number;
}

/**
 * Makes a parser of a TREC run that ranks as trec_eval does: by score
 * descending, compared as 32-bit floats, ties by document id descending; the
 * rank column is ignored. A document that is named twice uses up two ranks.
 *
 * @param onRow Called at the end for each question, in order of first mention.
 */
export function trecRunParser(onRow: (row: RunRow) => void): LineParser {
  const lists = new Map<string, Scored[]>();
  let tag: string | null = null;
  return {
    line(text) {
      const columns = text.trim().split(/\s+/);
      const [id, , document, , score, runTag] = columns;
      if (columns.length !== 6) {
        throw new BrokenRecord(
          `${columns.length} columns instead of the 6 of a TREC run: question, Q0, document, rank, score, tag`,
        );
      }
      tag ??= runTag!;
      if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(score!)) {
        throw new Error(`score ${show(score)} is no number`);
      }
      const list = lists.get(id!);
      const scored = { document: document!, score: Math.fround(Number(score)) };
      if (list) list.push(scored);
      else lists.set(id!, [scored]);
    },
    end() {
      for (const [questionId, list] of lists) {
        list.sort(byScoreThenDocument);
        onRow({
          questionId,
          provider: tag,
          candidates: list.map(({ document }, at) => ({
            rank: at + 1,
            pmid: pmidOfDocument(document) ?? document,
            doi: null,
            title: null,
          })),
        });
      }
    },
  };
}

function byScoreThenDocument(a: Scored, b: Scored): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return a.document === b.document ? 0 : a.document > b.document ? -1 : 1;
}
