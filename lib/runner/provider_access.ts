/** What a provider may touch: its host, its variables. */
import type { HttpProvider, Provider } from "../providers/provider.ts";

/** Looks up an environment variable. */
export type Lookup = (name: string) => string | undefined;

/** Every environment variable that a provider reads. */
export function variablesOf(provider: Provider): string[] {
  const own = provider.kind === "local" ? [] : [
    provider.key.variable,
    ...provider.key.fallbacks ?? [],
    provider.baseUrl.variable,
    ...provider.variables ?? [],
  ];
  const ofSettings = provider.settings.flatMap((setting) => setting.variable ?? []);
  return [...new Set([...own, ...ofSettings])].filter((name) => name !== "");
}

/** The host of a provider's default base URL; null where there is none. */
export function defaultHostOf(provider: Provider): string | null {
  return provider.kind === "local" || provider.baseUrl.default === null
    ? null
    : new URL(provider.baseUrl.default).host;
}

/**
 * Finds the key of a provider.
 *
 * @returns Undefined where there is none and none is needed.
 * @throws {Error} where a required key is missing.
 */
export function keyOf(provider: HttpProvider, lookup: Lookup): string | undefined {
  const names = [provider.key.variable, ...provider.key.fallbacks ?? []];
  for (const name of names) {
    const value = lookup(name)?.trim();
    if (value) return value;
  }
  if (!provider.key.required) return undefined;
  throw new Error(
    `Cannot search with ${provider.label}: no API key; set ${
      names[0]
    } in the environment or in .env`,
  );
}

/** Values that must never be written or printed. */
export function secretsOf(provider: Provider, lookup: Lookup): (string | undefined)[] {
  if (provider.kind === "local") return [];
  const names = [
    provider.key.variable,
    ...provider.key.fallbacks ?? [],
    ...provider.secretVariables ?? [],
  ];
  return names.flatMap((name) => [lookup(name), lookup(name)?.trim()]);
}
