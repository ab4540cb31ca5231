/** Finding one DOI in a decoded URL part, without what a web page adds to it. */

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
  "/(?:full|fulltext|full-text|abstract|abs|pdf|epdf|pdfdirect|epub|html|xml|meta|references|" +
    "figures|tables|suppl|supplementary|summary|citations?|cited-?by|metrics|asset|download|" +
    "information|media|comments|authors|related|reader|preview|peer-review|" +
    "(?:figures|tables|full|pdf|xml)/[A-Za-z0-9]{1,4})$",
  "i",
);

/** Folders of files that belong to the paper; everything from there on goes. */
const FILES = /\/(?:suppl_file|MediaObjects|asset|figure|-)\/.*$/;

const FILE_ENDING =
  /\.(?:full\.pdf\+html|full\.pdf|full-text|full|abstract|short|long|pdf\+html|pdf|epub|html?|xml)$/i;

/** A PLOS figure, table or supplement has the paper's DOI plus an ending. */
const PLOS_PART = /^(10\.1371\/journal\.[a-z]+\.\d+)\.[a-z]\d{3}$/i;

/** DOIs of documentation, and Wiley's DOIs of whole journals. */
const NOT_A_PAPER =
  /^10\.(?:1000|1234|12345|5555)\/(?:xyz|abc|example|x{2,})\d*$|\((?:issn|isbn)\)/i;

/**
 * The DOI that a decoded path holds, wherever it starts in it.
 *
 * @param text Percent-decoded once, without query and fragment.
 * @returns Lower case (DOIs are case-insensitive); null where there is none, or several that differ.
 */
export function doiIn(text: string): string | null {
  const starts = [...text.matchAll(START)].map((match) => match.index);
  const found = starts.map((start, index) =>
    cleanDoi(text.slice(start, starts[index + 1] ?? text.length))
  );
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
  return /^10\.\d{4,9}(?:\.\d+)*\//.test(bare) ? doiIn(bare) : null;
}

/**
 * Takes off what follows a DOI in a page's address: session ids, view names,
 * file endings, closing punctuation; again and again until nothing more goes.
 */
function cleanDoi(raw: string): string | null {
  const slash = raw.indexOf("/");
  let tail = raw.slice(slash).replace(/;jsessionid=[^/?#]*/i, "").replace(FILES, "");
  for (let before = ""; before !== tail;) {
    before = tail;
    tail = withoutClosing(tail).replace(VIEW, "").replace(FILE_ENDING, "");
  }
  const suffix = tail.slice(1);
  const doi = `${raw.slice(0, slash)}/${suffix}`.replace(PLOS_PART, "$1");
  // A last "-" is an old SICI DOI ("…CO;2-#") whose check character went with the fragment.
  if (!SUFFIX.test(suffix) || !/[A-Za-z0-9]/.test(suffix) || suffix.endsWith("-")) return null;
  return NOT_A_PAPER.test(doi) ? null : doi.toLowerCase();
}

/** Takes off closing punctuation, but not a bracket that the DOI itself opens. */
function withoutClosing(text: string): string {
  const open: Record<string, string> = { ")": "(", "]": "[", "}": "{" };
  let end = text.length;
  while (end > 0) {
    const last = text[end - 1]!;
    const opening = open[last];
    const closes = opening
      ? count(text.slice(0, end), opening) < count(text.slice(0, end), last)
      : /[.,;:'"/\s]/.test(last);
    if (!closes) break;
    end--;
  }
  return text.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
