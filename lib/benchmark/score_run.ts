/** Scoring a run file against a gold set, streamed. */
import { type Match, matchCandidates, type Pointer } from "../scoring/match.ts";
import type { ListsByQuestion } from "../scoring/packed_lists.ts";
import { packedMatches } from "../scoring/packed_matches.ts";
import type { PreparedGold } from "../scoring/prepared_gold.ts";
import { rankOf } from "../scoring/rank.ts";
import { shown } from "../scoring/shown.ts";
import { counted } from "./counted.ts";
import type { FileFormat } from "./document_format.ts";
import { type GoldSet, sampleOfIds } from "./gold_set.ts";
import { listed } from "./listed.ts";
import { readRun } from "./read_run.ts";
import type { RunCandidate, RunRow } from "./run_row.ts";
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

/** A list with what was found in it. */
export interface MatchedList {
  /** Of the question in the gold set. */
  position: number;
  row: RunRow;
  /** The gold of the question. */
  gold: PreparedGold;
  matches: readonly Match[];
  /** The candidates that point at gold papers, credited or not. */
  pointers: readonly Pointer<RunCandidate>[];
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
  const { matches, listLengths, numCandidates, deepestRank } = matcher;
  return { provider: providers[0] ?? null, matches, listLengths, numCandidates, deepestRank };
}

/** Matches lists as they are read. */
class RunMatcher {
  readonly matches = packedMatches();
  readonly listLengths: (number | undefined)[];
  readonly providers = new Set<string>();
  numCandidates = 0;
  deepestRank = 0;

  constructor(
    private readonly goldSet: GoldSet,
    private readonly onMatched: ScoreRunOptions["onMatched"],
  ) {
    this.listLengths = new Array(goldSet.ids.length).fill(undefined);
  }

  /**
   * Takes a row.
   *
   * @returns False where the gold set lacks its question.
   * @throws {Error} for a question that was there before, and a bad or repeated rank.
   */
  add(row: RunRow): boolean {
    const { questionId: id, provider, candidates } = row;
    const position = this.goldSet.positions.get(id);
    if (position === undefined) return false;
    if (this.listLengths[position] !== undefined) {
      throw new Error(
        `question ${shown(id)} is in an earlier file of this run too; keep one row a question`,
      );
    }
    if (provider !== null) this.providers.add(provider);
    const gold = this.goldSet.gold.at(position)!;
    const pointers: Pointer<RunCandidate>[] = [];
    let matches: readonly Match[];
    try {
      matches = matchCandidates(gold, candidates, { pointers: this.onMatched && pointers });
    } catch (cause) {
      throw new Error(`question ${shown(id)}: ${(cause as Error).message}`, { cause });
    }
    this.matches.set(position, matches);
    this.onMatched?.({ position, row, gold, matches, pointers });
    this.listLengths[position] = candidates.length;
    this.numCandidates += candidates.length;
    this.deepestRank = Math.max(this.deepestRank, deepestOf(candidates));
    return true;
  }
}

function unknownQuestion(id: string, goldSet: GoldSet): Error {
  return new Error(
    `unknown question ${shown(id)}; ${goldSet.name} has ${sampleOfIds(goldSet.ids)}; ` +
      "do both files belong together?",
  );
}

/** The deepest rank of a list, whose candidates may stand in any order; 0 for an empty one. */
function deepestOf(candidates: readonly RunCandidate[]): number {
  return candidates.reduce((deepest, candidate) => Math.max(deepest, rankOf(candidate)), 0);
}
