/** What a provider may touch: its host, its variables. */
import type { HttpProvider, Provider } from "../providers/provider.ts";

/** Looks an environment variable up; an empty value counts as none. */
export type Environment = (name: string) => string | undefined;

/** Every environment variable that a provider reads. */
export function variablesOf(provider: Provider): string[] {
  const own = provider.kind === "local" ? [] : [
    ...keyVariablesOf(provider),
    provider.baseUrl.variable,
    ...provider.variables ?? [],
  ];
  const ofSettings = provider.settings.flatMap((setting) => setting.variable ?? []);
  return [...new Set([...own, ...ofSettings])];
}

/** The values of those variables. */
export function environmentOf(
  provider: Provider,
  environment: Environment,
): Record<string, string | undefined> {
  return Object.fromEntries(variablesOf(provider).map((name) => [name, environment(name)]));
}

/** The variables that may hold the key, in the order in which they are tried; none where there is no key. */
function keyVariablesOf({ key }: HttpProvider): string[] {
  return key.place.kind === "none" ? [] : [key.variable, ...key.fallbacks ?? []];
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
export function keyOf(provider: HttpProvider, environment: Environment): string | undefined {
  const names = keyVariablesOf(provider);
  for (const name of names) {
    const value = environment(name)?.trim();
    if (!value) continue;
    if (!/^[\x20-\x7e]+$/.test(value)) {
      throw new Error(
        `Cannot use the key in ${name}: it has characters that no key has, such as a line break or a curly quote; copy it again`,
      );
    }
    return value;
  }
  if (!provider.key.required) return undefined;
  throw new Error(
    `Cannot search with ${provider.label}: no API key; set ${
      names[0]
    } in the environment or in .env`,
  );
}

/** Values that must never be written or printed. */
export function secretsOf(provider: Provider, environment: Environment): (string | undefined)[] {
  if (provider.kind === "local") return [];
  const names = [...keyVariablesOf(provider), ...provider.secretVariables ?? []];
  return names.flatMap((name) => [environment(name), environment(name)?.trim()]);
}
