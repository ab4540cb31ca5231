/**
 * Which candidate earns credit for which gold paper: the three-tier matching
 * of the published scorer (PMID, then DOI, then exact normalised title; one
 * credit per gold paper).
 */
import { candidateFingerprints, goldFingerprints, mayMatch } from "./fingerprint.ts";
import { GoldFilter } from "./gold_filter.ts";
import { normalizeDoi, normalizePmid, normalizeTitle, type RawText } from "./normalize.ts";
import { inRankOrder, rankOf } from "./rank.ts";
import { shown } from "./shown.ts";
import { type Tier, tiers } from "./tier.ts";

/** A gold paper as matching needs it. */
export interface PreparedPaper {
  /** Canonical form. */
  readonly pmid: string;
  /** As the file has it, like the title: most are never compared in full. */
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
        `gold paper ${seen.size + 1} has no PMID (${shown(paper.pmid ?? null)}); ` +
          "every gold paper needs one",
      );
    }
    if (seen.has(pmid)) {
      throw new Error(`two gold papers have PMID ${shown(pmid)}; keep one`);
    }
    seen.add(pmid);
    papers.push({ pmid, doi: textOf(paper.doi), title: textOf(paper.title) });
  }
  return papers.sort((a, b) => a.pmid < b.pmid ? -1 : 1);
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
 * import { matchCandidates, prepareGold } from "./match.ts";
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

function textOf(raw: RawText): string | null {
  return raw === null || raw === undefined ? null : String(raw);
}

/** One for all questions: matching is synchronous, and a filter for each would cost more than it saves. */
const filter = new GoldFilter();
const mayHave = (fingerprint: number) => filter.mayHave(fingerprint);

/** From this many gold papers on, a map of them is made; below, each is looked at. */
const MANY = 64;

/** The gold of one question, and what of it is claimed so far. */
class GoldIndex {
  readonly #gold: PreparedGold;
  readonly #tiers: readonly Tier[];
  readonly #claimed: boolean[];
  /** Fingerprints by paper and tier. */
  readonly #prints: Partial<Record<Tier, readonly number[]>>[] = [];
  /** Positions of the gold papers by canonical key, the first unclaimed one last; made when first needed. */
  readonly #byKey: Partial<Record<Tier, Map<string, number[]>>> = {};

  constructor(gold: PreparedGold, allowed: readonly Tier[]) {
    this.#gold = gold;
    this.#tiers = allowed;
    this.#claimed = new Array(gold.length).fill(false);
    filter.reset();
    for (const paper of gold) {
      const byTier: Partial<Record<Tier, readonly number[]>> = {};
      for (const tier of allowed) {
        const text = paper[tier];
        if (text === null) continue;
        const prints = byTier[tier] = goldFingerprints(tier, text);
        for (const print of prints) filter.add(print);
      }
      this.#prints.push(byTier);
    }
  }

  /** What a candidate points at, if anything: the PMID that it earns, null where that is taken. */
  claim(candidate: MatchableCandidate): { pmid: string | null; tier: Tier } | undefined {
    for (const tier of this.#tiers) {
      const raw = candidate[tier];
      // What no gold paper can have is ruled out by its fingerprint; the rest,
      // false alarms among it, is compared in full.
      if (raw === null || raw === undefined) continue;
      if (typeof raw === "string" && !mayMatch[tier](raw, mayHave)) continue;
      const key = canonicalOf[tier](raw);
      const pointedAt = key === null ? undefined : this.#pointedAt(tier, key, raw);
      if (pointedAt) return { pmid: this.#creditFirst(pointedAt), tier };
    }
    return undefined;
  }

  /** Positions of the papers that share a key, the first one last; undefined for none. */
  #pointedAt(tier: Tier, key: string, raw: RawText): number[] | undefined {
    if (this.#gold.length >= MANY) return this.#papersBy(tier).get(key);
    const wanted = typeof raw === "string" ? candidateFingerprints(tier, raw) : [];
    const found: number[] = [];
    for (let at = this.#gold.length - 1; at >= 0; at--) {
      const prints = this.#prints[at]![tier];
      if (
        prints && wanted.every((print) => prints.includes(print)) && this.#key(tier, at) === key
      ) {
        found.push(at);
      }
    }
    return found.length === 0 ? undefined : found;
  }

  /** The canonical key of a paper. A PMID is canonical already, and doing it twice may change it ("0 5"). */
  #key(tier: Tier, at: number): string | null {
    const paper = this.#gold[at]!;
    return tier === "pmid" ? paper.pmid : canonicalOf[tier](paper[tier]);
  }

  #papersBy(tier: Tier): ReadonlyMap<string, number[]> {
    const known = this.#byKey[tier];
    if (known) return known;
    const papers = this.#byKey[tier] = new Map<string, number[]>();
    // From the last one, so that the next to be claimed can be popped.
    for (let at = this.#gold.length - 1; at >= 0; at--) {
      const key = this.#key(tier, at);
      if (key === null) continue;
      const positions = papers.get(key);
      if (positions) positions.push(at);
      else papers.set(key, [at]);
    }
    return papers;
  }

  #creditFirst(positions: number[]): string | null {
    // Another tier may have claimed some of them.
    while (positions.length > 0) {
      const at = positions.pop()!;
      if (this.#claimed[at]) continue;
      this.#claimed[at] = true;
      return this.#gold[at]!.pmid;
    }
    return null;
  }
}

const canonicalOf: Record<Tier, (raw: RawText) => string | null> = {
  pmid: normalizePmid,
  doi: normalizeDoi,
  title: normalizeTitle,
};
