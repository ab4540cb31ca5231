import { assertEquals } from "@std/assert";
import { differenceText, intervalText, scoreText } from "../../../lib/report/html/figures.ts";
import { markup } from "../../../lib/report/html/markup.ts";

Deno.test("scores have three decimals, halves rounded to even as everywhere in the program", () => {
  assertEquals([0.0625, 0.1875, 1, null].map((score) => scoreText(score)), [
    "0.062",
    "0.188",
    "1.000",
    "–",
  ]);
});

Deno.test("differences carry their sign, but none where they round to zero", () => {
  assertEquals([0.0987, -0.25, 0, -0.0001, null].map(differenceText), [
    "+0.099",
    "\u22120.250",
    "0.000",
    "0.000",
    "–",
  ]);
  assertEquals(intervalText(-0.01, 0.02, differenceText), "[\u22120.010, +0.020]");
  assertEquals(intervalText(null, 0.02), "");
});

Deno.test("markup escapes text, keeps markup, and leaves out what is not there", () => {
  const inner = markup`<b title="${'"<'}">${"a&b"}</b>`;
  assertEquals(
    String(markup`${inner}${[1, inner]}${null}${false}${undefined}`),
    '<b title="&quot;&lt;">a&amp;b</b>1<b title="&quot;&lt;">a&amp;b</b>',
  );
});
