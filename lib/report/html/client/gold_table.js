// What an opened question shows: its gold papers and where each run has them.
import { dash, doiLink, make, pubmedLink, runName } from "./elements.js";
/** @import { Found, Paper, Question, View } from "./questions.js" */

/**
 * Makes the table of a question's gold papers.
 *
 * @param {Question} question
 * @param {View} view
 * @returns {HTMLElement}
 */
export function goldTable({ at, gold, lists }, { runs, cutoff }) {
  const captionId = `caption-${at}`;
  const caption = "Gold papers of this question: rank in each list, and what matched";
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, "Gold paper"),
    ...runs.map((run, place) =>
      make("th", { scope: "col" }, runName(run), " ", listSize(lists[place]?.length))
    ),
  );
  const rows = gold.map((paper, place) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, ...paperName(paper)),
      ...lists.map((list) => make("td", {}, ...rank(list?.found[place] ?? null, cutoff))),
    )
  );
  return make(
    "div",
    { class: "scroll", role: "region", "aria-labelledby": captionId, tabindex: "0" },
    make(
      "table",
      { class: "figures" },
      make("caption", { id: captionId }, caption),
      make("thead", {}, head),
      make("tbody", {}, ...rows),
    ),
  );
}

/** @param {number | undefined} length */
function listSize(length) {
  const text = length === undefined ? "no result" : `${length} result${length === 1 ? "" : "s"}`;
  return make("span", { class: "interval" }, text);
}

/**
 * @param {Paper} paper
 * @returns {(Node | string)[]}
 */
function paperName({ pmid, doi, title }) {
  const links = make("span", { class: "links" }, pubmedLink(pmid));
  if (doi !== null) links.append(" · ", doiLink(doi));
  return title === null ? [links] : [make("span", { class: "title" }, title), " ", links];
}

/**
 * @param {Found} found
 * @param {number} cutoff
 * @returns {(Node | string)[]}
 */
function rank(found, cutoff) {
  if (found === null) return [dash("not found")];
  const late = found.rank > cutoff;
  return [
    make("span", late ? { class: "late", title: `deeper than ${cutoff}` } : {}, `${found.rank}`),
    " ",
    make(
      "span",
      { class: "interval" },
      found.tier === "title" ? "title" : found.tier.toUpperCase(),
    ),
  ];
}
