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
  table: ({ title, ...rest }) => `${title}\n${withNotes(rest, "table")}`,
  markdown: ({ title, ...rest }) => `### ${markdownText(title)}\n\n${withNotes(rest, "markdown")}`,
  latex: ({ title, ...rest }) => `% ${title}\n${withNotes(rest, "latex")}`,
};

/** Renders a table and its notes below it; CSV has no place for notes. */
export function withNotes(
  { table, notes }: Omit<Section, "title">,
  format: TableFormat,
): string {
  const note: Record<TableFormat, (text: string) => string> = {
    table: (text) => `${text}\n`,
    markdown: (text) => `\n${markdownText(text)}\n`,
    latex: (text) => `% ${text}\n`,
    csv: () => "",
  };
  return renderTable(table, format) + notes.map(note[format]).join("");
}
