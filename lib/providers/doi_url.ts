/**
 * DOIs from URLs of publishers' pages: the DOI itself in the path or in a known
 * query parameter on any host, and the few hosts whose addresses determine a
 * DOI without holding it. Where an address does not determine one
 * (ScienceDirect's PII, MDPI, JAMA, Lippincott …) none is made up.
 * Shapes: CrossRef's notes on guessing DOIs and metapub's URL reverser.
 */
import { doiIn, doiValue } from "./doi_text.ts";
import { natureDoi } from "./nature_doi.ts";
import { isHostOf, type ParsedUrl } from "./parsed_url.ts";

/** Query parameters that name the page's own paper; others may name another one. */
const DOI_PARAMETERS = ["doi", "id", "article"];

/** Folders of pages that are no paper, whatever stands behind them, and handles, which are no DOIs. */
const NOT_A_PAPER =
  /\/(?:toc|loi|journal|issue|series|action|search|author)\/10\.\d{4,9}\/|(?:^|\/)(?:handle\/|20\.500\.\d+\/)/i;

/** What stands behind these hosts is a DOI to its end. */
const RESOLVERS = ["doi.org", "oadoi.org", "hdl.handle.net"];

/** Hosts whose pages are no papers, or papers that the address does not tell. */
const NO_PAPERS = [
  "clinicaltrials.gov",
  "patents.google.com",
  "researchgate.net",
  "www.semanticscholar.org",
];

/**
 * The DOI of the paper that a page shows.
 *
 * @returns Lower case; null where the address does not determine one.
 */
export function doiOfUrl(url: ParsedUrl): string | null {
  if (isHostOf(url, ...NO_PAPERS)) return null;
  const special = specialDoi(url);
  if (special !== null) return special;
  if (isHostOf(url, ...RESOLVERS)) return resolvedDoi(url);
  if (NOT_A_PAPER.test(url.path)) return null;
  const found = new Set(
    [doiIn(url.path), ...doisInQuery(url)].filter((doi) => doi !== null),
  );
  return found.size === 1 ? [...found][0]! : null;
}

/** A handle's prefix may be followed by anything, DOIs of others too. */
function resolvedDoi(url: ParsedUrl): string | null {
  const isHandle = isHostOf(url, "hdl.handle.net");
  return !isHandle || /^\/(?:api\/handles\/)?10\.\d{4,9}\//.test(url.path)
    ? doiIn(url.path, true)
    : null;
}

function doisInQuery(url: ParsedUrl): (string | null)[] {
  return url.query
    .filter(([name]) => DOI_PARAMETERS.includes(name.toLowerCase()))
    .map(([, value]) => doiValue(value));
}

/** What hosts with rules of their own determine; null where the general rule shall go on. */
function specialDoi(url: ParsedUrl): string | null {
  for (const { hosts, shape, doi } of SHAPES) {
    const match = isHostOf(url, ...hosts) ? shape.exec(url.path) : null;
    const found = match && doi(match);
    if (found) return found.toLowerCase();
  }
  return isHostOf(url, "thelancet.com") ? lancetDoi(url) : null;
}

/**
 * The Lancet and its sisters whose DOIs are their PIIs, by ISSN. The open
 * access ones (EBioMedicine, the regional health journals …) have others.
 */
const LANCET = new Set(
  ("0140-6736 1470-2045 1473-3099 1474-4422 2213-2600 2213-8587 2214-109x 2215-0366 2352-3018 " +
    "2352-3026 2352-4642 2468-1253 2468-2667 2542-5196 2589-7500 2665-9913 2666-5247 2666-7568")
    .split(" "),
);
const PII = /^(?:PII)?(S(\d{4}-\d{3}[\dX])\(\d{2}\)\d{5}-[\dX])(?:\.pdf)?$/i;

function lancetDoi(url: ParsedUrl): string | null {
  const texts = [
    ...url.path.split("/"),
    ...url.query.filter(([name]) => name === "pii").map(([, value]) => value),
  ];
  const found = new Set(texts.flatMap((text) => {
    const [, pii, issn] = PII.exec(text) ?? [];
    return pii && LANCET.has(issn!.toLowerCase()) ? [`10.1016/${pii.toLowerCase()}`] : [];
  }));
  return found.size === 1 && !url.path.includes("/10.") ? [...found][0]! : null;
}

interface Shape {
  hosts: readonly string[];
  /** Over the decoded path. */
  shape: RegExp;
  doi(match: RegExpExecArray): string | null;
}

const SHAPES: readonly Shape[] = [
  {
    hosts: ["nature.com"],
    shape: /^\/articles\/([a-z0-9.-]+?)(?:\.pdf|\.html)?(?:\/.*)?$/i,
    doi: (match) => natureDoi(match[1]!.toLowerCase()),
  },
  {
    hosts: ["nature.com"],
    shape: /^\/[a-z]+\/journal\/v\w+\/n\w+\/(?:full|abs|pdf)\/([a-z0-9.]+?)\.(?:html|pdf)$/i,
    doi: (match) => natureDoi(match[1]!.toLowerCase()),
  },
  {
    // Genome Biology, Breast Cancer Research and some others have DOIs of another kind.
    hosts: ["biomedcentral.com"],
    shape:
      /^\/(?!1465-6906|1474-760x|1465-54(?:11|2x)|1364-8535|1466-609x|1478-63(?:54|62)|1756-994x|1758-9193|1757-6512|1475-4924)(\d{4}-\d{3}[\dx])\/(\d+)\/(\d+|S\d+\/[A-Z]\d+)(?:\/|$)/i,
    doi: (match) => `10.1186/${match[1]}-${match[2]}-${match[3]!.replace("/", "-")}`,
  },
  {
    hosts: ["karger.com"],
    shape: /^\/Article\/(?:Abstract|FullText|Pdf|Fulltext)\/(\d{1,9})(?:\/|$)/i,
    doi: (match) => `10.1159/${match[1]!.padStart(9, "0")}`,
  },
  {
    hosts: ["www.jci.org"],
    shape: /^\/articles\/view\/(\d+)(?:\/|$)/,
    doi: (match) => `10.1172/jci${match[1]}`,
  },
  {
    hosts: ["elifesciences.org"],
    shape: /^\/(?:articles\/|content\/\d+\/e)(\d{5,6})(?:\.pdf)?(?:\/|$)/,
    doi: (match) => `10.7554/elife.${match[1]}`,
  },
  {
    hosts: ["www.bmj.com"],
    shape: /^\/content\/\d+\/(bmj\.[a-z]\d+|bmj-\d{4}-\d{6})(?:[./]|$)/,
    doi: (match) => `10.1136/${match[1]}`,
  },
  {
    hosts: ["arxiv.org"],
    shape:
      /^\/(?:abs|pdf|html)\/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/,
    doi: (match) => `10.48550/arxiv.${match[1]}`,
  },
];
