import { assert, assertEquals, assertThrows } from "@std/assert";
import { findProvider, providers } from "../../lib/providers/registry.ts";
import { resolveSettings } from "../../lib/providers/settings.ts";

Deno.test("the table holds the ten published providers and this project's four own", () => {
  const named = (role: string) => providers.filter((p) => p.role === role).map((p) => p.name);
  assertEquals(named("published"), [
    "elicit",
    "consensus",
    "semantic_scholar",
    "openalex_keyword",
    "openalex_semantic",
    "google_scholar",
    "exa",
    "brave",
    "parallel",
    "perplexity",
  ]);
  assertEquals(named("baseline"), ["local", "pubmed", "europe_pmc", "opensearch"]);
});

Deno.test("calls and depths are those of the published run", () => {
  const facts = providers.filter((p) => p.kind === "http" && p.role === "published").map((p) =>
    p.kind === "http" ? [p.name, p.depth, p.callsPerQuestion, p.query, p.filtersYear] : []
  );
  assertEquals(facts, [
    ["elicit", 200, 1, "question", true],
    ["consensus", 20, 1, "question", true],
    ["semantic_scholar", 200, 2, "semantic_scholar", true],
    ["openalex_keyword", 200, 2, "openalex_keyword", true],
    ["openalex_semantic", 50, 1, "question", true],
    ["google_scholar", 200, 10, "google_scholar", true],
    ["exa", 100, 1, "question", true],
    ["brave", 100, 5, "question", false],
    ["parallel", 20, 1, "question", false],
    ["perplexity", 20, 1, "question", false],
  ]);
});

for (const provider of providers) {
  Deno.test(`${provider.name}: its declaration is whole`, () => {
    const names = provider.settings.map(({ name }) => name);
    assertEquals(new Set(names).size, names.length, "settings have names of their own");
    for (const { about, name, default: value, values } of provider.settings) {
      assert(about.length > 10 && /^[a-z_]+$/.test(name), name);
      assert(!values || values.includes(value), `${name}: the default is one of the values`);
    }
    const given: Record<string, string> = provider.name === "opensearch" ? { index: "i" } : {};
    assertEquals(Object.keys(resolveSettings(provider, given)), names);
    if (provider.kind !== "http") return;
    const { baseUrl, price, rate, key } = provider;
    assert(baseUrl.default === null || /^https:\/\/[^/]+(\/.*)?[^/]$/.test(baseUrl.default));
    assert(/^\d{4}(-\d\d(-\d\d)?)?$/.test(price.date) && price.source !== "" && price.note !== "");
    assert((typeof rate === "number" ? rate : rate(false)) > 0);
    assert(/^[A-Z_]+$/.test(key.variable));
    assert((provider.maxCallsPerQuestion ?? Infinity) >= provider.callsPerQuestion);
  });
}

Deno.test("an unknown provider names the nearest and the list", () => {
  assertEquals(findProvider("brave").name, "brave");
  const error = assertThrows(() => findProvider("openalex_keywords"), Error);
  assert(error.message.startsWith('Cannot search with provider "openalex_keywords"'));
  assert(error.message.includes('did you mean "openalex_keyword"?'));
  assert(error.message.includes("elicit, consensus, semantic_scholar"));
  const far = assertThrows(() => findProvider("zzzzzz"), Error);
  assert(far.message.includes("none of that name; there are: elicit, consensus"));
});
