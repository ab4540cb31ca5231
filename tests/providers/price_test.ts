import { assertEquals, assertStringIncludes } from "@std/assert";
import { priceUnder } from "../../lib/providers/price.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import { findProvider, providers } from "../../lib/providers/registry.ts";
import { resolveSettings } from "../../lib/providers/settings.ts";

function priceOf(name: string, set: Record<string, string>) {
  const provider = findProvider(name) as HttpProvider;
  return priceUnder(provider, resolveSettings(provider, set));
}

Deno.test("under the default settings a call costs what is declared", () => {
  for (const provider of providers) {
    if (provider.kind === "local") continue;
    const set: Record<string, string> = provider.name === "opensearch" ? { index: "i" } : {};
    assertEquals(priceOf(provider.name, set), provider.price);
  }
});

Deno.test("fewer results and cheaper modes cost less", () => {
  const rows: [string, Record<string, string>, number | null][] = [
    ["exa", { num_results: "10" }, 0.007],
    ["exa", { num_results: "1" }, 0.007],
    ["exa", { num_results: "11", type: "fast" }, 0.008],
    ["exa", { type: "deep" }, null],
    ["exa", { type: "deep-reasoning", num_results: "10" }, null],
    ["parallel", { mode: "turbo", max_results: "10" }, 0.001],
    ["parallel", { mode: "fast" }, 0.011],
    ["parallel", { mode: "basic", max_results: "5" }, 0.005],
    ["perplexity", { max_results: "5" }, 0.005],
  ];
  for (const [name, set, usd] of rows) {
    assertEquals(priceOf(name, set).usdPerCall, usd, `${name} ${JSON.stringify(set)}`);
  }
});

Deno.test("the note says which settings made the price", () => {
  assertStringIncludes(priceOf("exa", { num_results: "10" }).note, "with num_results=10; ");
  assertStringIncludes(priceOf("exa", { type: "deep" }).note, "unknown with type=deep; ");
});
