import { assertEquals, assertMatch } from "@std/assert";
import type { RunRow } from "../../lib/benchmark/run_row.ts";
import { providers } from "../../lib/providers/registry.ts";
import { ResolutionWatch } from "../../lib/report/resolution_note.ts";

function note(provider: string, candidates: Record<string, unknown>[], file: string) {
  const watch = new ResolutionWatch(providers);
  watch.add({ questionId: "q", provider, candidates: candidates as never, row: {} } as RunRow);
  return watch.note([file]);
}
const page = { rank: 1, pmid: null, pmcid: "PMC1" };
const resolved = { rank: 2, pmid: "11", pmcid: "PMC2" };
const pubmed = { rank: 3, pmid: "12", pmcid: null };

Deno.test("PMC pages without PMIDs are told, whatever the provider's filter", () => {
  assertMatch(
    note("brave", [page, pubmed], "runs/brave.jsonl") ?? "",
    /^runs\/brave\.jsonl does not seem to be resolved: 1 result with a PMCID .*resolve_pmcids/,
  );
  assertMatch(note("exa", [page, page], "runs/exa.jsonl") ?? "", /2 results with a PMCID/);
});

Deno.test("the few PMCIDs that NCBI does not know are no sign of an unresolved file", () => {
  assertEquals(note("brave", [page, resolved, resolved, pubmed], "mine.jsonl"), null);
  // Whose only PMCID is one of them: told to resolve it, the user would get the same file again.
  assertEquals(note("brave", [page], "runs/brave.resolved.jsonl"), null);
  assertEquals(note("exa", [page, page, pubmed], "runs/exa.resolved.jsonl.gz"), null);
});

Deno.test("without PMC pages the name tells, for providers that cannot filter years", () => {
  assertMatch(note("perplexity", [pubmed], "runs/p.jsonl") ?? "", /later than a question's cutoff/);
  assertEquals(note("perplexity", [pubmed], "runs/p.resolved.jsonl"), null);
  assertEquals(note("perplexity", [pubmed], "runs/p.resolved.jsonl.gz"), null);
  assertEquals(note("exa", [pubmed], "runs/exa.jsonl"), null);
});

Deno.test("a TREC run cannot be resolved, so nobody is told to", () => {
  const watch = new ResolutionWatch(providers);
  watch.add({ questionId: "q", provider: "brave", candidates: [pubmed] as never });
  assertEquals(watch.note(["runs/brave.trec"]), null);
});

Deno.test("other providers need no resolving", () => {
  assertEquals(note("elicit", [page], "runs/elicit.jsonl"), null);
  assertEquals(note("someone", [page], "x.jsonl"), null);
});
