/** Finding one DOI in a decoded URL part, without what a web page adds to it. */
import { type DoiEnd, registeredSuffix } from "./doi_registrants.ts";

/** A DOI that starts at a boundary: "10.", 4 to 9 digits (and sub-prefixes), "/". */
const START = /(?<![A-Za-z0-9._-])10\.\d{4,9}(?:\.\d+)*\//g;

/**
 * What a suffix may consist of: Crossref's recommended characters, and those of
 * old Wiley SICI DOIs (`<`, `>`, `#`, `+`, `[`, `]`) plus `,`, `*`, `~`, `'`, `!`,
 * `@`, `$`. Anything else leaves the end of the DOI unknown, so none is given.
 */
const SUFFIX = /^[-._;()/:A-Za-z0-9<>#+[\],*~'!@$]{2,}$/;

/** Last path segments that name a view of the paper, not a part of its DOI. */
const VIEW = new RegExp(
  "/(?:full|fulltext|full-text|abstract|abs|pdf|pdfplus|epdf|pdfdirect|epub|html|xml|meta|" +
    "references|figures|tables|suppl|supp|supplements?|supplemental|supplementary|" +
    "supplementary-material|supporting-information|suppinfo|supinfo|summary|citations?|cited-?by|" +
    "metrics|asset|download|information|media|comments|authors|related|reader|preview|" +
    "peer-review|graph|export|bibtex|ris|share|ppt|" +
    "(?:figures|tables|full|pdf|xml)/[A-Za-z0-9]{1,4})$",
  "i",
);

/** Folders of files that belong to the paper; everything from there on goes. */
const FILES = /\/(?:suppl_file|MediaObjects|asset|attachment|figure|-)\/.*$/;

const FILE_ENDING =
  /\.(?:full\.pdf\+html|full\.pdf|full-text|full|abstract|short|long|extract|figures-only|article-info|article-metrics|supplementary-material|pdf\+html|pdf|epub|html?|xml)$/i;

/** Pages of whole issues and journals. */
const OF_AN_ISSUE = /\/(?:issuetoc|currentissue|allissues|homepage|journalabstract)$/i;

/** Folders of Silverchair (OUP, AIP, Rockefeller, ASH …), which appends its own number and the title, or a file's name. */
const SILVERCHAIR = /\/[a-z-]*article[a-z-]*\/doi\/$/i;

/** DOIs of documentation, and Wiley's DOIs of whole journals and issues. */
const NOT_A_PAPER =
  /^10\.(?:1000|1234|12345|5555)\/(?:xyz|abc|example|x{2,})\d*$|\((?:issn|isbn)\)|^10\.1(?:002|111)\/\w+\.v\d+[.:]\w+$/i;

/**
 * The DOI that a decoded path holds, wherever it starts in it.
 *
 * @param text Percent-decoded once, without query and fragment.
 * @param whole Whether the place says that what starts as a DOI is one to its end, however many segments it has.
 * @returns Lower case (DOIs are case-insensitive); null where there is none, several that differ, or its end is unknown.
 */
export function doiIn(text: string, whole = false): string | null {
  const starts = [...text.matchAll(START)].map((match) => match.index);
  const found = starts.map((start, index) => {
    const end = whole ? "whole" : SILVERCHAIR.test(text.slice(0, start)) ? "numbered" : "unknown";
    return cleanDoi(text.slice(start, starts[index + 1] ?? text.length), end);
  });
  const first = found[0];
  return first && found.every((doi) => doi === first) ? first : null;
}

/**
 * The DOI that a query parameter's value is: the DOI alone, or with one of the
 * usual prefixes (`doi:`, `info:doi/`, a doi.org URL). Null for any other text.
 */
export function doiValue(value: string): string | null {
  const bare = value.trim().replace(
    /^(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|info:doi\/|urn:doi:|doi:\s*)/i,
    "",
  );
  return /^10\.\d{4,9}(?:\.\d+)*\//.test(bare) ? doiIn(bare, true) : null;
}

/**
 * Takes off what follows a DOI in a page's address: session ids, view names,
 * file endings, closing punctuation; then what the registrant's DOIs cannot have.
 */
function cleanDoi(raw: string, end: DoiEnd): string | null {
  const slash = raw.indexOf("/");
  const prefix = raw.slice(0, slash);
  const tail = raw.slice(slash).replace(/;jsessionid=[^/?#]*/i, "").replace(FILES, "");
  if (OF_AN_ISSUE.test(tail)) return null;
  const registered = registeredSuffix(prefix, withoutEndings(tail).slice(1), end);
  if (registered === null) return null;
  const suffix = withoutEndings(`/${registered}`).slice(1);
  const doi = `${prefix}/${suffix}`;
  // A last "-" is an old SICI DOI ("…CO;2-#") whose check character went with the fragment.
  if (!SUFFIX.test(suffix) || !/[A-Za-z0-9]/.test(suffix) || suffix.endsWith("-")) return null;
  return NOT_A_PAPER.test(doi) ? null : doi.toLowerCase();
}

/** Again and again until nothing more goes. */
function withoutEndings(text: string): string {
  let tail = text;
  for (let before = ""; before !== tail;) {
    before = tail;
    tail = withoutClosing(tail).replace(VIEW, "").replace(FILE_ENDING, "");
  }
  return tail;
}

const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Takes off closing punctuation, but not a bracket that the DOI itself opens. */
function withoutClosing(text: string): string {
  let end = text.length;
  let counts: Map<string, number> | undefined;
  while (end > 0) {
    const last = text[end - 1]!;
    const opening = OPENING[last];
    if (opening) {
      counts ??= charactersIn(text.slice(0, end));
      if ((counts.get(opening) ?? 0) >= counts.get(last)!) break;
      counts.set(last, counts.get(last)! - 1);
    } else if (!/[.,;:'"/\s]/.test(last)) break;
    end--;
  }
  return text.slice(0, end);
}

function charactersIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}
