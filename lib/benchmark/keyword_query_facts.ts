/** Comparing a frozen file's keyword queries with what its manifest says of them. */
import type { KeywordQueryCount } from "./keyword_query_summary.ts";
import type { KeywordQueryFacts } from "./manifest.ts";

/**
 * Compares counts with the manifest. Models are compared by how many queries
 * each wrote: the manifest has their names for readers, the file may have
 * identifiers.
 *
 * @returns What differs, one phrase each; empty where all is as recorded.
 */
export function keywordQueryDifferences(
  count: KeywordQueryCount,
  facts: KeywordQueryFacts,
): string[] {
  const { rows, providers, models } = count.summary();
  const differences: string[] = [];
  const compare = (what: string, found: number, recorded: number) => {
    if (found !== recorded) differences.push(`${what}: ${found} instead of ${recorded}`);
  };
  compare("queries", rows, facts.total);
  for (const name of keys(providers, facts.by_provider)) {
    compare(`queries for ${name}`, providers[name] ?? 0, facts.by_provider[name] ?? 0);
  }
  const [found, recorded] = [descending(models), descending(facts.by_model)];
  if (found !== recorded) {
    differences.push(`queries by model: ${found || "none"} instead of ${recorded}`);
  }
  const sent = Object.fromEntries(count.differingByProvider);
  for (const name of keys(sent, facts.request_query_differs)) {
    compare(
      `${name} queries sent otherwise than generated`,
      sent[name] ?? 0,
      facts.request_query_differs[name] ?? 0,
    );
  }
  return differences;
}

/** The recorded counts in one sentence. */
export function factsText(facts: KeywordQueryFacts): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ");
  return `${facts.total} queries (${list(facts.by_provider)}), by model ${
    list(facts.by_model)
  }, sent otherwise than generated ${list(facts.request_query_differs)}`;
}

function keys(...counts: Record<string, number>[]): Set<string> {
  return new Set(counts.flatMap((each) => Object.keys(each)));
}

function descending(counts: Record<string, number>): string {
  return Object.values(counts).sort((a, b) => b - a).join(" + ");
}
