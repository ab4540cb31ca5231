/** A rendered report as its reader's browser parses it. */
import { parseHTML } from "linkedom";

/** What tests use of an element: Deno's types have no DOM. */
export interface ParsedElement {
  textContent: string;
  tagName: string;
  dataset: Record<string, string | undefined>;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  querySelector(selector: string): ParsedElement | null;
  querySelectorAll(selector: string): ArrayLike<ParsedElement> & Iterable<ParsedElement>;
}

/** Parses a page. */
export function parsedReport(html: string): ParsedElement {
  return (parseHTML(html) as unknown as { document: ParsedElement }).document;
}

/** The explorer's data in a page, unpacked as its script unpacks it. */
export async function explorerDataIn(html: string): Promise<unknown> {
  const element = parsedReport(html).querySelector("#explorer-data")!;
  const text = element.textContent;
  if (element.getAttribute("data-packed") === null) return JSON.parse(text);
  const stream = new Blob([Uint8Array.fromBase64(text)]).stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** Rows of a table as the texts of their cells. */
export function rowsOf(page: ParsedElement, table: string): string[][] {
  return Array.from(
    page.querySelectorAll(`#${table} tr`),
    (row) => Array.from(row.querySelectorAll("th,td"), (cell) => cell.textContent.trim()),
  );
}
