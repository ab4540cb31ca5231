/** Several tables one after another, each with a heading and notes. */
import { markdownText, renderTable, type Table, type TableFormat } from "./table.ts";

/** A table with what belongs to it. */
export interface Section {
  title: string;
  table: Table;
  /** What a reader must know about the figures; a line each. */
  notes: readonly string[];
}

/** Renders sections with an empty line between, ending in a newline. */
export function renderSections(
  sections: readonly Section[],
  format: Exclude<TableFormat, "csv">,
): string {
  return sections.map((section) => renderers[format](section)).join("\n");
}

const renderers: Record<Exclude<TableFormat, "csv">, (section: Section) => string> = {
  table: ({ title, table, notes }) =>
    `${title}\n${renderTable(table, "table")}${notes.map((note) => `${note}\n`).join("")}`,
  markdown: ({ title, table, notes }) =>
    [
      `### ${markdownText(title)}\n`,
      renderTable(table, "markdown"),
      ...notes.map((note) => `${markdownText(note)}\n`),
    ].join("\n"),
  latex: ({ title, table, notes }) =>
    `% ${title}\n${renderTable(table, "latex")}${notes.map((note) => `% ${note}\n`).join("")}`,
};
