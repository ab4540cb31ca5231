/**
 * Which candidate earns credit for which gold paper: the three-tier matching
 * of the published scorer (PMID, then DOI, then exact normalised title; one
 * credit per gold paper).
 */
import { doiFingerprint, titleFingerprint } from "./fingerprint.ts";
import { normalizeDoi, normalizePmid, normalizeTitle, type RawText } from "./normalize.ts";

/** What pointed at the gold paper, from the strongest to the weakest. */
export const tiers = ["pmid", "doi", "title"] as const;
export type Tier = typeof tiers[number];

/** A gold paper as matching needs it: canonical forms, null for none. */
export interface PreparedPaper {
  readonly pmid: string;
  readonly doi: string | null;
  readonly title: string | null;
}

/** The gold of one question, in string order of the PMIDs. */
export type PreparedGold = readonly PreparedPaper[];

/** What matching reads of a candidate; identifiers as the file has them. */
export interface MatchableCandidate {
  rank?: unknown;
  pmid?: RawText;
  doi?: RawText;
  title?: RawText;
}

/** A gold paper that was found. */
export interface Match {
  /** Canonical PMID of the gold paper. */
  readonly pmid: string;
  /** Rank of the candidate that earned the credit. */
  readonly rank: number;
  readonly tier: Tier;
}

/**
 * Brings the gold of a question into the form that matching uses.
 *
 * @param gold The gold papers in any order.
 * @throws {Error} when a paper has no PMID or two have the same one.
 */
export function prepareGold(
  gold: Iterable<{ pmid?: RawText; doi?: RawText; title?: RawText }>,
): PreparedGold {
  const papers: PreparedPaper[] = [];
  const seen = new Set<string>();
  for (const paper of gold) {
    const pmid = normalizePmid(paper.pmid);
    if (pmid === null) {
      throw new Error(
        `gold paper ${seen.size + 1} has no PMID (${JSON.stringify(paper.pmid ?? null)}); ` +
          "every gold paper needs one",
      );
    }
    if (seen.has(pmid)) {
      throw new Error(`two gold papers have PMID ${JSON.stringify(pmid)}; keep one`);
    }
    seen.add(pmid);
    papers.push({ pmid, doi: normalizeDoi(paper.doi), title: normalizeTitle(paper.title) });
  }
  return papers.sort((a, b) => a.pmid < b.pmid ? -1 : 1);
}

/**
 * Finds which gold papers a ranked list holds.
 *
 * Candidates are taken in rank order. The first tier that points at a gold
 * paper decides; if that paper is already claimed there is no credit and no
 * fall through to a weaker tier. Where several gold papers share a DOI or a
 * title, the first unclaimed one in string order of the PMIDs is claimed.
 *
 * @param gold What {@linkcode prepareGold} gave.
 * @param candidates The list, in any order.
 * @returns The matches in rank order.
 * @throws {Error} when a rank is no positive integer or is there twice.
 *
 * @example
 * ```ts
 * import { matchCandidates, prepareGold } from "./match.ts";
 * const gold = prepareGold([{ pmid: "7", doi: "10.1/a" }]);
 * const [match] = matchCandidates(gold, [{ rank: 3, doi: "doi:10.1/A" }]);
 * if (match?.rank !== 3 || match.tier !== "doi") throw new Error();
 * ```
 */
export function matchCandidates(
  gold: PreparedGold,
  candidates: readonly MatchableCandidate[],
): Match[] {
  const ranked = inRankOrder(candidates);
  const index = new GoldIndex(gold);
  const matches: Match[] = [];
  for (const candidate of ranked) {
    const found = index.claim(candidate);
    if (found) matches.push({ pmid: found.pmid, rank: rankOf(candidate), tier: found.tier });
  }
  return matches;
}

/** The gold of one question by what can point at it, and what is claimed so far. */
class GoldIndex {
  readonly #byPmid = new Map<string, PreparedPaper>();
  readonly #byDoi = new Map<string, PreparedPaper[]>();
  readonly #byTitle = new Map<string, PreparedPaper[]>();
  // Normalising every candidate would be most of the cost of scoring, and
  // nearly all candidates match nothing: a fingerprint that no gold paper has
  // rules a match out without allocating a string.
  readonly #doiFingerprints = new Set<number>();
  readonly #titleFingerprints = new Set<number>();
  readonly #claimed = new Set<PreparedPaper>();

