/** What a resolution did, in figures. */
import type { PreparedGold } from "../scoring/prepared_gold.ts";
import { type GoldCount, GoldCounter } from "./gold_count.ts";
import { pmcidNumber } from "./identifiers.ts";
import { LengthCount, type Quartiles } from "./length_quartiles.ts";
import { hasPmid, type OpenCandidate, type ResolvedList } from "./resolve_list.ts";

/** The figures of a resolution; all counts are of candidates unless they say otherwise. */
export interface ResolutionSummary {
  questions: number;
  candidates: { before: number; after: number };
  /** Candidates with a PMID: as they came, with PMIDs filled in, and in the output. */
  with_pmid: { before: number; resolved: number; after: number };
  /** Distinct PMCIDs of candidates without a PMID. */
  pmcids: {
    /** All of them: asked and not cached. */
    wanted: number;
    /** NCBI was asked for, now or before: found and missing. */
    asked: number;
    found: number;
    /** NCBI has no PMID for. */
    missing: number;
    /** Never asked: the cache does not have them and `--offline` was given. */
    not_cached: number;
    /** Candidates whose PMCID is none. */
    malformed: number;
  };
  years: {
    /** Questions to which the cutoff was applied. */
    questions: number;
    /** Distinct PMIDs whose year was wanted. */
    pmids: number;
    not_cached: number;
    dropped: number;
    /** Kept although the year is not known. */
    unknown: number;
  };
  /** Results removed because an earlier one is the same paper. */
  collapsed: number;
  /** Of those, results whose PMID is another than the earlier one's: joined by DOI or PMCID. */
  pmid_conflicts: number;
  /** Null where the questions' gold is not at hand. */
  gold: GoldCount | null;
  /** Lengths of the lists; null for a file without rows. */
  list_lengths: {
    before: Quartiles | null;
    after_cutoff: Quartiles | null;
    after_collapse: Quartiles | null;
  };
  /** Calls made, retries not counted. */
  calls: { idconv: number; esummary: number };
}

/** Counts a resolution row by row. */
export class SummaryCount {
  readonly #before = new LengthCount();
  readonly #afterCutoff = new LengthCount();
  readonly #afterCollapse = new LengthCount();
  readonly #sum = {
    questions: 0,
    before: 0,
    after: 0,
    pmidBefore: 0,
    pmidResolved: 0,
    pmidAfter: 0,
    malformed: 0,
    cutoffQuestions: 0,
    dropped: 0,
    unknown: 0,
    collapsed: 0,
    conflicts: 0,
  };
  readonly #gold = new GoldCounter();

  /**
   * Adds a question.
   *
   * @param candidates Its list as it came.
   * @param list What became of it.
   * @param cutoff Whether the year cutoff was applied.
   * @param gold Its gold papers, where they are known.
   */
  add(
    candidates: readonly OpenCandidate[],
    list: ResolvedList,
    cutoff: boolean,
    gold: PreparedGold | undefined,
  ): void {
    const sum = this.#sum;
    sum.questions++;
    sum.before += candidates.length;
    sum.after += list.final.length;
    sum.pmidBefore += candidates.filter(hasPmid).length;
    sum.pmidResolved += list.resolved.filter(hasPmid).length;
    sum.pmidAfter += list.final.filter(hasPmid).length;
    sum.malformed += candidates.filter(hasMalformedPmcid).length;
    if (cutoff) sum.cutoffQuestions++;
    sum.dropped += list.droppedByYear;
    sum.unknown += list.unknownYear;
    sum.collapsed += list.collapsed;
    sum.conflicts += list.conflicts;
    this.#before.add(candidates.length);
    this.#afterCutoff.add(list.inTime.length);
    this.#afterCollapse.add(list.final.length);
    if (gold) this.#gold.add(gold, candidates, list);
  }

  /** The figures so far, with what only the look-ups know. */
  finish(
    lookUps: {
      pmcids: { wanted: number; found: number; not_cached: number };
      years: { pmids: number; not_cached: number };
      calls: { idconv: number; esummary: number };
    },
  ): ResolutionSummary {
    const sum = this.#sum;
    const { wanted, found, not_cached } = lookUps.pmcids;
    const asked = wanted - not_cached;
    return {
      questions: sum.questions,
      candidates: { before: sum.before, after: sum.after },
      with_pmid: { before: sum.pmidBefore, resolved: sum.pmidResolved, after: sum.pmidAfter },
      pmcids: {
        wanted,
        asked,
        found,
        missing: asked - found,
        not_cached,
        malformed: sum.malformed,
      },
      years: {
        questions: sum.cutoffQuestions,
        ...lookUps.years,
        dropped: sum.dropped,
        unknown: sum.unknown,
      },
      collapsed: sum.collapsed,
      pmid_conflicts: sum.conflicts,
      gold: this.#gold.count(),
      list_lengths: {
        before: this.#before.quartiles(),
        after_cutoff: this.#afterCutoff.quartiles(),
        after_collapse: this.#afterCollapse.quartiles(),
      },
      calls: lookUps.calls,
    };
  }
}

function hasMalformedPmcid(candidate: OpenCandidate): boolean {
  const { pmcid } = candidate;
  return !hasPmid(candidate) && pmcid !== undefined && pmcid !== null && pmcid !== "" &&
    pmcidNumber(pmcid) === null;
}
