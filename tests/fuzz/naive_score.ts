/**
 * The scorer once more, written straight from the rules (README, "How scoring
 * works") with no regard for speed: whole files, full normalisation of
 * everything, plain loops. A second path to the same figures.
 */

/** A question of the second path. */
export interface NaiveQuestion {
  id: string;
  gold: { pmid: string; doi: string | null; title: string | null }[];
}

/** A ranked list of the second path. */
export interface NaiveList {
  id: string;
  candidates: { rank: number; pmid: unknown; doi: unknown; title: unknown }[];
}

/** Figures of the second path. */
export interface NaiveReport {
  macro: number[];
  micro: number[];
  tiers: Record<string, number>;
  scored: string[];
  missing: string[];
  matches: Record<string, [rank: number, tier: string]>[];
}

const SPACES = new Set([
  ...[9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f],
  ...[0x3000, ...Array.from({ length: 11 }, (_, at) => 0x2000 + at)],
]);
const isSpace = (character: string) => SPACES.has(character.codePointAt(0)!);

/** Splits at white space as Python's `str.split()` does. */
export function words(text: string): string[] {
  const found: string[] = [];
  let word = "";
  for (const character of text) {
    if (!isSpace(character)) word += character;
    else if (word !== "") {
      found.push(word);
      word = "";
    }
  }
  return word === "" ? found : [...found, word];
}

function stripped(text: string): string {
  const characters = [...text];
  while (characters.length > 0 && isSpace(characters[0]!)) characters.shift();
  while (characters.length > 0 && isSpace(characters.at(-1)!)) characters.pop();
  return characters.join("");
}

/** Canonical PMID, null for none. */
export function naivePmid(raw: unknown): string | null {
  if (raw === null || raw === undefined) return null;
  let text = stripped(String(raw));
  for (const scheme of ["https://", "http://"]) {
    const start = `${scheme}pubmed.ncbi.nlm.nih.gov/`;
    if (!text.toLowerCase().startsWith(start)) continue;
    const rest = [...text.slice(start.length)];
    const digits: string[] = [];
    while (rest.length > 0 && /\p{Nd}/u.test(rest[0]!)) digits.push(rest.shift()!);
    if (rest[0] === "/") rest.shift();
    const endsWell = rest.length === 0 ||
      (["?", "#"].includes(rest[0]!) && !rest.includes("\n"));
    if (digits.length > 0 && endsWell) text = digits.join("");
    break;
  }
  while (text.startsWith("0")) text = text.slice(1);
  return text === "" ? null : text;
}

/** Canonical DOI, null for none. */
export function naiveDoi(raw: unknown): string | null {
  if (raw === null || raw === undefined) return null;
  let text = stripped(String(raw)).toLowerCase();
  for (const host of ["https://doi.org/", "http://doi.org/", "doi:"]) {
    for (const prefix of [host, host.replace("//doi", "//dx.doi")]) {
      if (text.startsWith(prefix)) {
        text = stripped(text.slice(prefix.length));
        return text === "" ? null : text;
      }
    }
  }
  return text === "" ? null : text;
}

/** Canonical title, null for none. */
export function naiveTitle(raw: unknown): string | null {
  if (raw === null || raw === undefined) return null;
  let kept = "";
  for (const character of String(raw).normalize("NFKC").toLowerCase()) {
    if (!/\p{P}/u.test(character)) kept += character;
  }
  return words(kept).join(" ") || null;
}

const keyOf = { pmid: naivePmid, doi: naiveDoi, title: naiveTitle };

/** Scores lists against questions. */
export function naiveScore(
  questions: readonly NaiveQuestion[],
  lists: readonly NaiveList[],
  cutoffs: readonly number[],
): NaiveReport {
  const report: NaiveReport = {
    macro: [],
    micro: [],
    tiers: {},
    scored: [],
    missing: [],
    matches: [],
  };
  const totals: number[] = [];
  for (const { id, gold } of questions) {
    if (gold.length === 0) continue;
    const list = lists.find((each) => each.id === id);
    if (!list) {
      report.missing.push(id);
      continue;
    }
    const matches = matchesOf(gold, list.candidates);
    report.scored.push(id);
    report.matches.push(matches);
    totals.push(gold.length);
    for (const [, tier] of Object.values(matches)) {
      report.tiers[tier] = (report.tiers[tier] ?? 0) + 1;
    }
  }
  for (const cutoff of cutoffs) {
    const found = report.matches.map((matches) =>
      Object.values(matches).filter(([rank]) => rank <= cutoff).length
    );
    let shares = 0;
    for (const [at, count] of found.entries()) shares += count / totals[at]!;
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    report.macro.push(found.length === 0 ? 0 : shares / found.length);
    report.micro.push(found.length === 0 ? 0 : sum(found) / sum(totals));
  }
  return report;
}

function matchesOf(gold: NaiveQuestion["gold"], candidates: NaiveList["candidates"]) {
  const papers = [...gold].sort((a, b) => comparePoints(naivePmid(a.pmid)!, naivePmid(b.pmid)!));
  const matches: Record<string, [number, string]> = Object.create(null);
  for (const candidate of [...candidates].sort((a, b) => a.rank - b.rank)) {
    for (const tier of ["pmid", "doi", "title"] as const) {
      const key = keyOf[tier](candidate[tier]);
      const pointedAt = papers.filter((paper) => key !== null && keyOf[tier](paper[tier]) === key);
      if (pointedAt.length === 0) continue;
      const free = pointedAt.find((paper) => !(naivePmid(paper.pmid)! in matches));
      if (free) matches[naivePmid(free.pmid)!] = [candidate.rank, tier];
      break;
    }
  }
  return matches;
}

/** By code point, as Python orders text. */
function comparePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
