/** The permissions of the search tasks, from the provider table. */
import type { Provider } from "../providers/provider.ts";
import { PROXY_VARIABLES } from "./connections.ts";
import { defaultHostOf, variablesOf } from "./provider_access.ts";

/** The host that frozen files are downloaded from. */
const DOWNLOAD_HOST = "raw.githubusercontent.com";

/** Permission flags of `search`, which can ask any of the providers and download the questions. */
export function searchPermissions(providers: readonly Provider[]): string[] {
  const hosts = [...hostsOf(providers), DOWNLOAD_HOST];
  const variables = [
    ...new Set(providers.flatMap(variablesOf)),
    "ARTIFACT_BASE_URL",
    ...PROXY_VARIABLES,
  ];
  return [
    ...listed("net", hosts),
    ...listed("env", variables),
    "--allow-read",
    "--allow-write=runs,data",
  ];
}

/** Permission flags of `search:PROVIDER`: its host, its variables, this folder, and `runs` to write to. */
export function providerPermissions(provider: Provider): string[] {
  return [
    ...listed("net", hostsOf([provider])),
    ...listed("env", [
      ...variablesOf(provider),
      ...(isOwnServer(provider) ? PROXY_VARIABLES : []),
    ]),
    "--allow-read=.",
    "--allow-write=runs",
  ];
}

/** A server of the user's may be on this machine and asked in plain http, which must not go by a proxy. */
function isOwnServer(provider: Provider): boolean {
  return provider.kind === "http" && provider.baseUrl.default === null;
}

/** The permissions that a search needs whose provider stands among the arguments; those of `search` where none does. */
export function permissionsFor(
  args: readonly string[],
  providers: readonly Provider[],
): string[] {
  const provider = providers.find(({ name }) => args.includes(name));
  return provider ? providerPermissions(provider) : searchPermissions(providers);
}

/** The hosts that the tasks are granted by name. */
export function grantedHosts(providers: readonly Provider[]): string[] {
  return [...hostsOf(providers), DOWNLOAD_HOST];
}

/** The search tasks of deno.json by name. */
export function searchTasks(
  providers: readonly Provider[],
): Record<string, { description: string; command: string }> {
  const command = (permissions: string[], ...words: string[]) =>
    ["deno run --no-prompt", ...permissions, "search.ts", ...words].join(" ");
  const own = providers.map((provider) => {
    const host = defaultHostOf(provider);
    return [`search:${provider.name}`, {
      description: `Ask ${provider.label}; ` +
        (host
          ? `network: ${host} only`
          : provider.kind === "local"
          ? "no network"
          : "network: grant your host with --allow-net"),
      command: command(providerPermissions(provider), provider.name),
    }] as const;
  });
  return {
    search: {
      description: "Ask a search provider the questions of a benchmark (search PROVIDER)",
      command: command(searchPermissions(providers)),
    },
    ...Object.fromEntries(own),
  };
}

function hostsOf(providers: readonly Provider[]): string[] {
  return [...new Set(providers.map(defaultHostOf))].filter((host) => host !== null);
}

function listed(kind: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`--allow-${kind}=${values.join(",")}`];
}
