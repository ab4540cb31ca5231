// @ts-check
// Which questions are shown, and in which order.
import { finds, foundBy, gapOf } from "./questions.js";
/** @import { Question, Run, View } from "./questions.js" */

/** @typedef {string | number | null} SortValue */
/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} name
 * @property {string} sorts What the column sorts by, in words.
 * @property {Run} [run]
 * @property {(question: Question, view: View) => SortValue} value
 */
/**
 * @typedef {object} Filter
 * @property {string} id
 * @property {string} name
 * @property {(question: Question, view: View) => boolean} keeps
 */
/** @typedef {{words: string, filter: Filter, column: Column, descending: boolean}} Choice */

/**
 * The columns of the table; each sorts.
 *
 * @param {Run[]} runs
 * @returns {Column[]}
 */
export function columnsFor(runs) {
  const share = (/** @type {number | null} */ papers, /** @type {Question} */ { gold }) =>
    papers === null ? null : papers / gold.length;
  /** @type {Column} */
  const gap = {
    id: "gap",
    name: "Gap",
    sorts: "gap in recall",
    value: (question, view) => share(gapOf(question, view), question),
  };
  return [
    { id: "at", name: "#", sorts: "order in the file", value: ({ at }) => at },
    { id: "id", name: "Question", sorts: "question id", value: ({ id }) => id },
    { id: "gold", name: "Gold", sorts: "number of gold papers", value: ({ gold }) => gold.length },
    ...runs.map((run, at) => ({
      id: `run-${at}`,
      name: run.label,
      sorts: `recall of ${run.label}`,
      run,
      value: (/** @type {Question} */ question, /** @type {View} */ view) =>
        share(foundBy(question, at, view), question),
    })),
    ...(runs.length < 2 ? [] : [gap]),
  ];
}

/**
 * What can be shown instead of all questions.
 *
 * @param {Run[]} runs
 * @param {Question[]} questions
 * @returns {Filter[]}
 */
export function filtersFor(runs, questions) {
  /** @type {Filter[]} */
  const filters = [
    { id: "all", name: "all questions", keeps: () => true },
    {
      id: "none",
      name: "no gold paper found by any run",
      keeps: (question, view) => runs.every((_, run) => !foundBy(question, run, view)),
    },
    {
      id: "missed",
      name: "some gold paper missed by every run",
      keeps: (question, view) =>
        question.gold.some((_, place) =>
          runs.every((_, run) => !finds(question, run, place, view))
        ),
    },
  ];
  for (const [at, { key, label }] of runs.entries()) {
    if (runs.length > 1) {
      filters.push({
        id: `only-${at}`,
        name: `some gold paper found only by ${key} ${label}`,
        keeps: (question, view) =>
          question.gold.some((_, place) =>
            runs.every((_, run) => finds(question, run, place, view) === (run === at))
          ),
      });
    }
  }
  for (const [at, { key, label }] of runs.entries()) {
    if (questions.some(({ lists }) => lists[at] === null)) {
      filters.push({
        id: `without-${at}`,
        name: `no result from ${key} ${label}`,
        keeps: ({ lists }) => lists[at] === null,
      });
    }
  }
  return filters;
}

/**
 * The questions that fit, in order. Those without a value come last; equal
 * ones stay in file order.
 *
 * @param {Question[]} questions
 * @param {Choice} choice
 * @param {View} view
 * @returns {Question[]}
 */
export function choose(questions, { words, filter, column, descending }, view) {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return questions
    .filter((question) =>
      filter.keeps(question, view) && wanted.every((word) => haystackOf(question).includes(word))
    )
    .map((question) => ({ question, value: column.value(question, view) }))
    .sort((a, b) => byValue(a.value, b.value, descending ? -1 : 1) || a.question.at - b.question.at)
    .map(({ question }) => question);
}

/**
 * @param {SortValue} a
 * @param {SortValue} b
 * @param {number} sign
 */
function byValue(a, b, sign) {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}

/** @param {Question} question */
function haystackOf(question) {
  return question.haystack ??= [
    question.id,
    question.text,
    ...question.gold.flatMap(({ pmid, doi, title }) => [pmid, doi, title]),
  ].filter((text) => text !== null).join("\n").toLowerCase();
}
