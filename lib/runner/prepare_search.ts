/** Making sure, before anything is opened or asked, that a search can be done. */
import type { HttpProvider, Provider } from "../providers/provider.ts";
import { checkEndpoint, type Endpoint } from "./page_url.ts";
import { type Environment, environmentOf, keyOf, secretsOf } from "./provider_access.ts";
import { createRedactor, type Redactor } from "./redact.ts";

/** A provider that is ready to be asked. */
export interface PreparedSearch {
  provider: Provider;
  /** Every setting of the adapter. */
  settings: Record<string, string>;
  redactor: Redactor;
  /** How it is reached; null for the built-in engine. */
  http: { provider: HttpProvider; endpoint: Endpoint; rate: number } | null;
}

/**
 * Checks base URL and key.
 *
 * @param settings Every setting of the adapter, as resolveSettings gives them.
 * @param options `rate`: requests per second instead of the provider's own;
 * `needsKey`: false for a dry run, which asks nothing.
 * @throws {Error} that says what is missing or wrong and how to mend it.
 */
export function prepareSearch(
  provider: Provider,
  settings: Record<string, string>,
  environment: Environment,
  options: { rate?: number | undefined; needsKey: boolean },
): PreparedSearch {
  const redactor = createRedactor(secretsOf(provider, environment));
  for (const [name, value] of Object.entries(settings)) {
    // Settings are recorded as they are: a run that was begun with others is refused.
    if (redactor.cleanData(value) !== value) {
      throw new Error(
        `Cannot use the setting ${name}: it contains the key or the password, and settings are recorded; give it another value`,
      );
    }
  }
  if (provider.kind === "local") return { provider, settings, redactor, http: null };
  const values = environmentOf(provider, environment);
  const key = options.needsKey ? keyOf(provider, environment) : undefined;
  const hasKey = key !== undefined || !options.needsKey && keyIsSet(provider, environment);
  const { variable, default: fallback } = provider.baseUrl;
  const base = environment(variable)?.trim() || fallback;
  if (base === null) {
    throw new Error(
      `Cannot search with ${provider.label}: no address; set ${variable} in the environment or in .env`,
    );
  }
  return {
    provider,
    settings,
    redactor,
    http: {
      provider,
      rate: options.rate ??
        (typeof provider.rate === "function" ? provider.rate(hasKey) : provider.rate),
      endpoint: {
        provider,
        baseUrl: checkEndpoint(base, variable),
        key,
        authHeaders: provider.authHeaders?.(values) ?? {},
      },
    },
  };
}

function keyIsSet(provider: HttpProvider, environment: Environment): boolean {
  return keyOf({ ...provider, key: { ...provider.key, required: false } }, environment) !==
    undefined;
}
