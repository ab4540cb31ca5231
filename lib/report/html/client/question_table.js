// The table of questions. Roles are written out because the style sheet lays
// the table out as cards on narrow screens, where browsers forget them.
import { dash, make, runName } from "./elements.js";
import { goldTable } from "./gold_table.js";
import { foundBy, gapOf } from "./questions.js";
/** @import { Column } from "./choose.js" */
/** @import { Question, View } from "./questions.js" */

/**
 * @typedef {object} TableState
 * @property {Column[]} columns
 * @property {string} sort Id of a column.
 * @property {boolean} descending
 * @property {Set<string>} open Ids of the questions that are open.
 */

/**
 * Makes the table of some questions.
 *
 * @param {Question[]} questions
 * @param {TableState} state
 * @param {View} view
 * @returns {HTMLElement}
 */
export function questionTable(questions, state, view) {
  const caption = `Questions with the gold papers found by depth ${view.cutoff}`;
  return make(
    "table",
    { class: "explorer", role: "table" },
    make("caption", { class: "unseen" }, caption),
    make(
      "thead",
      { role: "rowgroup" },
      make("tr", { role: "row" }, ...state.columns.map((column) => headCell(column, state))),
    ),
    make(
      "tbody",
      { role: "rowgroup" },
      ...questions.flatMap((question) => questionRows(question, state, view)),
    ),
  );
}

/**
 * @param {Column} column
 * @param {TableState} state
 */
function headCell({ id, name, sorts, run }, state) {
  const sorted = state.sort === id;
  const button = make(
    "button",
    { type: "button", class: "sort", "data-sort": id, title: `Sort by ${sorts}` },
    run === undefined ? name : runName(run),
  );
  if (sorted) {
    button.append(make("span", { "aria-hidden": "true" }, state.descending ? " ▼" : " ▲"));
  }
  return make("th", {
    scope: "col",
    role: "columnheader",
    class: run === undefined ? `col-${id}` : "col-run",
    ...(sorted && { "aria-sort": state.descending ? "descending" : "ascending" }),
  }, button);
}

/**
 * @param {Question} question
 * @param {TableState} state
 * @param {View} view
 */
function questionRows(question, { columns, open }, view) {
  const { at, id, text, gold } = question;
  const isOpen = open.has(id);
  const detailId = `question-${at}`;
  const button = make("button", {
    type: "button",
    class: "open",
    "aria-expanded": String(isOpen),
    "data-question": id,
    ...(isOpen && { "aria-controls": detailId }),
  }, text || id);
  const row = make(
    "tr",
    { role: "row" },
    cell("at", "#", String(at + 1)),
    make(
      "th",
      { role: "rowheader", scope: "row", class: "col-id" },
      button,
      " ",
      make("code", {}, id),
    ),
    cell("gold", "Gold", String(gold.length)),
    ...view.runs.map((_, run) => figureCell(question, run, view)),
    ...(view.runs.length < 2 ? [] : [gapCell(question, view)]),
  );
  if (!isOpen) return [row];
  const detail = make(
    "td",
    { role: "cell", colspan: String(columns.length) },
    goldTable(question, view),
  );
  return [row, make("tr", { role: "row", class: "detail", id: detailId }, detail)];
}

/**
 * @param {string} column
 * @param {string} name Shown before the figure where the table is narrow.
 * @param {(Node | string)[]} content
 */
function cell(column, name, ...content) {
  return make("td", { role: "cell", class: `col-${column}`, "data-name": name }, ...content);
}

/**
 * @param {Question} question
 * @param {number} run
 * @param {View} view
 */
function figureCell(question, run, view) {
  const key = view.runs[run]?.key ?? "";
  const found = foundBy(question, run, view);
  if (found === null) {
    return cell("run", key, dash(question.lists[run] ? "deeper than its results" : "no result"));
  }
  const element = cell("run", key, `${found}/${question.gold.length}`);
  element.classList.add(
    found === question.gold.length ? "found-all" : found === 0 ? "found-none" : "found-some",
  );
  return element;
}

/**
 * @param {Question} question
 * @param {View} view
 */
function gapCell(question, view) {
  const gap = gapOf(question, view);
  if (gap === null) return cell("gap", "Gap", dash("no gap: fewer than two figures"));
  const sign = view.pair === null || gap === 0 ? "" : gap > 0 ? "+" : "\u2212";
  return cell("gap", "Gap", `${sign}${Math.abs(gap)}/${question.gold.length}`);
}
