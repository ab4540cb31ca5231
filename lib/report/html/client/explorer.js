// The question explorer: reads the data in the page, draws, and reacts.
import { choose, columnsFor, filtersFor } from "./choose.js";
import { byId, make } from "./elements.js";
import { questionTable } from "./question_table.js";
import { readQuestions } from "./questions.js";
/** @import { Run, View } from "./questions.js" */

const PAGE_SIZE = 25;
/** Begins the address of a question in the page. */
const LINK = "#question=";
/** The pause before screen readers are told of a new count, in milliseconds. */
const STATUS_DELAY = 250;

async function startExplorer() {
  const data = JSON.parse(await readData(byId("explorer-data")));
  /** @type {Run[]} */
  const runs = data.runs;
  const questions = readQuestions(data);
  const columns = columnsFor(runs);
  const filters = filtersFor(runs, questions);
  const controls = byId("explorer-controls");
  const search = /** @type {HTMLInputElement} */ (byId("explorer-search"));
  const cutoffChoice = /** @type {HTMLSelectElement} */ (byId("explorer-cutoff"));
  const filterChoice = /** @type {HTMLSelectElement} */ (byId("explorer-filter"));
  const pairChoice = /** @type {HTMLSelectElement} */ (byId("explorer-pair"));
  const pages = byId("explorer-pages");
  const say = announcer(byId("explorer-status"));
  const several = runs.length > 1;
  /** @type {{page: number, sort: string, descending: boolean, open: Set<string>}} */
  const state = { page: 0, sort: several ? "gap" : "at", descending: several, open: new Set() };

  function draw() {
    const view = viewOf();
    const filter = filters[filterChoice.selectedIndex];
    const column = columns.find(({ id }) => id === state.sort);
    if (filter === undefined || column === undefined) return;
    const { descending } = state;
    const list = choose(questions, { words: search.value, filter, column, descending }, view);
    const lastPage = Math.max(0, Math.ceil(list.length / PAGE_SIZE) - 1);
    state.page = Math.min(state.page, lastPage);
    const from = state.page * PAGE_SIZE;
    const shown = list.slice(from, from + PAGE_SIZE);
    byId("explorer").replaceChildren(questionTable(shown, { ...state, columns }, view));
    pages.hidden = lastPage === 0;
    pages.replaceChildren(...pageButtons(state.page, lastPage));
    say(countText(from, shown.length, list.length, questions.length));
  }

  /** @returns {View} */
  function viewOf() {
    const [left, right] = pairChoice.value.split(" ").map(Number);
    return {
      runs,
      cutoff: Number(cutoffChoice.value),
      pair: left === undefined || right === undefined ? null : [left, right],
    };
  }

  /**
   * Draws anew and gives the focus to what stands where the used control stood.
   *
   * @param {string} selector
   */
  function drawAndFocus(selector) {
    draw();
    const element = document.querySelector(selector);
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  }

  /** @param {string} sort */
  function sortBy(sort) {
    const figures = sort !== "at" && sort !== "id";
    state.descending = state.sort === sort ? !state.descending : figures;
    state.sort = sort;
    state.page = 0;
    drawAndFocus(`[data-sort="${sort}"]`);
  }

  /** @param {string} id */
  function openOrClose(id) {
    if (!state.open.delete(id)) state.open.add(id);
    // The address leads to the question, for whom it is sent to.
    const open = state.open.has(id);
    history.replaceState(null, "", open ? LINK + encodeURIComponent(id) : "#questions");
    drawAndFocus(`[data-question="${CSS.escape(id)}"]`);
  }

  /** @param {string} page */
  function turnTo(page) {
    state.page = Number(page);
    drawAndFocus("#explorer-pages button:enabled");
    controls.scrollIntoView({ block: "start" });
  }

  /** Shows the question that the page's address names, if it names one. */
  function followLink() {
    const question = questions.find(({ id }) => LINK + encodeURIComponent(id) === location.hash);
    if (question === undefined) return;
    search.value = question.id;
    filterChoice.selectedIndex = 0;
    state.open.add(question.id);
    state.page = 0;
    drawAndFocus(`[data-question="${CSS.escape(question.id)}"]`);
    controls.scrollIntoView({ block: "start" });
  }

  addEventListener("hashchange", followLink);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const { sort, question, page } = button?.dataset ?? {};
    if (sort !== undefined) sortBy(sort);
    else if (question !== undefined) openOrClose(question);
    else if (page !== undefined) turnTo(page);
  });
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("input", () => {
    state.page = 0;
    draw();
  });
  offer(cutoffChoice, data.cutoffs.map((/** @type {number} */ at) => [String(at), `@${at}`]));
  cutoffChoice.value = String(data.cutoff);
  offer(filterChoice, filters.map(({ id, name }) => [id, name]));
  offer(pairChoice, [["", "largest minus smallest"], ...pairsOf(runs)]);
  byId("explorer-pair-label").hidden = !several;
  controls.hidden = false;
  draw();
  followLink();
}

/**
 * The text of the data, unpacked where it is packed.
 *
 * @param {HTMLElement} element
 */
async function readData({ textContent, dataset }) {
  const text = textContent ?? "";
  if (dataset.packed === undefined) return text;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).text();
}

/**
 * @param {Run[]} runs
 * @returns {[string, string][]}
 */
function pairsOf(runs) {
  return runs.flatMap((left, at) =>
    runs.slice(at + 1).map(/** @returns {[string, string]} */ (right, next) => [
      `${at} ${at + 1 + next}`,
      `${left.key} minus ${right.key}`,
    ])
  );
}

/**
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} choices Values and names.
 */
function offer(select, choices) {
  select.replaceChildren(...choices.map(([value, name]) => make("option", { value }, name)));
}

/**
 * @param {number} page
 * @param {number} lastPage
 */
function pageButtons(page, lastPage) {
  const to = (/** @type {string} */ name, /** @type {number} */ target) => {
    const button = make("button", { type: "button", "data-page": String(target) }, name);
    button.disabled = target < 0 || target > lastPage || target === page;
    return button;
  };
  return [
    to("First", 0),
    to("Previous", page - 1),
    make("span", {}, `Page ${page + 1} of ${lastPage + 1}`),
    to("Next", page + 1),
    to("Last", lastPage),
  ];
}

/**
 * @param {number} from
 * @param {number} shown
 * @param {number} chosen
 * @param {number} all
 */
function countText(from, shown, chosen, all) {
  if (chosen === 0) return "No question fits.";
  const number = new Intl.NumberFormat("en");
  const part = `${number.format(from + 1)}–${number.format(from + shown)}`;
  const of = `${number.format(chosen)} question${chosen === 1 ? "" : "s"}`;
  return `${part} of ${of}${chosen < all ? `, chosen from ${number.format(all)}` : ""}`;
}

/**
 * Tells screen readers of a new text in an element, once it stops changing.
 *
 * @param {HTMLElement} element
 * @returns {(text: string) => void}
 */
function announcer(element) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  return (text) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (element.textContent !== text) element.textContent = text;
    }, STATUS_DELAY);
  };
}

await startExplorer();
