/**
 * DOIs from URLs of publishers' pages: the DOI itself in the path or in a known
 * query parameter on any host, and the few hosts whose addresses determine a
 * DOI without holding it. Where an address does not determine one
 * (ScienceDirect's PII, MDPI, JAMA, Lippincott …) none is made up.
 * Shapes: CrossRef's notes on guessing DOIs and metapub's URL reverser.
 */
import { doiIn, doiValue } from "./doi_text.ts";
import { isHostOf, type ParsedUrl } from "./parsed_url.ts";

/** Query parameters that name the page's own paper; others may name another one. */
const DOI_PARAMETERS = ["doi", "id", "article"];

/** Folders of pages that are no paper, whatever stands behind them. */
const NOT_A_PAPER = /\/(?:toc|loi|journal|action|search|author)\/10\.\d{4,9}\//i;

/**
 * The DOI of the paper that a page shows.
 *
 * @returns Lower case; null where the address does not determine one.
 */
export function doiOfUrl(url: ParsedUrl): string | null {
  const special = specialDoi(url);
  if (special !== undefined) return special;
  if (NOT_A_PAPER.test(url.path)) return null;
  const found = new Set(
    [doiIn(url.path), ...doisInQuery(url)].filter((doi) => doi !== null),
  );
  return found.size === 1 ? [...found][0]! : null;
}

function doisInQuery(url: ParsedUrl): (string | null)[] {
  return url.query
    .filter(([name]) => DOI_PARAMETERS.includes(name.toLowerCase()))
    .map(([, value]) => doiValue(value));
}

/** Hosts with rules of their own; undefined for all others, and where the general rule shall go on. */
function specialDoi(url: ParsedUrl): string | null | undefined {
  const { path } = url;
  if (isHostOf(url, "biorxiv.org", "medrxiv.org")) return preprintDoi(path);
  if (isHostOf(url, "academic.oup.com")) {
    return doiIn(path.replace(/(\/10\.\d{4,9}\/.+?)\/\d{4,}(?:\/.*)?$/, "$1"));
  }
  for (const { hosts, shape, doi } of SHAPES) {
    const match = isHostOf(url, ...hosts) ? shape.exec(path) : null;
    const found = match && doi(match);
    if (found) return found.toLowerCase();
  }
  return undefined;
}

/** Version and what follows go; the prefix is never rebuilt (10.1101 until 2025, 10.64898 since). */
function preprintDoi(path: string): string | null {
  return doiIn(
    path.replace(
      /(\/10\.\d{4,9}\/[\d.]*\d)(?:v\d+.*|\.(?:article-info|article-metrics|supplementary-material).*)$/,
      "$1",
    ),
  );
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
    hosts: ["biomedcentral.com"],
    shape: /^\/(\d{4}-\d{3}[\dX])\/(\d+)\/((?:S\d+\/)?[A-Z]?\d+)(?:\/|$)/i,
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
    shape: /^\/content\/\d+\/(bmj\.[a-z]\d+)(?:[./]|$)/,
    doi: (match) => `10.1136/${match[1]}`,
  },
  {
    hosts: ["thelancet.com"],
    shape: /\/PII(S\d{4}-\d{3}[\dX]\(\d{2}\)\d{5}-[\dX])(?:\/|$)/i,
    doi: (match) => `10.1016/${match[1]}`,
  },
  {
    hosts: ["arxiv.org"],
    shape:
      /^\/(?:abs|pdf|html)\/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/,
    doi: (match) => `10.48550/arxiv.${match[1]}`,
  },
];

/** Nature journals whose identifiers are letters and a running number. */
const NUMBERED =
  /^(?:nature|ncomms|srep|nm|ng|nbt|ncb|ni|nn|nsmb|nchembio|nmeth|nprot|nphys|nmat|nrg|nrm|nri|nrc|nrd|nrn|nrmicro)(?=\d)/;

/**
 * DOI of a nature.com article id. Digits alone lack the journal, and a running
 * number must not be taken for a year: in doubt, none.
 */
function natureDoi(id: string): string | null {
  const asItIs = /^[sd]\d{5}-\d{3}-\d{4,6}-[a-z0-9]$/.test(id) ||
    /^[a-z]+\.(?:\d{4}\.)?\d+$/.test(id);
  if (asItIs) return `10.1038/${id}`;
  if (NUMBERED.test(id)) return /^[a-z]+\d{1,5}$/.test(id) ? `10.1038/${id}` : null;
  const dated = /^([a-z]+)(20[01]\d)(\d{1,4})$/.exec(id);
  return dated ? `10.1038/${dated[1]}.${dated[2]}.${dated[3]}` : null;
}
