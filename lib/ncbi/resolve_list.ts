/**
 * The resolution of one ranked list: PMIDs for its PMCIDs, the publication-year
 * cutoff, one result per paper, ranks without gaps. Pure: what NCBI knows comes
 * in as functions.
 */
import { inRankOrder } from "../scoring/rank.ts";
import { groupSamePapers, tellingDoi } from "../scoring/same_paper.ts";
import { formatPmcid, pmcidNumber, pmidNumber } from "./identifiers.ts";

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
  /** After the cutoff, before the collapse. */
  inTime: OpenCandidate[];
  /** After the cutoff and the collapse; ranks renumbered if anything was removed. */
  final: OpenCandidate[];
  /** Whether `final` differs from the input, in its order too. */
  changed: boolean;
  droppedByYear: number;
  /** Results kept although their year is not known; 0 where no cutoff applies. */
  unknownYear: number;
  collapsed: number;
  /** Results that became one although they have different PMIDs, joined by a DOI, PMCID or third result. */
  conflicts: number;
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
  const indices = resolved.keys().filter((index) =>
    options.maxYear === null || (years[index] ?? options.maxYear) <= options.maxYear
  ).toArray();
  const unknownYear = options.maxYear === null
    ? 0
    : indices.filter((index) => years[index] === null).length;

  const inTime = indices.map((index) => resolved[index]!);
  const { papers: kept, conflicts } = options.keepDuplicates
    ? { papers: inTime, conflicts: 0 }
    : collapse(inTime, indices.map((index) => groups[index]!));
  const removed = resolved.length - kept.length;
  const final = removed === 0
    ? kept
    : kept.map((candidate, index) => ({ ...candidate, rank: index + 1 }));
  return {
    resolved,
    inTime,
    final,
    changed: removed > 0 || resolved.some((candidate, index) => candidate !== candidates[index]),
    droppedByYear: resolved.length - inTime.length,
    unknownYear,
    collapsed: inTime.length - kept.length,
    conflicts,
  };
}

/** Whether a candidate can be looked up: it has a PMCID and no PMID. Gives that PMCID's number. */
export function pmcidToResolve(candidate: OpenCandidate): number | null {
  return hasPmid(candidate) ? null : pmcidNumber(candidate.pmcid);
}

/** Whether a candidate has a PMID; "n/a" and other text in its place are none. */
export function hasPmid(candidate: OpenCandidate): boolean {
  return pmidNumber(candidate.pmid) !== null;
}

function withPmid(candidate: OpenCandidate, knowledge: Knowledge): OpenCandidate {
  const pmcid = pmcidToResolve(candidate);
  const pmid = pmcid === null ? null : knowledge.pmidOfPmcid(pmcid);
  return pmid === null ? candidate : { ...candidate, pmid: String(pmid) };
}

function identifiersOf(candidate: OpenCandidate) {
  const pmid = pmidNumber(candidate.pmid);
  const pmcid = pmcidNumber(candidate.pmcid);
  return {
    pmid: pmid === null ? null : String(pmid),
    pmcid: pmcid === null ? null : formatPmcid(pmcid),
    doi: typeof candidate.doi === "string" ? tellingDoi(candidate.doi) : null,
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

/**
 * The first of each group, with what it lacks taken over from the others.
 *
 * @param candidates In rank order.
 * @param groups The group of each.
 */
function collapse(
  candidates: readonly OpenCandidate[],
  groups: readonly number[],
): { papers: OpenCandidate[]; conflicts: number } {
  const firsts = new Map<number, OpenCandidate>();
  let conflicts = 0;
  candidates.forEach((candidate, index) => {
    const group = groups[index]!;
    const first = firsts.get(group);
    if (first && disagree(first, candidate)) conflicts++;
    firsts.set(group, first ? takeOver(first, candidate) : candidate);
  });
  // A Map keeps the order in which its keys came, which is that of the firsts.
  return { papers: [...firsts.values()], conflicts };
}

function disagree(one: OpenCandidate, other: OpenCandidate): boolean {
  const pmids = [pmidNumber(one.pmid), pmidNumber(other.pmid)];
  return !pmids.includes(null) && pmids[0] !== pmids[1];
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
