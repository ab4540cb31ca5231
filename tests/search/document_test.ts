/** docs/search.md says what the program does. */
import { assertStringIncludes } from "@std/assert";
import { providers } from "../../lib/providers/registry.ts";

Deno.test("every setting of every provider is listed with its default and what it does", async () => {
  const text = await Deno.readTextFile(new URL("../../docs/search.md", import.meta.url));
  // The formatter pads the cells of tables.
  const document = text.replace(/ +\|/g, " |").replace(/\s+/g, " ");
  const cell = (value: string) => value.replaceAll("|", "\\|");
  for (const provider of providers) {
    for (const { name, default: value, about, values } of provider.settings) {
      const shown = value === "" ? "–" : `\`${cell(value)}\``;
      const allowed = values ? ` (${values.join(", ")})` : "";
      assertStringIncludes(
        document,
        `| ${provider.name} | ${name} | ${shown} | ${cell(about)}${allowed} |`,
      );
    }
  }
});
