/** NCBI as this program reaches it: addresses and key from the environment, pace, retries. */
import { PROGRAM } from "../benchmark/program.ts";
import type { NcbiNetwork } from "../ncbi/ask_ncbi.ts";
import { createHttpClient } from "./http_client.ts";
import { createNcbiTransport } from "./ncbi_transport.ts";
import { checkEndpoint } from "./page_url.ts";
import type { Environment } from "./provider_access.ts";
import { createRedactor } from "./redact.ts";
import { sleep } from "./sleep.ts";
import { userAgent } from "./user_agent.ts";

/** Seconds before ids that were refused or passed over are asked again. */
const SECOND_THOUGHTS = 5;

const BASE_URLS = {
  eutils: ["NCBI_EUTILS_BASE_URL", "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"],
  idconv: ["PMC_IDCONV_BASE_URL", "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1"],
} as const;

/** What the network is made of. */
export interface NcbiNetworkOptions {
  /** Reads a variable. */
  environment: Environment;
  /** The user's address, which NCBI wants. */
  email: string;
  /** Told before each pause of a retry. */
  notice: (text: string) => void;
}

/**
 * Makes the network; dispose of it when the last request is through.
 *
 * @throws {Error} naming the variable whose address cannot be used.
 */
export function createNcbiNetwork(
  { environment, email, notice }: NcbiNetworkOptions,
): NcbiNetwork & Disposable {
  // As for a search: white space around a value is none of it.
  const valueOf = (name: string) => environment(name)?.trim() || undefined;
  const apiKey = valueOf("NCBI_API_KEY");
  const baseUrl = ([variable, otherwise]: readonly [string, string]) =>
    checkEndpoint(valueOf(variable) ?? otherwise, variable).href.replace(/\/*$/, "/");
  const baseUrls = { eutils: baseUrl(BASE_URLS.eutils), idconv: baseUrl(BASE_URLS.idconv) };
  const client = createHttpClient({ userAgent: userAgent(email) });
  return {
    transport: createNcbiTransport({
      send: client.send,
      baseUrls,
      hasKey: apiKey !== undefined,
      clean: createRedactor([apiKey]).clean,
      onRetry: (message, seconds) => notice(`${message}; trying again in ${seconds.toFixed(1)} s`),
    }),
    contact: { tool: PROGRAM, email, ...(apiKey !== undefined && { apiKey }) },
    // Enough to keep the pace where an answer takes a second.
    concurrency: apiKey === undefined ? 3 : 8,
    pause: (signal) => sleep(SECOND_THOUGHTS * 1000, signal),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
