/** The matches of many questions, packed. */
import type { Match } from "./match.ts";
import { PackedLists } from "./packed_lists.ts";
import { tiers } from "./tier.ts";

/** Makes an empty collection of matches by question. */
export function packedMatches(): PackedLists<Match> {
  return new PackedLists<Match>({
    width: 3,
    pack: ({ pmid, rank, tier }) => [pmid, rank, tiers.indexOf(tier)],
    unpack: (cells, place) => ({
      pmid: cells[place] as string,
      rank: cells[place + 1] as number,
      tier: tiers[cells[place + 2] as number]!,
    }),
  });
}
