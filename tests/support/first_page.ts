import type { PageContext } from "../../lib/providers/page.ts";

/** What the first page of a question is asked with, where a test does not care. */
export const FIRST_PAGE: PageContext = {
  query: "q",
  maxYear: null,
  page: 0,
  cursor: null,
  collected: 0,
  lastRank: 0,
  settings: {},
};
