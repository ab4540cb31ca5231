/** A small table, and how it is written for people and for programs. */

import { oneLine } from "../benchmark/harmless_text.ts";

/** Formats of a table. */
export const tableFormats = ["table", "markdown", "csv", "latex"] as const;
/** One of them. */
export type TableFormat = typeof tableFormats[number];

/** A cell: what people read, and the full value for programs where that differs. */
export interface Cell {
  text: string;
  /** Written instead of `text` in CSV; null is an empty field. */
  value?: number | null;
}

/** Column heads and rows of the same length. */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly (string | Cell)[])[];
}

/** Renders a table, ending in a newline. */
export function renderTable(table: Table, format: TableFormat): string {
  return renderers[format](table);
}

const renderers: Record<TableFormat, (table: Table) => string> = {
  table: renderPlain,
  markdown: ({ head, rows }) =>
    lines([
      markdownRow(head),
      markdownRow(head.map((_, at) => at === 0 ? "---" : "---:")),
      ...rows.map((row) => markdownRow(row.map(textOf))),
    ]),
  csv: ({ head, rows }) =>
    lines([head.join(","), ...rows.map((row) => row.map(csvField).join(","))]),
  latex: ({ head, rows }) =>
    lines([
      `\\begin{tabular}{l${"r".repeat(head.length - 1)}}`,
      "\\toprule",
      latexRow(head),
      "\\midrule",
      ...rows.map((row) => latexRow(row.map(textOf))),
      "\\bottomrule",
      "\\end{tabular}",
    ]),
};

/** Columns padded to their widest cell, two spaces between, no space at line ends. */
function renderPlain({ head, rows }: Table): string {
  const cells = [head, ...rows.map((row) => row.map(textOf))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => [...row[at]!].length)));
  return lines(
    cells.map((row) =>
      row.map((cell, at) => cell + " ".repeat(widths[at]! - [...cell].length)).join("  ").trimEnd()
    ),
  );
}

/** What a cell shows. Ids and names come from files: a table is for terminals too, and a row is one line. */
function textOf(cell: string | Cell): string {
  return oneLine(typeof cell === "string" ? cell : cell.text);
}

function lines(all: readonly string[]): string {
  return all.join("\n") + "\n";
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownText).join(" | ")} |`;
}

/** Escapes what Markdown would read as markup. */
export function markdownText(text: string): string {
  return text.replace(/[\\|<>*_`[\]]/g, "\\$&");
}

function csvField(cell: string | Cell): string {
  if (typeof cell !== "string" && cell.value !== undefined) return String(cell.value ?? "");
  let text = textOf(cell);
  // A spreadsheet would run a field that starts like a formula.
  if (/^[=+\-@]/.test(text)) text = `'${text}`;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const LATEX: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "–": "--",
};

function latexRow(cells: readonly string[]): string {
  const escape = (cell: string) =>
    cell.replace(/[\\~^–]|[&%$#_{}]/g, (character) => LATEX[character] ?? `\\${character}`);
  const row = cells.map(escape).join(" & ");
  // Behind the end of the row before, LaTeX would take these for an option.
  return `${/^[[*]/.test(row) ? "{}" : ""}${row} \\\\`;
}
