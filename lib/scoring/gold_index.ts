/** The gold of one question, ready to be pointed at by candidates. */
import { candidateFingerprints, goldFingerprints, mayMatch } from "./fingerprint.ts";
import { GoldFilter } from "./gold_filter.ts";
import { normalizeDoi, normalizePmid, normalizeTitle, type RawText } from "./normalize.ts";
import type { PreparedGold } from "./prepared_gold.ts";
import type { Tier } from "./tier.ts";

/** What matching reads of a candidate; identifiers as the file has them. */
export interface MatchableCandidate {
  rank?: unknown;
  pmid?: RawText;
  doi?: RawText;
  title?: RawText;
}

/** One for all questions: matching is synchronous, and a filter for each would cost more than it saves. */
const filter = new GoldFilter();
const mayHave = (fingerprint: number) => filter.mayHave(fingerprint);

/** From this many gold papers on, a map of them is made; below, each is looked at. */
const MANY = 64;

/** The gold of one question, and what of it is claimed so far. */
export class GoldIndex {
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
