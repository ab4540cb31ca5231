/** The flags that give settings of an adapter. */
import type { Provider } from "../providers/provider.ts";
import { resolveSettings } from "../providers/settings.ts";
import { type Environment, environmentOf } from "../runner/provider_access.ts";
import { UsageError } from "./usage_error.ts";

/** The values of those flags. */
interface SettingFlags {
  set: readonly string[];
  email?: string | undefined;
}

/**
 * Reads `--set KEY=VALUE`, and `--email`, which is the setting of that name,
 * and fills in the other settings of the provider.
 *
 * @throws {UsageError} for what has no `=`, a key that is given twice or that
 * the provider has not, and a value that it does not take.
 */
export function readSettings(
  values: SettingFlags,
  provider: Provider,
  environment: Environment,
): Record<string, string> {
  const given = settingsOf(values);
  try {
    return resolveSettings(provider, given, environmentOf(provider, environment));
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}

/**
 * Reads the flags alone.
 *
 * @throws {UsageError} for what has no `=`, and for a key that is given twice.
 */
export function settingsOf(values: SettingFlags): Record<string, string> {
  const settings: Record<string, string> = {};
  const add = (name: string, value: string) => {
    if (Object.hasOwn(settings, name)) {
      throw new UsageError(
        `Cannot set ${name}=${value}: it was given before, as ${settings[name]}`,
      );
    }
    settings[name] = value;
  };
  for (const text of values.set) {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`Cannot use --set ${text}: it takes KEY=VALUE`);
    add(text.slice(0, at), text.slice(at + 1));
  }
  if (values.email !== undefined) add("email", values.email);
  return settings;
}
