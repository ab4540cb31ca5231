/** The gold of a whole question file, as scoring needs it. */
import { packedGold } from "../scoring/packed_gold.ts";
import type { ListsByQuestion } from "../scoring/packed_lists.ts";
import { type PreparedGold, type PreparedPaper, prepareGold } from "../scoring/prepared_gold.ts";
import { shown } from "../scoring/shown.ts";
import type { FileFormat } from "./document_format.ts";
import { readQuestions } from "./read_questions.ts";
import type { Question } from "./records.ts";
import type { TextSource } from "./text_source.ts";

/** Questions in input order, with their gold and nothing else. */
export interface GoldSet {
  readonly ids: readonly string[];
  /** By position in `ids`; empty for a question without gold. */
  readonly gold: ListsByQuestion<PreparedPaper>;
  /** Number of gold papers by question, in the order of `ids`. */
  readonly goldSizes: readonly number[];
  /** Position of each question in `ids`. */
  readonly positions: ReadonlyMap<string, number>;
  /**
   * Papers judged by question, where qrels tell: the pool that a complete
   * ranking ranks. Places of other questions are empty.
   */
  readonly poolSizes: readonly (number | undefined)[];
  /** Where the questions came from, for messages. */
  readonly name: string;
}

/** Options of {@linkcode loadGold}. */
export interface LoadGoldOptions {
  format?: FileFormat | undefined;
  onNotice?: (text: string) => void;
  /** Called for each question, for callers who need more than its gold. */
  onQuestion?: (question: Question) => void;
}

/**
 * Reads question files into one gold set; several files are taken as one, in
 * the order given.
 *
 * @throws {FileError} as `readQuestions` does, and for two gold papers with one
 * PMID or a question that stands in two of the files.
 */
export async function loadGold(
  sources: readonly TextSource[],
  { format, onNotice, onQuestion }: LoadGoldOptions = {},
): Promise<GoldSet> {
  const ids: string[] = [];
  const gold = packedGold();
  const goldSizes: number[] = [];
  const positions = new Map<string, number>();
  const poolSizes: (number | undefined)[] = [];
  for (const source of sources) {
    await readQuestions(source, {
      format,
      ...(onNotice && { onNotice }),
      onQuestion: (question, _, poolSize) => {
        const { question_id: id } = question;
        // Within one file the reader refuses it, with both lines.
        if (positions.has(id)) {
          throw new Error(`question ${shown(id)} is in an earlier question file too; keep one`);
        }
        positions.set(id, ids.length);
        if (poolSize !== undefined) poolSizes[ids.length] = poolSize;
        const papers = prepare(question);
        gold.set(ids.length, papers);
        ids.push(id);
        goldSizes.push(papers.length);
        onQuestion?.(question);
      },
    });
  }
  const name = sources.map((source) => source.name).join(", ");
  return { ids, gold, goldSizes, positions, poolSizes, name };
}

function prepare({ question_id: id, gold }: Question): PreparedGold {
  try {
    return prepareGold(gold);
  } catch (cause) {
    throw new Error(`question ${shown(id)}: ${(cause as Error).message}`, { cause });
  }
}

/** Shows a few of the ids, for when a run's question is not among them. */
export function sampleOfIds(ids: readonly string[]): string {
  const few = ids.slice(0, 3).map(shown).join(", ");
  return ids.length > 3 ? `${ids.length} questions such as ${few}` : few;
}
