/** Titles as other systems print them, made comparable. */
import { decodeHTML } from "entities";

/** Formatting tags that occur in bibliographic titles. */
const TAGS = /<\/?(?:i|b|u|em|strong|sub|sup|scp|sc|small|italic|bold)\s*>/gi;

/** Names that sites append to a page's title. */
const SITE_TAIL =
  /\s+[-–—|]\s+(?:PubMed(?: Central)?|PMC|NCBI|NIH|Europe PMC|Nature(?: [A-Z][A-Za-z ]+)?|ScienceDirect|SpringerLink|Springer|Wiley Online Library|PLOS(?: [A-Z][A-Za-z ]+)?|Frontiers|Oxford Academic|BMJ|bioRxiv|medRxiv)\s*$/;

/** Longer texts are no titles and stay as they are, in characters. */
const LONGEST_TITLE = 5000;

/** Decodes HTML entities and removes formatting tags, e.g. `&lt;i&gt;TP53&lt;/i&gt;` → `TP53`. */
export function plainTitle(title: string): string {
  return title.length > LONGEST_TITLE ? title : decodeHTML(title).replace(TAGS, "");
}

/** A web page's title as a paper's: plain, and without the names of sites at its end. */
export function pageTitle(title: string): string {
  if (title.length > LONGEST_TITLE) return title;
  let cleaned = plainTitle(title).trim();
  for (let before = ""; before !== cleaned;) {
    before = cleaned;
    cleaned = cleaned.replace(SITE_TAIL, "");
  }
  return cleaned;
}
