import { assertEquals } from "@std/assert";
import { pageTitle, plainTitle } from "../../lib/providers/titles.ts";

Deno.test("entities are decoded once and formatting tags removed, other text stays", () => {
  assertEquals(plainTitle("&lt;i&gt;TP53&lt;/i&gt; &amp; p &lt; 0.05"), "TP53 & p < 0.05");
  assertEquals(plainTitle("H<sub>2</sub>O &amp;lt;"), "H2O &lt;");
  assertEquals(plainTitle("a <b c"), "a <b c");
});

Deno.test("names of sites go from the end of a page's title, and only from there", () => {
  assertEquals(pageTitle("Caffeine for apnea - PubMed"), "Caffeine for apnea");
  assertEquals(pageTitle("Caffeine for apnea - PMC - NCBI"), "Caffeine for apnea");
  assertEquals(pageTitle("Caffeine for apnea | Nature Medicine"), "Caffeine for apnea");
  assertEquals(pageTitle("PubMed - a guide"), "PubMed - a guide");
  assertEquals(pageTitle("Searching PubMed"), "Searching PubMed");
  assertEquals(pageTitle("Dose-response - a review"), "Dose-response - a review");
});

Deno.test("an absurdly long text is left alone instead of being searched for minutes", () => {
  const text = `a${" ".repeat(1e6)}&amp;b`;
  assertEquals(pageTitle(text), text);
  assertEquals(plainTitle(text), text);
});
