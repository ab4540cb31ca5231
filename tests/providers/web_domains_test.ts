import { assertEquals, assertThrows } from "@std/assert";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import { findProvider } from "../../lib/providers/registry.ts";
import { answer, firstPage, walk } from "./walk.ts";

function set(name: string, domains: string) {
  return firstPage(findProvider(name) as HttpProvider, "q", 2014, { domains });
}
const many = (count: number) => Array.from({ length: count }, (_, n) => `s${n}.org`).join(",");

Deno.test("sites that the provider could not use are refused", () => {
  const wrong = [
    "https://pubmed.ncbi.nlm.nih.gov",
    "pubmed.ncbi.nlm.nih.gov/",
    "example.org:443",
    "example",
    "a b.org",
    "example.org\n$boost",
    "*.example.org",
    `${"a.".repeat(130)}org`,
  ];
  for (const name of ["brave", "parallel", "perplexity"]) {
    for (const domains of wrong) {
      assertThrows(() => set(name, domains), Error, "is no host name");
      assertThrows(() => set(name, `example.org,${domains}`), Error, "is no host name");
    }
    assertThrows(() => set(name, " , "), Error, "at least one item");
    assertThrows(() => set(name, ""), Error, "must not be empty");
  }
});

Deno.test("no more sites than the provider takes", () => {
  set("perplexity", many(20));
  assertThrows(() => set("perplexity", many(21)), Error, "20 sites at the most");
  set("parallel", many(200));
  assertThrows(() => set("parallel", many(201)), Error, "200 sites at the most");
});

Deno.test("Perplexity searches sites or leaves sites out, never both; the others only search", () => {
  assertThrows(() => set("perplexity", "a.org,-b.org"), Error, "cannot be mixed");
  assertThrows(() => set("brave", "-b.org"), Error, "is no host name");
  assertThrows(() => set("parallel", "-b.org"), Error, "is no host name");
  const perplexity = findProvider("perplexity") as HttpProvider;
  const results = ["https://a.org/1", "https://www.B.org/2"].map((url) => ({ url, title: "T" }));
  const asked = (domains: string) =>
    walk(perplexity, set("perplexity", domains), [answer({ results })]);
  const out = asked("-B.org,-c.org");
  assertEquals(
    (out.calls[0]!.body as { search_domain_filter: string[] }).search_domain_filter,
    ["-b.org", "-c.org"],
  );
  assertEquals(out.notices, ["1 of 2 results are in -b.org, -c.org"]);
  assertEquals(asked("www.a.org").notices, ["1 of 2 results are outside www.a.org"]);
  assertEquals(asked("-d.org").notices, []);
});
