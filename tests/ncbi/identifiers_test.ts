import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { pmcidNumber, pmidNumber } from "../../lib/ncbi/identifiers.ts";
import { IdSet } from "../../lib/ncbi/id_set.ts";
import { IdValues } from "../../lib/ncbi/id_values.ts";

Deno.test("a PMCID is PMC and digits; case, outer space, leading zeros and a version do not matter", () => {
  for (const text of ["PMC3531190", "pmc3531190", " PMC3531190\n", "PMC3531190.1", "PMC03531190"]) {
    assertEquals(pmcidNumber(text), 3531190, text);
  }
});

Deno.test("what is no PMCID gives none: bare digits might be a PMID", () => {
  const none = ["3531190", "PMC", "PMC0", "PMC12a", "PMC 12", "PMID12", "", "PMC12345678901"];
  for (const value of [...none, null, undefined, 3531190, {}]) {
    assertEquals(pmcidNumber(value), null, String(value));
  }
});

Deno.test("a PMID has one to eight digits; number, text and PubMed URL are the same", () => {
  for (const value of [23193287, "23193287", "0023193287", " 23193287 "]) {
    assertEquals(pmidNumber(value), 23193287);
  }
  assertEquals(pmidNumber("https://pubmed.ncbi.nlm.nih.gov/23193287/"), 23193287);
  for (const value of ["123456789", "0", "", "12x", -5, 1.5, NaN, null, undefined, {}]) {
    assertEquals(pmidNumber(value), null, String(value));
  }
});

Deno.test("a set of ids holds what was added, once, in ascending order", () => {
  fc.assert(fc.property(
    fc.array(fc.oneof(
      fc.integer({ min: 0, max: 5000 }),
      fc.nat(),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    )),
    (added) => {
      const set = new IdSet();
      for (const id of added) set.add(id);
      const plain = new Set(added);
      assertEquals([...set], [...plain].sort((a, b) => a - b));
      assertEquals(set.size, plain.size);
    },
  ));
});

Deno.test("the place of an id is its place in ascending order, also after more were added", () => {
  const id = fc.oneof(
    fc.integer({ min: 0, max: 9000 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  );
  fc.assert(fc.property(fc.array(id), fc.array(id), fc.array(id), (first, second, asked) => {
    const set = new IdSet();
    const plain = new Set<number>();
    for (const added of [first, second]) {
      for (const each of added) {
        set.add(each);
        plain.add(each);
      }
      const ordered = [...plain].sort((a, b) => a - b);
      for (const each of [...plain, ...asked]) {
        assertEquals(set.placeOf(each), ordered.indexOf(each));
      }
    }
  }));
});

Deno.test("values by id come back, and null for ids without one", () => {
  const id = fc.oneof(
    fc.integer({ min: 0, max: 9000 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  );
  fc.assert(fc.property(
    fc.array(fc.tuple(id, fc.integer({ min: 0, max: 2 ** 32 - 1 }))),
    fc.array(id),
    (entries, asked) => {
      const plain = new Map(entries);
      const ids = new IdSet();
      for (const each of plain.keys()) ids.add(each);
      const values = new IdValues(ids, Uint32Array, (each) => plain.get(each)!);
      for (const each of [...asked, ...plain.keys()]) {
        assertEquals(values.get(each), plain.get(each) || null);
      }
    },
  ));
});

Deno.test("values are refused once ids were added to their set: the places have moved", () => {
  const ids = new IdSet();
  ids.add(7);
  const values = new IdValues(ids, Uint16Array, () => 2001);
  assertEquals(values.get(7), 2001);
  ids.add(3);
  assertThrows(() => values.get(7), Error, "ids were added");
});
