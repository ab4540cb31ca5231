import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/dotenv/parse";
import { providers } from "../../lib/providers/registry.ts";

const text = await Deno.readTextFile(new URL("../../.env.example", import.meta.url));
const example = parse(text);

Deno.test(".env.example lists every variable that a provider reads, with its default address", () => {
  for (const provider of providers) {
    if (provider.kind !== "http") continue;
    const { key, baseUrl, variables = [] } = provider;
    const names = [
      ...key.place.kind === "none" ? [] : [key.variable, ...key.fallbacks ?? []],
      baseUrl.variable,
      ...variables,
    ];
    for (const name of names) assert(name in example, `${name} of ${provider.name}`);
    if (baseUrl.default !== null) {
      assert(
        text.includes(`# Default ${baseUrl.default}\n${baseUrl.variable}=\n`),
        baseUrl.variable,
      );
    }
  }
});

Deno.test(".env.example holds no value", () => {
  assertEquals(Object.values(example).filter((value) => value !== ""), []);
});
