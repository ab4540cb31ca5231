/** Wild bodies: whatever a service sends, its reader gives a verdict and never an id that was not there. */
import { assert } from "@std/assert";
import fc from "fast-check";
import { readEsummary } from "../../lib/ncbi/esummary.ts";
import { readIdconv } from "../../lib/ncbi/idconv.ts";
import { publicationYear, YEAR_FIELDS } from "../../lib/ncbi/publication_year.ts";

/** FUZZ_RUNS=50000 for a long one. */
const numRuns = Number(Deno.env.get("FUZZ_RUNS") ?? 1000);
const KINDS = new Set(["answer", "refused", "retry", "stop"]);
const status = fc.constantFrom(200, 200, 200, 204, 301, 400, 403, 404, 414, 422, 429, 500, 503);

const id = fc.oneof(
  fc.constantFrom("PMC1", "PMC2.1", "pmc3", "1", "", "PMC0", "PMC99999999999999999999"),
  fc.string(),
  fc.integer(),
  fc.constant(null),
);
const idconvBody = fc.record({
  status: fc.constantFrom("ok", "error", 1),
  message: fc.anything(),
  errors: fc.anything(),
  records: fc.oneof(
    fc.array(fc.oneof(
      fc.record({
        "requested-id": id,
        pmcid: id,
        pmid: fc.oneof(id, fc.double()),
        status: id,
        errmsg: fc.string(),
      }, { requiredKeys: [] }),
      fc.anything(),
    )),
    fc.anything(),
  ),
}, { requiredKeys: [] });
const esummaryBody = fc.record({
  header: fc.anything(),
  error: fc.oneof(fc.constantFrom("API rate limit exceeded", "Invalid uid", ""), fc.anything()),
  result: fc.oneof(
    fc.dictionary(
      fc.oneof(fc.constantFrom("uids", "11", "__proto__", "012", "123456789"), fc.string()),
      fc.oneof(
        fc.record({
          uid: id,
          pubdate: fc.oneof(fc.constantFrom("2013 Feb", "1998 Dec-1999 Jan"), fc.anything()),
          epubdate: fc.anything(),
          sortpubdate: fc.string(),
          error: fc.anything(),
        }, { requiredKeys: [] }),
        fc.anything(),
      ),
    ),
    fc.anything(),
  ),
}, { requiredKeys: [] });

/** A body as text: whole, cut somewhere, or with one character changed. */
function spoiled(body: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.tuple(body, fc.nat(), fc.constantFrom("whole", "whole", "cut", "changed"), fc.string())
    .map(([value, at, how, insert]) => {
      const text = JSON.stringify(value, (_key, each) => typeof each === "bigint" ? 1 : each) ?? "";
      const place = at % (text.length + 1);
      if (how === "cut") return text.slice(0, place);
      return how === "changed" ? text.slice(0, place) + insert + text.slice(place + 1) : text;
    });
}

Deno.test("any body of the ID Converter is read into canonical ids or another verdict", () => {
  fc.assert(
    fc.property(status, spoiled(idconvBody), (code, text) => {
      const verdict = readIdconv({ status: code, headers: new Headers(), text });
      assert(KINDS.has(verdict.kind));
      if (verdict.kind !== "answer") {
        assert(!/[\r\n]/.test(verdict.message) && verdict.message.length < 400);
        return;
      }
      for (const [pmcid, pmid] of verdict.value) {
        assert(Number.isSafeInteger(pmcid) && pmcid > 0);
        assert(pmid === null || (Number.isInteger(pmid) && pmid > 0 && pmid < 1e8));
        assert((pmid === null || text.includes(String(pmid))) && text.includes(String(pmcid)));
      }
    }),
    { numRuns },
  );
});

Deno.test("any body of esummary is read into dates or another verdict", () => {
  fc.assert(
    fc.property(status, spoiled(esummaryBody), (code, text) => {
      const verdict = readEsummary({ status: code, headers: new Headers(), text });
      assert(KINDS.has(verdict.kind));
      if (verdict.kind !== "answer") {
        assert(!/[\r\n]/.test(verdict.message) && verdict.message.length < 400);
        return;
      }
      for (const [pmid, dates] of verdict.value) {
        assert(Number.isInteger(pmid) && pmid > 0 && pmid < 1e8);
        for (const field of YEAR_FIELDS) {
          const year = dates && publicationYear(dates, field);
          assert(year === null || (year >= 1000 && year < 3000));
        }
      }
    }),
    { numRuns },
  );
});
