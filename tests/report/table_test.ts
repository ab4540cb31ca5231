import { assertEquals } from "@std/assert";
import { renderTable, tableFormats } from "../../lib/report/table.ts";

const of = (...names: string[]) => ({ head: ["Name"], rows: names.map((name) => [name]) });

Deno.test("a row is one line without control characters in every format, whatever a name holds", () => {
  for (const format of tableFormats) {
    const lines = (name: string) => renderTable(of(name), format).split("\n");
    const plain = lines("plain");
    for (const name of ["a\nb", "a\r\nb", "\u2028a", "\u001b[31ma", "\u009b31m", "a\u202eb"]) {
      const text = renderTable(of(name), format);
      assertEquals(text.split("\n").length, plain.length, `${format} ${JSON.stringify(name)}`);
      assertEquals(/[\p{Cc}\u2028\u202e]/u.exec(text.replaceAll("\n", "")), null);
    }
  }
});

Deno.test("a LaTeX row that starts with a bracket or a star is no option of the row before", () => {
  const rows = renderTable(of("[a]", "*b", "c [d]"), "latex").split("\n").slice(4, 7);
  assertEquals(rows, ["{}[a] \\\\", "{}*b \\\\", "c [d] \\\\"]);
});

Deno.test("a CSV field that starts like a formula is text, and one with commas or quotes is quoted", () => {
  const rows = renderTable(of("=1+1", 'a "b", c', "-x"), "csv").split("\n");
  assertEquals(rows, ["Name", "'=1+1", '"a ""b"", c"', "'-x", ""]);
});
