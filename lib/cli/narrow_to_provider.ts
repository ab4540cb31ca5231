/** What a search may reach: its provider, nothing else. */
import { providers } from "../providers/registry.ts";
import { narrowNetwork, requireNetwork } from "../runner/narrow_network.ts";
import type { PreparedSearch } from "../runner/prepare_search.ts";
import { grantedHosts } from "../runner/search_permissions.ts";
import { printNotice } from "./output.ts";

/**
 * Gives up every known host but the provider's, before the first request.
 *
 * @throws {Error} where the provider is asked over the network and --offline forbids it.
 * @throws {Deno.errors.NotCapable} where its host is not granted.
 */
export async function narrowToProvider(
  { http }: PreparedSearch,
  offline: boolean,
): Promise<void> {
  if (http && offline) {
    throw new Error(
      `Cannot search with ${http.provider.name} --offline: it is asked over the network`,
    );
  }
  const host = http?.endpoint.baseUrl.host ?? null;
  const everything = await narrowNetwork(host, grantedHosts(providers));
  if (everything && http) {
    printNotice(
      `the whole network was granted and cannot be given up; deno task search:${http.provider.name} grants one host`,
    );
  }
  if (http) await requireNetwork(http.endpoint.baseUrl);
}
