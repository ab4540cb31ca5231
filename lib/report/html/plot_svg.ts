/** A plot as SVG, drawn by Observable Plot without a browser. */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { Markup, markup } from "./markup.ts";

/**
 * Draws a plot and makes it one picture with a description.
 *
 * @param description Read out in place of the picture.
 */
export function drawPlot(options: Plot.PlotOptions, description: string): Markup {
  const { document } = parseHTML("<html></html>") as unknown as Dom;
  const svg = Plot.plot({ ...options, document } as Plot.PlotOptions) as unknown as DomElement;
  // The page's style sheet has these rules; its policy allows no other sheet.
  svg.querySelector("style")?.remove();
  // The page scales the drawing to its column.
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("class", "chart");
  for (const element of svg.querySelectorAll("[aria-label],[aria-hidden]")) {
    element.removeAttribute("aria-label");
    element.removeAttribute("aria-hidden");
  }
  // The description is escaped here: linkedom leaves "&" in SVG attributes as it is.
  const picture = new Markup(svg.outerHTML.replace(/^<svg /, ""));
  return markup`<svg role="img" aria-label="${description}" ${picture}`;
}

/** What is used of a DOM: Deno's types have none. */
interface Dom {
  document: unknown;
}

interface DomElement {
  outerHTML: string;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}
