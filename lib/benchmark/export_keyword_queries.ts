/** Reading the keyword queries of a question file, filtered and streamed. */
import { nearest } from "../scoring/nearest.ts";
import { shown } from "../scoring/shown.ts";
import {
  type KeywordQueryFilter,
  type KeywordQueryRow,
  keywordQueryRows,
} from "./keyword_queries.ts";
import { KeywordQueryCount } from "./keyword_query_summary.ts";
import { listed } from "./listed.ts";
import { readQuestions } from "./read_questions.ts";
import type { TextSource } from "./text_source.ts";

/**
 * Calls a function for each wanted keyword query, in the order of the file.
 *
 * @param source The question file.
 * @param filter Which queries are wanted.
 * @param onRow Called for each.
 * @param onNotice Told of what the reader mended, and where there is no query at all.
 * @returns The counts of the wanted queries.
 * @throws {FileError} for a broken question file or query.
 * @throws {Error} for a question or provider that the file does not have, with the nearest one.
 */
export async function exportKeywordQueries(
  source: TextSource,
  filter: KeywordQueryFilter,
  onRow: (row: KeywordQueryRow) => void,
  onNotice: (text: string) => void = () => {},
): Promise<KeywordQueryCount> {
  const count = new KeywordQueryCount();
  const ids: string[] = [];
  const providers = new Set<string>();
  let asked = 0;
  await readQuestions(source, {
    onNotice,
    onQuestion: (question) => {
      if (filter.questionId !== undefined) {
        ids.push(question.question_id);
        if (question.question_id !== filter.questionId) return;
      }
      asked++;
      for (const provider of Object.keys(question.queries)) providers.add(provider);
      for (const row of keywordQueryRows(question, filter.provider)) {
        count.add(row);
        onRow(row);
      }
    },
  });
  if (asked === 0) {
    throw unknown(`question ${shown(filter.questionId)}`, filter.questionId!, ids, source);
  }
  if (filter.provider !== undefined && !providers.has(filter.provider)) {
    const of = filter.questionId === undefined ? "" : ` of question ${shown(filter.questionId)}`;
    throw unknown(
      `provider ${shown(filter.provider)}${of}`,
      filter.provider,
      [...providers],
      source,
    );
  }
  if (count.summary().rows === 0) {
    const of = filter.questionId === undefined ? "" : `question ${shown(filter.questionId)} of `;
    onNotice(`${of}${source.name} has no keyword queries`);
  }
  return count;
}

function unknown(what: string, given: string, known: readonly string[], source: TextSource): Error {
  const near = nearest(given, known);
  const remedy = known.length === 0
    ? "it has no keyword queries"
    : near !== undefined
    ? `did you mean ${shown(near)}?`
    : `it has ${listed(known)}`;
  return new Error(`Cannot show the keyword queries of ${what}: not in ${source.name}; ${remedy}`);
}
