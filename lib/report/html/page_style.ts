/** The page's style sheet: the files of style/ as one text. */
import explorer from "./style/explorer.css" with { type: "text" };
import explorerNarrow from "./style/explorer_narrow.css" with { type: "text" };
import page from "./style/page.css" with { type: "text" };
import print from "./style/print.css" with { type: "text" };
import runs from "./style/runs.css" with { type: "text" };
import tables from "./style/tables.css" with { type: "text" };
import theme from "./style/theme.css" with { type: "text" };

/** Later rules win: what is for narrow screens and paper comes last. */
export const pageStyle: string = [theme, page, runs, tables, explorer, explorerNarrow, print]
  .join("\n");
