/** Matching the lists of a run as they are read. */
import { type Match, matchCandidates, type Pointer } from "../scoring/match.ts";
import { packedMatches } from "../scoring/packed_matches.ts";
import type { PreparedGold } from "../scoring/prepared_gold.ts";
import { rankOf } from "../scoring/rank.ts";
import { shown } from "../scoring/shown.ts";
import type { GoldSet } from "./gold_set.ts";
import type { RunCandidate, RunRow } from "./run_row.ts";

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

/** Matches lists one by one, and keeps what a report needs of them. */
export class RunMatcher {
  readonly matches = packedMatches();
  readonly listLengths: (number | undefined)[];
  readonly providers = new Set<string>();
  numCandidates = 0;
  deepestRank = 0;
  /** The first candidate, while no candidate has had anything to match by; else null. */
  nameless: RunCandidate | null = null;
  #hasNames = false;

  constructor(
    private readonly goldSet: GoldSet,
    private readonly onMatched: ((list: MatchedList) => void) | undefined,
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
    this.#lookForNames(candidates);
    return true;
  }

  /** A field that is called otherwise than here would score 0 without a word. */
  #lookForNames(candidates: readonly RunCandidate[]): void {
    if (this.#hasNames) return;
    this.#hasNames = candidates.some(({ pmid, doi, title }) => pmid || doi || title);
    this.nameless = this.#hasNames ? null : this.nameless ?? candidates[0] ?? null;
  }
}

/** The deepest rank of a list, whose candidates may stand in any order; 0 for an empty one. */
function deepestOf(candidates: readonly RunCandidate[]): number {
  return candidates.reduce((deepest, candidate) => Math.max(deepest, rankOf(candidate)), 0);
}
