/**
 * Writes the provider table of the program into docs/providers.md:
 * deno run --allow-read --allow-write=docs tests/docs/write_provider_tables.ts && deno fmt docs
 */
import { join } from "@std/path";
import { ROOT } from "../support/run_script.ts";
import { markdownRow, providerTables } from "./provider_tables.ts";

const path = join(ROOT, "docs/providers.md");
let text = await Deno.readTextFile(path);
for (const { section, head, rows } of providerTables) {
  const at = text.indexOf(`\n## ${section}\n`);
  const table = /^\|.*(?:\n\|.*)*/m.exec(text.slice(at));
  if (at < 0 || !table) {
    throw new Error(`Cannot update ${path}: it has no table under "## ${section}"`);
  }
  const start = at + table.index;
  const lines = [head, head.map(() => "---"), ...rows()].map(markdownRow);
  text = text.slice(0, start) + lines.join("\n") + text.slice(start + table[0].length);
}
await Deno.writeTextFile(path, text);
