/** The provider table: adding a provider is one file, one row here, one test. */
import { nearest } from "../scoring/nearest.ts";
import type { Provider } from "./provider.ts";
import { brave } from "./brave.ts";
import { consensus } from "./consensus.ts";
import { elicit } from "./elicit.ts";
import { europe_pmc } from "./europe_pmc.ts";
import { exa } from "./exa.ts";
import { google_scholar } from "./google_scholar.ts";
import { local } from "./local.ts";
import { openalex_keyword } from "./openalex_keyword.ts";
import { openalex_semantic } from "./openalex_semantic.ts";
import { opensearch } from "./opensearch.ts";
import { parallel } from "./parallel.ts";
import { perplexity } from "./perplexity.ts";
import { pubmed } from "./pubmed.ts";
import { semantic_scholar } from "./semantic_scholar.ts";

/** Every search provider, in the order of help texts and tables. */
export const providers: readonly Provider[] = [
  elicit,
  consensus,
  semantic_scholar,
  openalex_keyword,
  openalex_semantic,
  google_scholar,
  exa,
  brave,
  parallel,
  perplexity,
  local,
  pubmed,
  europe_pmc,
  opensearch,
];

/**
 * Looks a provider up by its name.
 *
 * @param name As in commands and files, e.g. `openalex_keyword`.
 * @throws {Error} for an unknown name, with the nearest one and the list.
 */
export function findProvider(name: string): Provider {
  const found = providers.find((provider) => provider.name === name);
  if (found) return found;
  const names = providers.map((provider) => provider.name);
  const near = nearest(name, names);
  throw new Error(
    `Cannot search with provider "${name}": there is none of that name; ` +
      `${near === undefined ? "there" : `did you mean "${near}"? There`} are: ${names.join(", ")}`,
  );
}
