/** The gold papers of many questions, packed. */
import { PackedLists } from "./packed_lists.ts";
import type { PreparedPaper } from "./prepared_gold.ts";

/** Makes an empty collection of gold papers by question. */
export function packedGold(): PackedLists<PreparedPaper> {
  return new PackedLists<PreparedPaper>({
    width: 3,
    pack: ({ pmid, doi, title }) => [pmid, doi, title],
    unpack: (cells, place) => ({
      pmid: cells[place] as string,
      doi: cells[place + 1] as string | null,
      title: cells[place + 2] as string | null,
    }),
  });
}
