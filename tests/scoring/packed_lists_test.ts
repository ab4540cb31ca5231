import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { packedGold } from "../../lib/scoring/packed_gold.ts";
import { PackedLists } from "../../lib/scoring/packed_lists.ts";
import { packedMatches } from "../../lib/scoring/packed_matches.ts";
import { tiers } from "../../lib/scoring/tier.ts";

/** Any text, lone surrogates and control characters included. */
const wildText = fc.string({ unit: "binary" }).chain((text) =>
  fc.constantFrom(text, `${text}\ud800`, `\udc00${text}`)
);
const maybeText = fc.option(wildText, { nil: null });

Deno.test("gold papers come back as they were, whatever their text and the order they were kept in", () => {
  const papers = fc.array(fc.record({ pmid: wildText, doi: maybeText, title: maybeText }));
  fc.assert(fc.property(
    fc.uniqueArray(fc.tuple(fc.nat(40), papers), { selector: ([position]) => position }),
    (lists) => {
      const gold = packedGold();
      for (const [position, list] of lists) gold.set(position, list);
      const kept = new Map(lists);
      for (let position = 0; position <= 41; position++) {
        assertEquals(gold.at(position), kept.get(position));
        assertEquals(gold.has(position), kept.has(position));
      }
    },
  ));
});

Deno.test("matches come back as they were, the deepest rank included", () => {
  fc.assert(fc.property(
    fc.array(fc.record({
      pmid: wildText,
      rank: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      tier: fc.constantFrom(...tiers),
    })),
    (list) => {
      const matches = packedMatches();
      matches.set(7, list);
      assertEquals([matches.at(7), matches.at(6), matches.at(8)], [list, undefined, undefined]);
    },
  ));
});

Deno.test("lists larger than a block, and lists over many blocks, are kept whole", () => {
  const texts = new PackedLists<string>({
    width: 1,
    pack: (text) => [text],
    unpack: (cells, place) => cells[place] as string,
  });
  const list = (position: number) => [`${position}:`.padEnd(700_000 * (1 + position % 3), "β")];
  for (const position of [4, 0, 2, 1, 3]) texts.set(position, list(position));
  for (const position of [0, 1, 2, 3, 4]) assertEquals(texts.at(position), list(position));
});
