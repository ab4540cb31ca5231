/**
 * Canonical forms of identifiers and titles, equal to those of the published
 * Python scorer (Python 3.11): its `str.strip`, `str.lower` and `\s` differ
 * from JavaScript's in the white space they know.
 */

/** What Python's `str.isspace` counts as white space: U+001C–001F and U+0085 too, U+FEFF not. */
const SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const OUTER_SPACE = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu");
const SPACES = new RegExp(`[${SPACE}]+`, "gu");
const PUNCTUATION = /\p{P}/gu;
const PUBMED_URL = new RegExp(
  `^https?://pubmed\\.ncbi\\.nlm\\.nih\\.gov/(\\p{Nd}+)/?(?:[?#].*)?$`,
  "iu",
);
const DOI_PREFIXES = [
  "https://doi.org/",
  "http://doi.org/",
  "https://dx.doi.org/",
  "http://dx.doi.org/",
  "doi:",
];

/** An identifier or title as a file may hold it. */
export type RawText = string | number | null | undefined;

/** Removes white space at both ends as Python's `str.strip` does. */
function strip(text: string): string {
  return text.replace(OUTER_SPACE, "");
}

/**
 * Brings a PMID to its canonical form: trimmed, taken out of a
 * pubmed.ncbi.nlm.nih.gov URL, without leading zeros.
 *
 * @returns The PMID, or null for none: absent, empty or only zeros.
 *
 * @example
 * ```ts
 * import { normalizePmid } from "./normalize.ts";
 * if (normalizePmid("https://pubmed.ncbi.nlm.nih.gov/00123/") !== "123") throw new Error();
 * ```
 */
export function normalizePmid(raw: RawText): string | null {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === "string" && isPlainNumber(raw)) return raw;
  const text = strip(String(raw));
  const digits = PUBMED_URL.exec(text)?.[1] ?? text;
  return digits.replace(/^0+/, "") || null;
}

/** A quick way out for what nearly all PMIDs are: ASCII digits, the first not 0. */
function isPlainNumber(text: string): boolean {
  if (text.length === 0 || text.charCodeAt(0) === 48) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/**
 * Brings a DOI to its canonical form: trimmed, lower-case, without one known
 * resolver or `doi:` prefix, trimmed again.
 *
 * @returns The DOI, or null for none.
 */
export function normalizeDoi(raw: RawText): string | null {
  if (raw === null || raw === undefined) return null;
  const text = strip(String(raw)).toLowerCase();
  const prefix = DOI_PREFIXES.find((each) => text.startsWith(each));
  return (prefix === undefined ? text : strip(text.slice(prefix.length))) || null;
}

/**
 * Brings a title to the form in which titles are compared: NFKC, lower-case,
 * without characters of Unicode category P, white space collapsed.
 *
 * @returns The title, or null where nothing is left.
 */
export function normalizeTitle(raw: RawText): string | null {
  if (raw === null || raw === undefined) return null;
  const text = String(raw).normalize("NFKC").toLowerCase().replace(PUNCTUATION, "");
  return strip(text.replace(SPACES, " ")) || null;
}
