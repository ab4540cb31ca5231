// @ts-check
// Questions as the page's script works with them, and their figures.

/**
 * @typedef {object} Run
 * @property {string} key Its letter.
 * @property {string} label
 * @property {string} look Classes of its line.
 * @property {number | null} depth Results that its provider gives at the most; null where not known.
 */
/** @typedef {{pmid: string, doi: string | null, title: string | null}} Paper */
/** @typedef {{rank: number, tier: string} | null} Found A gold paper in a list; null where it is not there. */
/**
 * @typedef {object} Question
 * @property {number} at Position in the file, from 0.
 * @property {string} id
 * @property {string} text
 * @property {Paper[]} gold
 * @property {({length: number, found: Found[]} | null)[]} lists By run; `found` by gold paper.
 * @property {string} [haystack] What is searched, in lower case; made when first needed.
 */
/**
 * What the reader looks at.
 *
 * @typedef {object} View
 * @property {Run[]} runs
 * @property {number} cutoff
 * @property {[left: number, right: number] | null} pair Runs whose difference is the gap; null for largest minus smallest.
 */

/**
 * Unpacks the questions of explorer_data.ts.
 *
 * @param {{tiers: string[], questions: [string, string, [string, string | null, string | null][], (number[] | null)[]][]}} data
 * @returns {Question[]}
 */
export function readQuestions({ tiers, questions }) {
  /** @type {(code: number) => Found} */
  const readFound = (code) =>
    code === 0
      ? null
      : { rank: Math.floor(code / tiers.length), tier: tiers[code % tiers.length] ?? "" };
  return questions.map(([id, text, papers, lists], at) => {
    const gold = papers.map(([pmid, doi, title]) => ({ pmid, doi, title }));
    const readList = (/** @type {number[]} */ [length = 0, ...codes]) => ({
      length,
      found: gold.map((_, place) => readFound(codes[place] ?? 0)),
    });
    return { at, id, text, gold, lists: lists.map((list) => list && readList(list)) };
  });
}

/**
 * How many gold papers a run has by the cutoff; null where that is no figure:
 * no result, or a cutoff deeper than the provider goes.
 *
 * @param {Question} question
 * @param {number} run
 * @param {View} view
 * @returns {number | null}
 */
export function foundBy(question, run, view) {
  const list = question.lists[run];
  if (!list || beyondDepth(run, view)) return null;
  return list.found.filter((found) => found !== null && found.rank <= view.cutoff).length;
}

/**
 * Whether a run has a gold paper by the cutoff.
 *
 * @param {Question} question
 * @param {number} run
 * @param {number} place Of the gold paper.
 * @param {View} view
 */
export function finds(question, run, place, view) {
  const found = question.lists[run]?.found[place] ?? null;
  return found !== null && found.rank <= view.cutoff && !beyondDepth(run, view);
}

/**
 * The gap in gold papers; null where fewer than two runs have a figure.
 *
 * @param {Question} question
 * @param {View} view
 * @returns {number | null}
 */
export function gapOf(question, view) {
  if (view.pair !== null) {
    const [left, right] = view.pair.map((run) => foundBy(question, run, view));
    return typeof left === "number" && typeof right === "number" ? left - right : null;
  }
  const counts = view.runs.map((_, run) => foundBy(question, run, view))
    .filter((found) => found !== null);
  return counts.length < 2 ? null : Math.max(...counts) - Math.min(...counts);
}

/**
 * @param {number} run
 * @param {View} view
 */
function beyondDepth(run, { runs, cutoff }) {
  const depth = runs[run]?.depth ?? null;
  return depth !== null && cutoff > depth;
}
