/** What would have been found with weaker matching, or if no paper stood twice in a list. */
import type { MatchableCandidate } from "./gold_index.ts";
import { type Match, matchCandidates, type Pointer } from "./match.ts";
import { packedMatches } from "./packed_matches.ts";
import type { PreparedGold } from "./prepared_gold.ts";
import { collapseRepeats } from "./repeats.ts";
import { type Tier, tiers } from "./tier.ts";

/** One way to match. */
export interface MatchVariant {
  /** The tiers that count. */
  readonly tiers: readonly Tier[];
  /** Whether results that share a PMID or DOI are taken for one. */
  readonly collapseRepeats: boolean;
}

/** The variants that are compared; the third is the benchmark's own way. */
export const matchVariants: readonly MatchVariant[] = [false, true].flatMap((collapseRepeats) =>
  [1, 2, 3].map((count) => ({ tiers: tiers.slice(0, count), collapseRepeats }))
);

/**
 * Gathers the matches of all variants while a run is read. Only what differs
 * from the ordinary matches is kept: most lists have no repeated paper and
 * find everything by PMID.
 */
export class SensitivityCollector {
  readonly #differing = matchVariants.map(packedMatches);

  /**
   * Takes the list of one question.
   *
   * @param position Of the question.
   * @param candidates The whole list.
   * @param pointers Of the ordinary matching, from which weaker tiers can be told.
   */
  add(
    position: number,
    gold: PreparedGold,
    candidates: readonly MatchableCandidate[],
    pointers: readonly Pointer[],
  ): void {
    const collapsed = collapseRepeats(candidates);
    const allByPmid = pointers.every(({ tier }) => tier === "pmid");
    const pointing = pointers.map(({ candidate }) => candidate);
    matchVariants.forEach((variant, at) => {
      const { tiers: allowed, collapseRepeats } = variant;
      const repeats = collapseRepeats && collapsed !== candidates;
      if (!repeats && (allByPmid || allowed.length === tiers.length)) return;
      // No other candidate matches by any tier.
      const list = repeats ? collapsed : pointing;
      this.#differing[at]!.set(position, matchCandidates(gold, list, { tiers: allowed }));
    });
  }

  /**
   * The matches of one variant where they may differ from the ordinary ones; else undefined.
   *
   * @param variant Its place in {@linkcode matchVariants}.
   * @param position Of the question.
   */
  matches(variant: number, position: number): readonly Match[] | undefined {
    return this.#differing[variant]!.at(position);
  }
}
