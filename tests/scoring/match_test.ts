import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import vectors from "../fixtures/match.json" with { type: "json" };
import { goldFingerprints, mayMatch } from "../../lib/scoring/fingerprint.ts";
import type { MatchableCandidate } from "../../lib/scoring/gold_index.ts";
import { matchCandidates } from "../../lib/scoring/match.ts";
import { prepareGold } from "../../lib/scoring/prepared_gold.ts";
import { normalizeDoi, normalizePmid, normalizeTitle } from "../../lib/scoring/normalize.ts";
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
      const { name, message } = assertThrows(run, Error);
      assertEquals([name, /no PMID|have PMID|have rank|a candidate has/.test(message)], [
        "Error",
        true,
      ]);
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
  // Long enough for both ends, plain or not, to be told apart from the middle.
  fc.tuple(
    fc.constantFrom("", "ﬁ", "é", "e\u0301", "β-", "plain start of it "),
    fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
    fc.constantFrom("", "ﬁ", "é", "Σ", " plain end of it", "\u0301"),
  ).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(...titles.map((each) => String(each.input))),
  fc.string({
    unit: fc.constantFrom("a", "B", "é", "e\u0301", " ", "\x1c", "-", "$", "\0", "ﬁ", "\ufeff"),
  }),
);

for (
  const [tier, normalize, texts] of [
    ["title", normalizeTitle, wildText],
    ["doi", normalizeDoi, wildText.map((text) => `10.1/${text}`)],
    ["pmid", normalizePmid, fc.oneof(wildText, fc.nat().map(String))],
  ] as const
) {
  Deno.test(`a fingerprint never rules out a ${tier} that matches`, () => {
    // Another spelling of the same: the normal form, or the text in capitals.
    const spellings = (
      text: string,
    ) => [text, text.toUpperCase(), `  ${text} `, normalize(text) ?? ""];
    fc.assert(
      fc.property(texts, (text) => {
        for (const gold of spellings(text)) {
          for (const candidate of spellings(text)) {
            if (normalize(candidate) === null || normalize(candidate) !== normalize(gold)) continue;
            // Matching compares with gold PMIDs in canonical form.
            const prints = goldFingerprints(tier, tier === "pmid" ? normalize(gold)! : gold);
            const ruledOut = !mayMatch[tier](candidate, (print) => prints.includes(print));
            assertEquals(ruledOut, false, `${gold} | ${candidate}`);
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });
}

Deno.test("a PMID matches itself, however odd", () => {
  fc.assert(
    fc.property(fc.oneof(wildText, fc.constant("0 5")), (pmid) => {
      const normal = normalizePmid(pmid);
      if (normal === null) return;
      const found = matchCandidates(prepareGold([{ pmid }]), [{ rank: 1, pmid }]);
      assertEquals(found, [{ pmid: normal, rank: 1, tier: "pmid" }]);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("the canonical form of a PMID is not made canonical again", () => {
  // "0 5" is " 5" without its zeros, which is not "5".
  assertEquals(matchCandidates(prepareGold([{ pmid: "0 5" }]), [{ rank: 1, pmid: "5" }]), []);
});
