import { assertEquals } from "@std/assert";
import { publicationYear, type YearField } from "../../lib/ncbi/publication_year.ts";

function years(dates: { pubdate?: string; epubdate?: string; sortpubdate?: string }) {
  const full = { pubdate: "", epubdate: "", sortpubdate: "", ...dates };
  const fields: YearField[] = ["pubdate", "epubdate", "earliest"];
  return fields.map((field) => publicationYear(full, field));
}

Deno.test("which date counts decides for papers around new year and for slow print", () => {
  // providers.md 12: PMID 23260561 and PMID 26582886.
  const newYear = {
    pubdate: "2013 Feb",
    epubdate: "2012 Dec 21",
    sortpubdate: "2013/02/01 00:00",
  };
  assertEquals(years(newYear), [2013, 2012, 2012]);
  const slowPrint = {
    pubdate: "2015 Dec",
    epubdate: "2014 Oct 23",
    sortpubdate: "2015/12/01 00:00",
  };
  assertEquals(years(slowPrint), [2015, 2014, 2014]);
});

Deno.test("every form of pubdate gives its first year", () => {
  const forms: [string, number | null][] = [
    ["2010", 2010],
    ["2010 Jun", 2010],
    ["2010 Jun 5", 2010],
    ["2013 Winter", 2013],
    ["1998 Dec-1999 Jan", 1998],
    ["2010 May-Jun", 2010],
    ["Winter 2013", 2013],
    ["1998-1999", 1998],
    ["", null],
    ["no date", null],
    ["12345", null],
  ];
  for (const [pubdate, year] of forms) {
    assertEquals(years({ pubdate })[0], year, pubdate);
  }
});

Deno.test("a date that is absent is replaced by the next one", () => {
  assertEquals(years({ epubdate: "2012 Dec" }), [2012, 2012, 2012]);
  assertEquals(years({ sortpubdate: "2011/01/01 00:00" }), [2011, 2011, 2011]);
  assertEquals(years({ sortpubdate: "2011/01/01 00:00", epubdate: "2012 Dec" }), [
    2011,
    2012,
    2011,
  ]);
  assertEquals(years({ pubdate: "2013" }), [2013, 2013, 2013]);
  assertEquals(years({}), [null, null, null]);
});
