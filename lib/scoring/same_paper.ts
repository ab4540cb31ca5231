/** Which results of a list are one and the same paper. */
import { normalizeDoi, normalizePmid, type RawText } from "./normalize.ts";

/** The identifiers of a result in normal form; null where it has none. */
export interface Identifiers {
  pmid: string | null;
  pmcid: string | null;
  doi: string | null;
}

/** The directory indicator, a registrant and a suffix: https://www.doi.org/the-identifier/resources/handbook/2_numbering */
const DOI = /^10(\.\d+)+\/\S+$/;

/** A PMID that can tell a paper from others: "n/a" and the like, which the scorer compares as text, are none. */
export function tellingPmid(raw: RawText): string | null {
  const pmid = normalizePmid(raw);
  return pmid !== null && /^\p{Nd}+$/u.test(pmid) ? pmid : null;
}

/** A DOI that can tell a paper from others; any other text in its place is none. */
export function tellingDoi(raw: RawText): string | null {
  const doi = normalizeDoi(raw);
  return doi !== null && DOI.test(doi) ? doi : null;
}

/**
 * Groups results that share a PMID, a PMCID or a DOI, transitively: a PubMed
 * page and a publisher's page are one paper where a third result carries the
 * PMID of the one and the DOI of the other. Results without any identifier
 * stand alone.
 *
 * @param results Identifiers in rank order.
 * @returns For each result the index of the first one of its group.
 */
export function groupSamePapers(results: readonly Identifiers[]): number[] {
  const parent = results.map((_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] ?? root;
    while (parent[index] !== root) {
      const next = parent[index] ?? root;
      parent[index] = root;
      index = next;
    }
    return root;
  };
  const holder = new Map<string, number>();
  results.forEach((result, index) => {
    for (const kind of ["pmid", "pmcid", "doi"] as const) {
      const id = result[kind];
      if (id === null) continue;
      const key = `${kind}:${id}`;
      const other = holder.get(key);
      if (other === undefined) {
        holder.set(key, index);
        continue;
      }
      // The smaller index becomes the root, so that a root is its group's first result.
      const [first, later] = [find(other), find(index)].sort((a, b) => a - b);
      if (first !== undefined && later !== undefined) parent[later] = first;
    }
  });
  return parent.map((_, index) => find(index));
}
