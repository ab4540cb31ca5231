/** DOIs from the article ids of nature.com. */

/** Nature journals whose identifiers are letters and a running number. */
const NUMBERED =
  /^(?:nature|ncomms|srep|nm|ng|nbt|ncb|ni|nn|nsmb|nchembio|nmeth|nprot|nphys|nmat|nrg|nrm|nri|nrc|nrd|nrn|nrmicro)(?=\d)/;

/** Journals that came to nature.com with older papers, whose DOIs another publisher had registered: first year of their own. */
const FIRST_YEAR: Readonly<Record<string, number>> = { emm: 2013, gim: 2013, pr: 2012 };
const DATED_SINCE = 2009;

/**
 * DOI of a nature.com article id. Digits alone lack the journal, and a running
 * number must not be taken for a year: in doubt, none.
 */
export function natureDoi(id: string): string | null {
  const asItIs = /^[sd]\d{5}-\d{3}-\d{4,6}-[a-z0-9]$/.test(id) ||
    /^(?:sj\.)?[a-z]+\.(?:\d{4}\.)?\d+$/.test(id);
  if (asItIs) return `10.1038/${id}`;
  if (NUMBERED.test(id)) return /^[a-z]+\d{1,5}$/.test(id) ? `10.1038/${id}` : null;
  const [, journal, year, number] = /^([a-z]+)(20[01]\d)(\d{1,4})$/.exec(id) ?? [];
  if (!journal || Number(year) < (FIRST_YEAR[journal] ?? DATED_SINCE)) return null;
  return `10.1038/${journal}.${year}.${number}`;
}
