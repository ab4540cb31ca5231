import { assertEquals } from "@std/assert";
import vectors from "../fixtures/normalize.json" with { type: "json" };
import { normalizeDoi, normalizePmid, normalizeTitle } from "../../lib/scoring/normalize.ts";

const byKind = { title: normalizeTitle, doi: normalizeDoi, pmid: normalizePmid };

for (const [kind, normalize] of Object.entries(byKind)) {
  Deno.test(`every ${kind} of the published scorer's vectors comes out the same`, () => {
    const wanted = vectors.filter((each) => each.kind === kind);
    assertEquals(wanted.length > 100, true);
    for (const { input, output } of wanted) {
      assertEquals(normalize(input), output, `${kind} ${JSON.stringify(input)}`);
    }
  });
}
