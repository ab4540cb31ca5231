/** Runs and gold as TREC files whose recall, by trec_eval, is that of this program. */
import { normalizeDoi, normalizePmid } from "../scoring/normalize.ts";
import { inRankOrder, rankOf } from "../scoring/rank.ts";
import { shown } from "../scoring/shown.ts";
import { pmidOfDocument } from "./bioasq_document.ts";
import type { GoldSet } from "./gold_set.ts";
import type { RunCandidate } from "./run_row.ts";
import type { MatchedList } from "./run_matcher.ts";

/** Deepest rank of a list whose ranks have gaps: each gap costs a line. */
const DEEPEST_WITH_GAPS = 10_000;

/** Stands for nothing: in an empty list, or at a rank that a list leaves out. */
const FILLER = "none";

/**
 * The lines of qrels, in input order: each gold paper under its canonical PMID
 * with relevance 1.
 */
export function* qrelsLines({ ids, gold }: GoldSet): Generator<string> {
  for (const [position, id] of ids.entries()) {
    const question = oneToken(id);
    for (const { pmid } of gold.at(position)!) yield `${question} 0 ${oneToken(pmid)} 1\n`;
  }
}

/**
 * The lines of one list of a run file.
 *
 * trec_eval orders by score and knows document ids only. So a candidate that
 * was credited stands under its gold PMID; every other one under an id that is
 * no gold PMID of the question and stands once in the list; the scores descend
 * with the ranks. Where ranks are left out, and in an empty list (which
 * trec_eval would not count as a question), a line with a document that does
 * not exist holds the place.
 *
 * @param list From `scoreRun`.
 * @throws {Error} for a list with gaps that is too deep to fill.
 */
export function runLines(list: MatchedList): string[] {
  const question = oneToken(list.row.questionId);
  const tag = oneToken(list.row.provider ?? "run");
  const ranked = inRankOrder(list.row.candidates);
  const depth = ranked.length === 0 ? 1 : rankOf(ranked.at(-1)!);
  if (depth !== ranked.length && depth > DEEPEST_WITH_GAPS) {
    throw new Error(
      `Cannot export question ${
        shown(list.row.questionId)
      }: its ranks have gaps and reach ${depth}; ` +
        `TREC files have no gaps, and more than ${DEEPEST_WITH_GAPS} ranks are not filled`,
    );
  }
  const credited = new Map(list.matches.map(({ rank, pmid }) => [rank, pmid]));
  const documents = new Map(ranked.map((candidate) => [rankOf(candidate), candidate]));
  const ids = new FreeIds(new Set(list.gold.map(({ pmid }) => pmid)));
  const lines: string[] = [];
  for (let rank = 1; rank <= depth; rank++) {
    const candidate = documents.get(rank);
    const pmid = credited.get(rank);
    const document = pmid === undefined
      ? ids.take(candidate ? nameOf(candidate) : FILLER)
      : ids.credit(pmid);
    lines.push(`${question} Q0 ${document} ${rank} ${depth - rank + 1} ${tag}\n`);
  }
  return lines;
}

/**
 * The lines for questions that a run has no list for and that count as 0 all
 * the same: trec_eval leaves out a question without a line.
 *
 * @param missing Ids of such questions.
 */
export function* missingLines(
  { gold, positions }: GoldSet,
  missing: readonly string[],
  provider: string | null,
): Generator<string> {
  for (const questionId of missing) {
    const position = positions.get(questionId)!;
    const row = { questionId, provider, candidates: [] };
    yield* runLines({ position, row, gold: gold.at(position)!, matches: [], pointers: [] });
  }
}

/** What a candidate without credit is called: its strongest identifier. */
function nameOf(candidate: RunCandidate): string {
  const pmid = normalizePmid(candidate.pmid);
  if (pmid !== null) return pmid;
  const doi = normalizeDoi(candidate.doi);
  if (doi !== null) return `doi:${doi}`;
  const { provider_id: id } = candidate as { provider_id?: unknown };
  return typeof id === "string" && id !== "" ? `id:${id}` : "unidentified";
}

/** The ids of one list: each stands once, and none but a credited one is read as a gold paper. */
class FreeIds {
  readonly #taken = new Set<string>();
  /** By name, the first number that was not looked at: thousands of fillers have one name. */
  readonly #next = new Map<string, number>();

  constructor(private readonly gold: ReadonlySet<string>) {}

  /** The id of a gold paper, which is credited once. */
  credit(pmid: string): string {
    const id = oneToken(pmid);
    this.#taken.add(id);
    return id;
  }

  /** The first of `name`, `name.2`, `name.3` … that no reader takes for a gold paper or for another candidate. */
  take(name: string): string {
    const base = oneToken(name);
    for (let number = this.#next.get(base) ?? 1;; number++) {
      const id = number === 1 ? base : `${base}.${number}`;
      const asPmid = normalizePmid(pmidOfDocument(id) ?? id);
      if (this.#taken.has(id) || (asPmid !== null && this.gold.has(asPmid))) continue;
      this.#taken.add(id);
      this.#next.set(base, number + 1);
      return id;
    }
  }
}

/**
 * Makes text one column: white space and control characters, which would end
 * it, `#`, which begins a comment for trec_eval, and `%` itself become %XX of
 * their UTF-8 bytes. An empty text becomes `%`.
 */
export function oneToken(text: string): string {
  if (text === "") return "%";
  return text.replace(/[\s\p{Cc}#%]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    ).join(""));
}
