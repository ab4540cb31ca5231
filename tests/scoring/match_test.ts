import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import vectors from "../fixtures/match.json" with { type: "json" };
import { doiFingerprint, titleFingerprint } from "../../lib/scoring/fingerprint.ts";
import { type MatchableCandidate, matchCandidates, prepareGold } from "../../lib/scoring/match.ts";
import { normalizeDoi, normalizeTitle } from "../../lib/scoring/normalize.ts";
import titles from "../fixtures/normalize.json" with { type: "json" };

interface Vector {
  note?: string;
  gold: MatchableCandidate[];
  candidates: MatchableCandidate[];
  matches?: Record<string, { rank: number; tier: string }>;
  error?: string;
}

Deno.test("every matching vector of the published scorer comes out the same", () => {
  for (const [at, vector] of (vectors as unknown as Vector[]).entries()) {
    const run = () => matchCandidates(prepareGold(vector.gold), vector.candidates);
    if (vector.error) {
      assertThrows(run, Error, undefined);
      continue;
    }
    const found = Object.fromEntries(run().map(({ pmid, rank, tier }) => [pmid, { rank, tier }]));
    assertEquals(found, vector.matches as typeof found, `vector ${at} ${vector.note ?? ""}`);
  }
});

for (
  const [rank, message] of [
    [0, "rank 0"],
    ["x", 'rank "x"'],
    [undefined, "no rank"],
    [null, "rank null"],
    [1.5, "rank 1.5"],
    [2 ** 53, "rank 9007199254740992"],
    [" 1", 'rank " 1"'],
    [true, "rank true"],
  ] as const
) {
  Deno.test(`a candidate with ${message} is refused with the value`, () => {
    assertThrows(
      () => matchCandidates(prepareGold([{ pmid: "1" }]), [{ rank, pmid: "1" }]),
      Error,
      message,
    );
  });
}

const wildText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(...titles.map((each) => String(each.input))),
  fc.string({
    unit: fc.constantFrom("a", "B", "é", "e\u0301", " ", "\x1c", "-", "$", "\0", "ﬁ", "\ufeff"),
  }),
);

Deno.test("a fingerprint never rules out a title that matches", () => {
  fc.assert(
    fc.property(wildText, (text) => {
      const print = titleFingerprint(text);
      const normal = normalizeTitle(text);
      if (print === null || normal === null) return;
      assertEquals(titleFingerprint(normal, true), print);
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("a fingerprint never rules out a DOI that matches", () => {
  fc.assert(
    fc.property(wildText.map((text) => `10.1/${text}`), (text) => {
      const print = doiFingerprint(text);
      const normal = normalizeDoi(text);
      if (print === null || normal === null) return;
      assertEquals(doiFingerprint(normal), print);
    }),
    { numRuns: 5_000 },
  );
});
