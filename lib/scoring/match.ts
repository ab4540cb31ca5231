/**
 * Which candidate earns credit for which gold paper: the three-tier matching
 * of the published scorer (PMID, then DOI, then exact normalised title; one
 * credit per gold paper).
 */
import { GoldIndex, type MatchableCandidate } from "./gold_index.ts";
import type { PreparedGold } from "./prepared_gold.ts";
import { inRankOrder, rankOf } from "./rank.ts";
import { type Tier, tiers } from "./tier.ts";

/** A gold paper that was found. */
export interface Match {
  /** Canonical PMID of the gold paper. */
  readonly pmid: string;
  /** Rank of the candidate that earned the credit. */
  readonly rank: number;
  readonly tier: Tier;
}

/** A candidate that points at a gold paper, whether that paper is still free or not. */
export interface Pointer<C extends MatchableCandidate = MatchableCandidate> {
  readonly candidate: C;
  /** The first tier that points at a gold paper; it decides. */
  readonly tier: Tier;
}

/** Options of {@linkcode matchCandidates}. */
export interface MatchOptions<C extends MatchableCandidate = MatchableCandidate> {
  /** The tiers that count, from the strongest to the weakest. @default tiers */
  tiers?: readonly Tier[];
  /** Receives each candidate that points at a gold paper, in rank order. */
  pointers?: Pointer<C>[] | undefined;
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
 * @param options Fewer tiers, or a list that receives the candidates that point at gold.
 * @returns The matches in rank order.
 * @throws {Error} when a rank is no positive integer or is there twice.
 *
 * @example
 * ```ts
 * import { matchCandidates } from "./match.ts";
 * import { prepareGold } from "./prepared_gold.ts";
 * const gold = prepareGold([{ pmid: "7", doi: "10.1/a" }]);
 * const [match] = matchCandidates(gold, [{ rank: 3, doi: "doi:10.1/A" }]);
 * if (match?.rank !== 3 || match.tier !== "doi") throw new Error();
 * ```
 */
export function matchCandidates<C extends MatchableCandidate>(
  gold: PreparedGold,
  candidates: readonly C[],
  { tiers: allowed = tiers, pointers }: MatchOptions<C> = {},
): Match[] {
  const ranked = inRankOrder(candidates);
  const index = new GoldIndex(gold, allowed);
  const matches: Match[] = [];
  for (const candidate of ranked) {
    const found = index.claim(candidate);
    if (found === undefined) continue;
    const { pmid, tier } = found;
    pointers?.push({ candidate, tier });
    if (pmid !== null) matches.push({ pmid, rank: rankOf(candidate), tier });
  }
  return matches;
}
