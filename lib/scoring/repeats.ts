/** Lists that name one paper several times. */
import { doiFingerprint, pmidFingerprint } from "./fingerprint.ts";
import type { MatchableCandidate } from "./gold_index.ts";
import { normalizeDoi, normalizePmid, normalizeTitle } from "./normalize.ts";
import { inRankOrder, rankOf } from "./rank.ts";
import { groupSamePapers, tellingDoi, tellingPmid } from "./same_paper.ts";
import { tiers } from "./tier.ts";

/** Kinds of identifiers that make two results one paper here. */
const kinds = ["pmid", "doi"] as const;

const canonicalOf = { pmid: normalizePmid, doi: normalizeDoi };
const tellingOf = { pmid: tellingPmid, doi: tellingDoi, title: normalizeTitle };

/**
 * Takes results that share a PMID or a DOI, directly or by way of a third one,
 * for one paper at the place of the first, with the identifiers of all. What
 * follows moves up by as many ranks as results went before it.
 *
 * @param candidates One list, in any order.
 * @returns The list itself where no paper is in it twice, which is nearly always so.
 * @throws {Error} when a rank is no positive integer or is there twice.
 */
export function collapseRepeats(
  candidates: readonly MatchableCandidate[],
): readonly MatchableCandidate[] {
  if (!mayRepeat(candidates)) return candidates;
  const ranked = inRankOrder(candidates);
  const firsts = groupSamePapers(ranked.map(({ pmid, doi }) => ({
    pmid: tellingPmid(pmid),
    doi: tellingDoi(doi),
    pmcid: null,
  })));
  const papers: MatchableCandidate[] = [];
  const paperOf = new Map<number, MatchableCandidate>();
  ranked.forEach((candidate, at) => {
    const paper = paperOf.get(firsts[at]!);
    if (paper === undefined) {
      const { pmid, doi, title } = candidate;
      const moved = { rank: rankOf(candidate) - (at - papers.length), pmid, doi, title };
      paperOf.set(at, moved);
      papers.push(moved);
    } else {
      for (const tier of tiers) {
        if (tellingOf[tier](paper[tier]) === null && tellingOf[tier](candidate[tier]) !== null) {
          paper[tier] = candidate[tier];
        }
      }
    }
  });
  return papers.length === candidates.length ? candidates : papers;
}

/** Slots of the table; lists with up to a quarter as many results are looked at quickly. */
const SLOTS = 1 << 12;
const LONGEST = SLOTS / 4;

const fingerprintOf = { pmid: pmidFingerprint, doi: doiFingerprint } as const;

const prints = new Int32Array(SLOTS);
const rounds = new Uint32Array(SLOTS);
let round = 0;

/**
 * Whether two results may share an identifier. Repeats are never missed; a
 * million results are compared by numbers, since comparing their texts costs
 * as much as matching them.
 */
function mayRepeat(candidates: readonly MatchableCandidate[]): boolean {
  if (candidates.length > LONGEST) return true;
  round = (round + 1) >>> 0;
  if (round === 0) {
    rounds.fill(0);
    round = 1;
  }
  for (const candidate of candidates) {
    for (const kind of kinds) {
      const raw = candidate[kind];
      if (raw === null || raw === undefined) continue;
      let print = typeof raw === "string" ? fingerprintOf[kind](raw) : null;
      if (print === null) {
        const key = canonicalOf[kind](raw);
        if (key === null) continue;
        print = fingerprintOf[kind](key);
        if (print === null) return true;
      }
      // Identifiers of the two kinds are kept apart.
      if (wasSeen(kind === "doi" ? ~print : print)) return true;
    }
  }
  return false;
}

/** Whether a number is in the table of this round; puts it there. */
function wasSeen(print: number): boolean {
  // Spread the bits (Fibonacci hashing): neighbouring PMIDs differ in the low ones.
  let slot = Math.imul(print, 0x9e3779b1) >>> 20;
  while (rounds[slot] === round) {
    if (prints[slot] === print) return true;
    slot = (slot + 1) & (SLOTS - 1);
  }
  rounds[slot] = round;
  prints[slot] = print;
  return false;
}
