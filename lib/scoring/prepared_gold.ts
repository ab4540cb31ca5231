/** The gold of a question in the form that matching uses. */
import { normalizePmid, type RawText } from "./normalize.ts";
import { shown } from "./shown.ts";

/** A gold paper as matching needs it. */
export interface PreparedPaper {
  /** Canonical form. */
  readonly pmid: string;
  /** As the file has it, like the title: most are never compared in full. */
  readonly doi: string | null;
  readonly title: string | null;
}

/** The gold of one question, in string order of the PMIDs. */
export type PreparedGold = readonly PreparedPaper[];

/**
 * Brings the gold of a question into the form that matching uses.
 *
 * @param gold The gold papers in any order.
 * @throws {Error} when a paper has no PMID or two have the same one.
 */
export function prepareGold(
  gold: Iterable<{ pmid?: RawText; doi?: RawText; title?: RawText }>,
): PreparedGold {
  const papers: PreparedPaper[] = [];
  const seen = new Set<string>();
  for (const paper of gold) {
    const pmid = normalizePmid(paper.pmid);
    if (pmid === null) {
      throw new Error(
        `gold paper ${seen.size + 1} has no PMID (${shown(paper.pmid ?? null)}); ` +
          "every gold paper needs one",
      );
    }
    if (seen.has(pmid)) {
      throw new Error(`two gold papers have PMID ${shown(pmid)}; keep one`);
    }
    seen.add(pmid);
    papers.push({ pmid, doi: textOf(paper.doi), title: textOf(paper.title) });
  }
  return papers.sort((a, b) => a.pmid < b.pmid ? -1 : 1);
}

function textOf(raw: RawText): string | null {
  return raw === null || raw === undefined ? null : String(raw);
}
