/**
 * The year in which PubMed says that a paper appeared. PubMed has several
 * dates, and they differ around new year and for slow print: PMID 23260561 was
 * online on 2012 Dec 21 and in the issue of 2013 Feb; PMID 26582886 on 2014
 * Oct 23 and 2015 Dec. Which one counts decides whether such a paper is later
 * than a cutoff, so it is a setting (`--year-field`).
 */

/** The dates of one esummary record, as PubMed writes them; empty where it has none. */
export interface PublicationDates {
  /** Date of the issue: `2013 Feb`, `2013 Winter`, `1998 Dec-1999 Jan`. */
  pubdate: string;
  /** Date of electronic publication. */
  epubdate: string;
  /** The date in the form `2013/02/01 00:00`. */
  sortpubdate: string;
}

/** Which date counts. */
export type YearField = "pubdate" | "epubdate" | "earliest";

/** Every value of `--year-field`. */
export const YEAR_FIELDS: readonly YearField[] = [
  "pubdate",
  "epubdate",
  "earliest",
];

/**
 * The publication year under a rule. `pubdate` is the year, else that
 * of `sortpubdate`, else of `epubdate`; `epubdate` is the year of electronic
 * publication, else the issue's; `earliest` is the smallest of all.
 *
 * @returns The year, or null where no date has one.
 */
export function publicationYear(
  dates: PublicationDates,
  field: YearField,
): number | null {
  const pubdate = yearOf(dates.pubdate);
  const epubdate = yearOf(dates.epubdate);
  const sorted = yearOf(dates.sortpubdate);
  switch (field) {
    case "pubdate":
      return pubdate ?? sorted ?? epubdate;
    case "epubdate":
      return epubdate ?? pubdate ?? sorted;
    case "earliest": {
      const years = [pubdate, epubdate, sorted].filter((year) => year !== null);
      return years.length === 0 ? null : Math.min(...years);
    }
  }
}

/** The first group of exactly four digits that reads as a year, 1000 to 2999. */
function yearOf(date: string): number | null {
  const year = /(?<!\d)[12]\d{3}(?!\d)/.exec(date)?.[0];
  return year === undefined ? null : Number(year);
}
