/** The page's script: the files of client/ as one text. */
import choose from "./client/choose.js" with { type: "text" };
import elements from "./client/elements.js" with { type: "text" };
import explorer from "./client/explorer.js" with { type: "text" };
import goldTable from "./client/gold_table.js" with { type: "text" };
import questionTable from "./client/question_table.js" with { type: "text" };
import questions from "./client/questions.js" with { type: "text" };

/**
 * The script, for a `<script type="module">`. The files are modules, so that
 * they can be checked and tested one by one; they import from each other only
 * and no two use one name, so without their import and export keywords they
 * can stand one after the other. explorer.js starts everything and is last.
 */
export const pageScript: string = [questions, choose, elements, goldTable, questionTable, explorer]
  .map((source) => source.replace(/^import .*;\n/gm, "").replace(/^export /gm, ""))
  .map((source) => source.replace(/^\/\/ @ts-check\n|^\/\/\/ <reference .*\n/gm, ""))
  .join("\n");
