/**
 * The resolution of one ranked list: PMIDs for its PMCIDs, the publication-year
 * cutoff, one result per paper, ranks without gaps. Pure: what NCBI knows comes
 * in as functions.
 */
import { rankOf } from "../scoring/rank.ts";
import { normalizeDoi, normalizePmid } from "../scoring/normalize.ts";
import { formatPmcid, pmcidNumber, pmidNumber } from "./identifiers.ts";
import { groupSamePapers } from "../scoring/same_paper.ts";

/** A candidate as its file has it, with fields that this program does not know. */
export type OpenCandidate = Record<string, unknown>;

/** What NCBI knows; ids as numbers, null for unknown. */
export interface Knowledge {
  pmidOfPmcid(pmcid: number): number | null;
  yearOfPmid(pmid: number): number | null;
}

/** How a list is resolved. */
export interface ListOptions {
  /** Latest publication year that counts, or null for no cutoff. */
  maxYear: number | null;
  /** Keep results that repeat a paper. */
  keepDuplicates: boolean;
}

/** A list at each stage, in rank order, and what was done to it. */
export interface ResolvedList {
  /** With PMIDs filled in, nothing removed. */
  resolved: OpenCandidate[];
  /** After the cutoff and the collapse; ranks renumbered if anything was removed. */
  final: OpenCandidate[];
  /** Whether `final` differs from the input. */
  changed: boolean;
  /** Length after the cutoff, before the collapse. */
  afterCutoff: number;
  droppedByYear: number;
  /** Results kept although their year is not known; 0 where no cutoff applies. */
  unknownYear: number;
  collapsed: number;
}

/**
 * Resolves a list. The year of a result is that of its PMID or, where that is
 * not known, of another result that is the same paper; results whose year stays
 * unknown are kept. The first result of a paper takes over the identifiers that
 * it lacks from the later ones, which go.
 *
 * @param candidates The list in any order; not changed.
 * @throws {Error} when a rank is no positive integer or is there twice.
 */
export function resolveList(
  candidates: readonly OpenCandidate[],
  knowledge: Knowledge,
  options: ListOptions,
): ResolvedList {
  const ordered = inRankOrder(candidates);
  const resolved = ordered.map((candidate) => withPmid(candidate, knowledge));
  const groups = groupSamePapers(resolved.map(identifiersOf));

  const years = options.maxYear === null ? [] : yearsOf(resolved, groups, knowledge);
  const inTime = resolved.keys().filter((index) =>
    options.maxYear === null || (years[index] ?? options.maxYear) <= options.maxYear
  ).toArray();
  const unknownYear = options.maxYear === null
    ? 0
    : inTime.filter((index) => years[index] === null).length;

  const kept = options.keepDuplicates
    ? inTime.map((index) => resolved[index]!)
    : collapse(resolved, groups, inTime);
  const removed = resolved.length - kept.length;
  const final = removed === 0
    ? kept
    : kept.map((candidate, index) => ({ ...candidate, rank: index + 1 }));
  return {
    resolved,
    final,
    changed: removed > 0 || resolved.some((candidate, index) => candidate !== ordered[index]),
    afterCutoff: inTime.length,
    droppedByYear: resolved.length - inTime.length,
    unknownYear,
    collapsed: inTime.length - kept.length,
  };
}

/** Whether a candidate can be looked up: it has a PMCID and no PMID. Gives that PMCID's number. */
export function pmcidToResolve(candidate: OpenCandidate): number | null {
  return hasPmid(candidate) ? null : pmcidNumber(candidate.pmcid);
}

/** Whether a candidate has a PMID, readable or not. */
export function hasPmid(candidate: OpenCandidate): boolean {
  return normalizePmid(textOf(candidate.pmid)) !== null;
}

function withPmid(candidate: OpenCandidate, knowledge: Knowledge): OpenCandidate {
  const pmcid = pmcidToResolve(candidate);
  const pmid = pmcid === null ? null : knowledge.pmidOfPmcid(pmcid);
  return pmid === null ? candidate : { ...candidate, pmid: String(pmid) };
}

function identifiersOf(candidate: OpenCandidate) {
  const pmcid = pmcidNumber(candidate.pmcid);
  return {
    pmid: normalizePmid(textOf(candidate.pmid)),
    pmcid: pmcid === null ? null : formatPmcid(pmcid),
    doi: normalizeDoi(textOf(candidate.doi)),
  };
}

/** Years in list order: a result's own, else the first that is known of its group, else null. */
function yearsOf(
  candidates: readonly OpenCandidate[],
  groups: readonly number[],
  knowledge: Knowledge,
): (number | null)[] {
  const own = candidates.map((candidate) => {
    const pmid = pmidNumber(candidate.pmid);
    return pmid === null ? null : knowledge.yearOfPmid(pmid);
  });
  const ofGroup = new Map<number, number>();
  own.forEach((year, index) => {
    const group = groups[index]!;
    if (year !== null && !ofGroup.has(group)) ofGroup.set(group, year);
  });
  return own.map((year, index) => year ?? ofGroup.get(groups[index]!) ?? null);
}

/** The first of each group among the given results, with what it lacks taken over from the others. */
function collapse(
  candidates: readonly OpenCandidate[],
  groups: readonly number[],
  indices: readonly number[],
): OpenCandidate[] {
  const firsts = new Map<number, OpenCandidate>();
  for (const index of indices) {
    const group = groups[index]!;
    const first = firsts.get(group);
    firsts.set(group, first ? takeOver(first, candidates[index]!) : candidates[index]!);
  }
  // A Map keeps the order in which its keys came, which is that of the firsts.
  return [...firsts.values()];
}

function takeOver(first: OpenCandidate, other: OpenCandidate): OpenCandidate {
  const mine = identifiersOf(first);
  const theirs = identifiersOf(other);
  const taken: OpenCandidate = {};
  for (const kind of ["pmid", "doi", "pmcid"] as const) {
    if (mine[kind] === null && theirs[kind] !== null) taken[kind] = other[kind];
  }
  return { ...first, ...taken };
}

function textOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

function inRankOrder(candidates: readonly OpenCandidate[]): readonly OpenCandidate[] {
  const sorted = candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
  sorted.forEach((candidate, at) => {
    const rank = rankOf(candidate);
    if (at > 0 && rank === rankOf(sorted[at - 1]!)) {
      throw new Error(`two candidates have rank ${rank}; ranks are unique in a question`);
    }
  });
  return sorted;
}
