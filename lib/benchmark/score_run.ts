/** Scoring a run file against a gold set, streamed. */
import type { Match } from "../scoring/match.ts";
import type { ListsByQuestion } from "../scoring/packed_lists.ts";
import { shown } from "../scoring/shown.ts";
import { counted } from "./counted.ts";
import type { FileFormat } from "./document_format.ts";
import { type GoldSet, sampleOfIds } from "./gold_set.ts";
import { listed } from "./listed.ts";
import { readRun } from "./read_run.ts";
import { type MatchedList, RunMatcher } from "./run_matcher.ts";
import { FileError, type TextSource } from "./text_source.ts";

/** A run's matches for every question. */
export interface ScoredRun {
  /** The provider that the rows name; null where none does. */
  provider: string | null;
  /** By position in the gold set; undefined where the run has no row. */
  matches: ListsByQuestion<Match>;
  /** Candidates by question; undefined where the run has no row. */
  listLengths: readonly (number | undefined)[];
  /** Candidates in all. */
  numCandidates: number;
  /** The deepest rank of any list, 0 where all are empty. */
  deepestRank: number;
}

/** Options of {@linkcode scoreRun}. */
export interface ScoreRunOptions {
  format?: FileFormat | undefined;
  onNotice?: (text: string) => void;
  /** Called for each row of a known question, for callers that need more of it than its matches. */
  onMatched?: ((list: MatchedList) => void) | undefined;
}

/**
 * Matches every list of a run. Several sources are the shards of one run.
 *
 * A question that the gold set lacks is an error in our own format; in TREC
 * and BioASQ files it is left out with a notice that names it.
 *
 * @throws {FileError} as `readRun` does, and for an unknown question, a bad or
 * repeated rank, or a question that two shards hold.
 */
export async function scoreRun(
  goldSet: GoldSet,
  sources: readonly TextSource[],
  { format, onNotice = () => {}, onMatched }: ScoreRunOptions = {},
): Promise<ScoredRun> {
  const matcher = new RunMatcher(goldSet, onMatched);
  let allRows = 0;
  for (const source of sources) {
    const unknown: string[] = [];
    let rows = 0;
    await readRun(source, {
      format,
      // One of several shards may not have got to its first question yet.
      mayBeEmpty: sources.length > 1,
      onNotice,
      onRow: (row, rowFormat) => {
        rows++;
        if (matcher.add(row)) return;
        if (rowFormat === "jsonl") throw unknownQuestion(row.questionId, goldSet);
        unknown.push(row.questionId);
      },
    });
    allRows += rows;
    if (rows > 0 && unknown.length === rows) {
      throw new FileError(source.name, null, unknownQuestion(unknown[0]!, goldSet).message);
    }
    if (unknown.length > 0) {
      onNotice(
        `${source.name}: ${counted(unknown.length, "question")} without gold left out: ` +
          listed(unknown),
      );
    }
  }
  if (allRows === 0) {
    throw new FileError(sources[0]!.name, null, "there is no whole result row yet; score it later");
  }
  const providers = [...matcher.providers];
  if (providers.length > 1) {
    onNotice(`${sources[0]!.name}: rows of several providers: ${listed(providers)}`);
  }
  const { matches, listLengths, numCandidates, deepestRank, nameless } = matcher;
  if (nameless !== null) {
    onNotice(
      `${sources[0]!.name}: no result has a pmid, doi or title, so none can be found; ` +
        `the first has the fields ${listed(Object.keys(nameless).map(shown))}`,
    );
  }
  return { provider: providers[0] ?? null, matches, listLengths, numCandidates, deepestRank };
}

function unknownQuestion(id: string, goldSet: GoldSet): Error {
  return new Error(
    `unknown question ${shown(id)}; ${goldSet.name} has ${sampleOfIds(goldSet.ids)}; ` +
      "do both files belong together?",
  );
}
