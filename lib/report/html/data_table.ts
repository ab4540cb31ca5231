/** A table that people and screen readers can follow, in a frame that scrolls where it is too wide. */
import { type Markup, markup, type Part } from "./markup.ts";

/** A group of rows that belong together. */
export interface RowGroup {
  /** Stands above the rows, over the whole width; none for a plain table. */
  head?: Part;
  /** The first cell names the row. */
  rows: readonly (readonly Part[])[];
}

/** What {@linkcode dataTable} shows. */
export interface DataTable {
  /** Unique on the page; a lower-case word. */
  id: string;
  caption: Part;
  /** Column heads, that of the row names first. */
  head: readonly Part[];
  groups: readonly RowGroup[];
  /** Columns of figures are set to the right, of text to the left. */
  align: "figures" | "text";
}

/** Renders a table with caption and scopes. */
export function dataTable({ id, caption, head, groups, align }: DataTable): Markup {
  return markup`<div class="scroll" role="region" aria-labelledby="${id}-caption" tabindex="0">
<table class="${align}" id="${id}">
<caption id="${id}-caption">${caption}</caption>
<thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead>
${groups.map((group) => rowGroup(group, head.length))}
</table>
</div>`;
}

function rowGroup({ head, rows }: RowGroup, columns: number): Markup {
  return markup`<tbody>${
    head !== undefined &&
    markup`<tr class="group"><th scope="rowgroup" colspan="${columns}">${head}</th></tr>\n`
  }${
    rows.map(([name, ...cells]) =>
      markup`<tr><th scope="row">${name}</th>${
        cells.map((cell) => markup`<td>${cell}</td>`)
      }</tr>\n`
    )
  }</tbody>`;
}
