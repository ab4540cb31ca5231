import { assertEquals, assertThrows } from "@std/assert";
import type { Provider } from "../../lib/providers/provider.ts";
import { findProvider, providers } from "../../lib/providers/registry.ts";
import {
  commaList,
  resolveSettings,
  someItems,
  wholeNumber,
} from "../../lib/providers/settings.ts";

const provider = {
  name: "example",
  settings: [
    { name: "mode", default: "fast", about: "Mode.", values: ["fast", "deep"] },
    {
      name: "size",
      default: "20",
      about: "Size.",
      check: wholeNumber(1, 20),
    },
    {
      name: "index",
      default: "",
      about: "Index.",
      variable: "EXAMPLE_INDEX",
      required: true,
    },
  ],
};

Deno.test("settings are filled with defaults; --set wins over the environment", () => {
  const environment = { EXAMPLE_INDEX: "papers" };
  assertEquals(resolveSettings(provider, {}, environment), {
    mode: "fast",
    size: "20",
    index: "papers",
  });
  assertEquals(
    resolveSettings(provider, { index: "mine", mode: "deep" }, environment),
    { mode: "deep", size: "20", index: "mine" },
  );
});

Deno.test("an unknown setting names the nearest one", () => {
  assertThrows(
    () => resolveSettings(provider, { mod: "fast", index: "i" }),
    Error,
    'Cannot set "mod": example has no such setting; did you mean "mode"? It has: mode, size, index',
  );
});

Deno.test("a value that is not allowed says which are", () => {
  assertThrows(
    () => resolveSettings(provider, { mode: "slow", index: "i" }),
    Error,
    'Cannot set mode="slow": it must be one of fast, deep',
  );
  assertThrows(
    () => resolveSettings(provider, { size: "21", index: "i" }),
    Error,
    'Cannot set size="21": it must be a whole number from 1 to 20',
  );
});

Deno.test("a required setting without a value says where to give it", () => {
  assertThrows(
    () => resolveSettings(provider),
    Error,
    "pass --set index=VALUE or set EXAMPLE_INDEX",
  );
});

Deno.test("comma lists are trimmed and must have an item where asked", () => {
  assertEquals(commaList(" a, b ,,"), ["a", "b"]);
  assertThrows(() => someItems(" , "), Error, "at least one item");
});

Deno.test("an empty value is refused wherever it has no meaning of its own", () => {
  const meanings: Record<string, string[]> = {
    perplexity: ["max_tokens_per_page"],
    parallel: ["max_chars_per_result"],
    opensearch: ["tie_break"],
    pubmed: ["email"],
  };
  for (const provider of providers) {
    const given: Record<string, string> = provider.name === "opensearch" ? { index: "i" } : {};
    for (const { name } of provider.settings) {
      const set = (value: string) => () =>
        resolveSettings(provider as Provider, { ...given, [name]: value });
      if (meanings[provider.name]?.includes(name)) set("")();
      else assertThrows(set(""), Error, name);
      assertThrows(set("  "), Error, name);
    }
  }
});

Deno.test("fields without which no result could be read cannot be left out", () => {
  const refused = (name: string, set: Record<string, string>, message: string) =>
    assertThrows(() => resolveSettings(findProvider(name), set), Error, message);
  refused("openalex_keyword", { select: "id,doi,ids" }, "it must name title or display_name");
  refused("openalex_semantic", { select: "id,title,ids" }, "it must name doi");
  refused("semantic_scholar", { fields: "paperId,title" }, "it must name externalIds");
  resolveSettings(findProvider("openalex_keyword"), { select: "doi,ids,display_name" });
  resolveSettings(findProvider("semantic_scholar"), { fields: "title,externalIds" });
});
