/** Noticing that a web provider's results were not taken through resolve_pmcids. */
import { counted } from "../benchmark/counted.ts";
import type { RunRow } from "../benchmark/run_row.ts";
import type { Provider } from "../providers/provider.ts";

/** Looks at the rows of a run as they are scored. */
export class ResolutionWatch {
  readonly #web: ReadonlyMap<string, Provider>;
  #provider: Provider | undefined;
  /** Results with a PMCID: those that have a PMID as well, and those that do not. */
  #withPmid = 0;
  #withoutPmid = 0;

  /** @param providers The provider table. */
  constructor(providers: readonly Provider[]) {
    this.#web = new Map(providers.filter(({ web }) => web).map((each) => [each.name, each]));
  }

  /** Looks at a row; rows of providers that are no web search cost nothing. */
  add({ provider, candidates, row }: RunRow): void {
    const found = this.#web.get(provider ?? "");
    // Only JSON Lines can be resolved; a TREC run, an exported one for instance, names the provider too.
    if (!found || row === undefined) return;
    this.#provider = found;
    for (const candidate of candidates as { pmid?: unknown; pmcid?: unknown }[]) {
      if (typeof candidate.pmcid !== "string" || candidate.pmcid === "") continue;
      if (typeof candidate.pmid === "string" && candidate.pmid !== "") this.#withPmid++;
      else this.#withoutPmid++;
    }
  }

  /**
   * What to tell the user. A file that is named as resolve_pmcids names its
   * output was resolved: PMCIDs that are left are those that NCBI does not
   * know. In any other, a PMC page has a PMCID and no PMID until it is
   * resolved, when few are left so; where there is no such page nothing shows
   * that the year cutoff was applied.
   *
   * @param files Names of the run's files.
   * @returns The notice, or null where there is nothing to say.
   */
  note(files: readonly string[]): string | null {
    const provider = this.#provider;
    if (!provider || files.every((file) => /\.resolved\.[^/\\]*$/.test(file))) return null;
    const pages = this.#withoutPmid + this.#withPmid;
    const unresolved = this.#withoutPmid > this.#withPmid;
    if (!unresolved && (pages > 0 || provider.filtersYear)) return null;
    const why = unresolved
      ? `${counted(this.#withoutPmid, "result")} with a PMCID and no PMID, which gold is known by`
      : `${provider.label} cannot leave out papers later than a question's cutoff`;
    return `${files.join(", ")} does not seem to be resolved: ${why}; ` +
      `deno task resolve_pmcids --results ${files[0]} --email YOU@EXAMPLE.ORG mends that`;
  }
}
