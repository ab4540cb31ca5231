/** PMIDs and PMCIDs from addresses of PubMed, PMC and Europe PMC. */
import { isHostOf, type ParsedUrl } from "./parsed_url.ts";

/** What such an address names. */
export interface PubmedIds {
  /** 1 to 8 digits without leading zeros. */
  pmid: string | null;
  /** "PMC" and digits, without version. */
  pmcid: string | null;
}

const NOTHING: PubmedIds = { pmid: null, pmcid: null };

/**
 * Identifiers from an address on the hosts of NCBI or Europe PMC.
 *
 * @returns Undefined for other hosts; nulls where the page shows no one paper (searches, lists, books, preprints).
 */
export function pubmedIdsOfUrl(url: ParsedUrl): PubmedIds | undefined {
  switch (url.host) {
    case "pubmed.ncbi.nlm.nih.gov":
    case "www.pubmed.ncbi.nlm.nih.gov":
    case "m.pubmed.ncbi.nlm.nih.gov":
    case "pubmed.gov":
    case "www.pubmed.gov":
      return ofPubmed(url);
    case "pmc.ncbi.nlm.nih.gov":
    case "www.pmc.ncbi.nlm.nih.gov":
      return ofPmc(url.path);
    case "ncbi.nlm.nih.gov":
    case "www.ncbi.nlm.nih.gov":
      return ofNcbi(url);
    case "pubmedcentral.nih.gov":
    case "www.pubmedcentral.nih.gov":
      return withPmcid(/^\/articlerender\.fcgi$/.test(url.path) ? only(url, "artid") : null);
    case "europepmc.org":
    case "www.europepmc.org":
      return ofEuropePmc(url);
  }
  return isHostOf(url, "ncbi.nlm.nih.gov") ? NOTHING : undefined;
}

/** HighWire's look-up of a paper by its PMID; elsewhere the parameter may name another paper. */
const LOOKUP = /\/(?:pmidlookup|lookup\/pmid)\/?$/i;

/** The PMID that a publisher's look-up is given as a parameter (`pmidlookup?…&pmid=123`). */
export function pmidParameter(url: ParsedUrl): string | null {
  return LOOKUP.test(url.path) ? pmidOf(only(url, "pmid")) : null;
}

function ofPubmed(url: ParsedUrl): PubmedIds {
  const inPath = /^\/(\d+)(?:\/|$)/.exec(url.path);
  if (inPath) return withPmid(inPath[1]!);
  return url.path === "/" ? withPmid(searchedPmid(url)) : NOTHING;
}

function ofNcbi(url: ParsedUrl): PubmedIds {
  const { path } = url;
  const pmc = /^\/(?:labs\/)?pmc(\/articles\/.*)$/i.exec(path);
  if (pmc) return ofPmc(pmc[1]!);
  const pubmed = /^\/(?:m\/)?pubmed\/(\d+)(?:\/|$)/i.exec(path);
  if (pubmed) return withPmid(pubmed[1]!);
  if (/^\/(?:m\/)?pubmed\/?$/i.test(path)) return withPmid(searchedPmid(url));
  if (/^\/(?:sites\/entrez|entrez\/query\.fcgi)$/i.test(path)) {
    const database = only(url, "db") ?? "pubmed";
    return database.toLowerCase() === "pubmed" ? withPmid(only(url, "list_uids")) : NOTHING;
  }
  return NOTHING;
}

function ofPmc(path: string): PubmedIds {
  const byPmid = /^\/articles\/pmid\/(\d+)(?:\/|$)/i.exec(path);
  if (byPmid) return withPmid(byPmid[1]!);
  const article = /^\/articles\/(?:PMC)?(\d+)(?:\.\d+)?(?:\/|$)/i.exec(path);
  return article ? withPmcid(article[1]!) : NOTHING;
}

function ofEuropePmc(url: ParsedUrl): PubmedIds {
  const { path } = url;
  const pmid = /^\/(?:article|abstract)\/MED\/(\d+)(?:\/|$)/i.exec(path);
  if (pmid) return withPmid(pmid[1]!);
  const pmcid = /^\/(?:article\/PMC|articles|abstract\/PMC)\/PMC(\d+)(?:\.\d+)?(?:\/|$)/i
    .exec(path);
  if (pmcid) return withPmcid(pmcid[1]!);
  const rendered = /^\/backend\/ptpmcrender\.fcgi$/i.test(path) ? only(url, "accid") : null;
  return withPmcid(/^PMC(\d+)$/i.exec(rendered ?? "")?.[1] ?? null);
}

/** A search for one number, which PubMed answers with that paper. `from_uid` names another paper. */
function searchedPmid(url: ParsedUrl): string | null {
  return /^\s*(\d+)\s*(?:\[(?:pmid|uid)\])?\s*$/i.exec(only(url, "term") ?? "")?.[1] ?? null;
}

/** The value of a parameter; null where it is missing or given with different values. */
function only(url: ParsedUrl, name: string): string | null {
  const values = new Set(
    url.query.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim()),
  );
  return values.size === 1 ? [...values][0]! : null;
}

function withPmid(digits: string | null): PubmedIds {
  return { pmid: pmidOf(digits), pmcid: null };
}

function pmidOf(text: string | null): string | null {
  if (text === null || !/^\d{1,8}$/.test(text)) return null;
  return text.replace(/^0+/, "") || null;
}

function withPmcid(digits: string | null): PubmedIds {
  const number = digits !== null && /^\d{1,9}$/.test(digits) ? digits.replace(/^0+/, "") : "";
  return { pmid: null, pmcid: number ? `PMC${number}` : null };
}
