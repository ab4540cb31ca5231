/** The flags that give settings of an adapter. */
import { UsageError } from "./usage_error.ts";

/**
 * Reads `--set KEY=VALUE`, and `--email`, which is the setting of that name.
 *
 * @throws {UsageError} for what has no `=`, and for a key that is given twice.
 */
export function settingsOf(
  values: { set: readonly string[]; email?: string | undefined },
): Record<string, string> {
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
