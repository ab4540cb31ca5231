import { assertEquals, assertThrows } from "@std/assert";
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