  constructor(gold: PreparedGold) {
    for (const paper of gold) {
      this.#byPmid.set(paper.pmid, paper);
      if (paper.doi !== null) {
        append(this.#byDoi, paper.doi, paper);
        this.#doiFingerprints.add(doiFingerprint(paper.doi) ?? NaN);
      }
      if (paper.title !== null) {
        append(this.#byTitle, paper.title, paper);
        this.#titleFingerprints.add(titleFingerprint(paper.title, true) ?? NaN);
      }
    }
  }

  claim(candidate: MatchableCandidate): { pmid: string; tier: Tier } | undefined {
    const pmid = normalizePmid(candidate.pmid);
    const byPmid = pmid === null ? undefined : this.#byPmid.get(pmid);
    if (byPmid) return this.#credit(byPmid, "pmid");
    const byDoi = this.#pointedAt(
      this.#byDoi,
      this.#doiFingerprints,
      candidate.doi,
      doiFingerprint,
      normalizeDoi,
    );
    if (byDoi) return this.#creditFirst(byDoi, "doi");
    const byTitle = this.#pointedAt(
      this.#byTitle,
      this.#titleFingerprints,
      candidate.title,
      titleFingerprint,
      normalizeTitle,
    );
    return byTitle && this.#creditFirst(byTitle, "title");
  }

  #pointedAt(
    papers: ReadonlyMap<string, PreparedPaper[]>,
    fingerprints: ReadonlySet<number>,
    raw: RawText,
    fingerprint: (text: string) => number | null,
    normalize: (raw: RawText) => string | null,
  ): PreparedPaper[] | undefined {
    if (raw === null || raw === undefined || papers.size === 0) return undefined;
    if (typeof raw === "string") {
      const print = fingerprint(raw);
      if (print !== null && !fingerprints.has(print)) return undefined;
    }
    const key = normalize(raw);
    return key === null ? undefined : papers.get(key);
  }

  #creditFirst(papers: PreparedPaper[], tier: Tier) {
    const unclaimed = papers.find((paper) => !this.#claimed.has(paper));
    return unclaimed && this.#credit(unclaimed, tier);
  }

  #credit(paper: PreparedPaper, tier: Tier) {
    if (this.#claimed.has(paper)) return undefined;
    this.#claimed.add(paper);
    return { pmid: paper.pmid, tier };
  }
}

function append(map: Map<string, PreparedPaper[]>, key: string, paper: PreparedPaper): void {
  const papers = map.get(key);
  if (papers) papers.push(paper);
  else map.set(key, [paper]);
}

/** The candidates by rank, checked; lists that already are in order are not copied. */
function inRankOrder(candidates: readonly MatchableCandidate[]): readonly MatchableCandidate[] {
  let ordered = true;
  let previous = 0;
  for (const candidate of candidates) {
    const rank = rankOf(candidate);
    if (rank <= previous) ordered = false;
    previous = rank;
  }
  if (ordered) return candidates;
  const sorted = candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
  for (let at = 1; at < sorted.length; at++) {
    const rank = rankOf(sorted[at]!);
    if (rank === rankOf(sorted[at - 1]!)) {
      throw new Error(`two candidates have rank ${rank}; ranks are unique in a question`);
    }
  }
  return sorted;
}

/**
 * Reads a rank: a positive integer, as a JSON number or its decimal text.
 *
 * @throws {Error} with the value when it is anything else.
 */
export function rankOf(candidate: MatchableCandidate): number {
  const { rank } = candidate;
  if (typeof rank === "number" && rank >= 1 && Number.isSafeInteger(rank)) return rank;
  if (typeof rank === "string" && /^\d{1,16}$/.test(rank)) {
    const value = Number(rank);
    if (value >= 1 && Number.isSafeInteger(value)) return value;
  }
  const given = rank === undefined ? "no rank" : `rank ${JSON.stringify(rank)}`;
  throw new Error(`a candidate has ${given}; a rank is a positive integer`);
}
