// Making elements. Text from data goes into the page as text only, and into
// addresses only where it looks like an identifier, URI-encoded.
/** @import { Run } from "./questions.js" */

/**
 * An element that the page has.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Makes an element; strings among the children stay text.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * A dash for the eye, words for screen readers.
 *
 * @param {string} words
 * @returns {HTMLElement}
 */
export function dash(words) {
  return make(
    "span",
    { title: words },
    make("span", { "aria-hidden": "true" }, "–"),
    make("span", { class: "unseen" }, words),
  );
}

/**
 * A link to PubMed; plain text where the PMID is none.
 *
 * @param {string} pmid
 * @returns {Node | string}
 */
export function pubmedLink(pmid) {
  const text = `PMID ${pmid}`;
  return /^[0-9]{1,9}$/.test(pmid)
    ? linkTo(`https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(pmid)}/`, text)
    : text;
}

/**
 * A link to the DOI resolver; plain text where the DOI is none.
 *
 * @param {string} doi
 * @returns {Node | string}
 */
export function doiLink(doi) {
  const [, prefix, suffix] = /^(10\.[0-9]{4,9})\/(\S+)$/.exec(doi) ?? [];
  const text = `doi:${doi}`;
  if (prefix === undefined || suffix === undefined || /\p{Cs}/u.test(suffix)) return text;
  return linkTo(`https://doi.org/${prefix}/${encodeURIComponent(suffix)}`, text);
}

/**
 * @param {string} address Begins with https; nothing in it from data but URI-encoded.
 * @param {string} text
 */
function linkTo(address, text) {
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
}

/**
 * A run's line, letter and label.
 *
 * @param {Run} run
 * @returns {HTMLElement}
 */
export function runName({ key, look, label }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `swatch ${look}`);
  svg.setAttribute("viewBox", "0 0 28 10");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ x1: "1", y1: "5", x2: "27", y2: "5" })) {
    line.setAttribute(name, value);
  }
  svg.append(line);
  return make(
    "span",
    { class: "run-name" },
    make("span", { class: "run-key", "aria-hidden": "true" }, svg, key),
    " ",
    make("span", { class: "label" }, label),
  );
}
