/** Settings of an adapter: defaults, `--set NAME=VALUE`, environment variables. */
import { nearest } from "../scoring/nearest.ts";
import type { HttpProvider, Provider, Setting } from "./provider.ts";
import type { PageContext } from "./page.ts";

/**
 * Fills in every setting of a provider and checks it: a given value wins over
 * the setting's environment variable, which wins over the default.
 *
 * @param provider Whose settings.
 * @param given Values from `--set`, by name.
 * @param environment Process environment over `.env`.
 * @returns Every setting of the provider, by name.
 * @throws {Error} for an unknown name (with the nearest one), a value that is not allowed, a required value that is missing, or values that do not go together.
 */
export function resolveSettings(
  provider: Pick<Provider, "name" | "settings"> & Pick<HttpProvider, "checkSettings">,
  given: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const names = provider.settings.map((setting) => setting.name);
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw unknownSetting(provider.name, name, names);
  }
  const resolved = Object.fromEntries(provider.settings.map((setting) => {
    const fromVariable = setting.variable && environment[setting.variable];
    const value = Object.hasOwn(given, setting.name)
      ? given[setting.name]!
      : fromVariable || setting.default;
    checkSetting(setting, value);
    return [setting.name, value];
  }));
  provider.checkSettings?.(resolved);
  return resolved;
}

function unknownSetting(
  provider: string,
  name: string,
  names: string[],
): Error {
  const near = nearest(name, names);
  const remedy = names.length === 0
    ? "it has no settings"
    : `${near === undefined ? "it" : `did you mean "${near}"? It`} has: ${names.join(", ")}`;
  return new Error(
    `Cannot set "${name}": ${provider} has no such setting; ${remedy}`,
  );
}

function checkSetting(setting: Setting, value: string): void {
  const { name, values, check, required, variable } = setting;
  if (value.trim() === "") {
    if (required) {
      throw new Error(
        `Cannot search without the setting "${name}" (${setting.about}): pass --set ${name}=VALUE` +
          (variable ? ` or set ${variable}` : ""),
      );
    }
    if (value === "" && (setting.default === "" || setting.mayBeEmpty)) return;
    throw new Error(`Cannot set ${name}="${value}": it must not be empty`);
  }
  if (values && !values.includes(value)) {
    throw new Error(
      `Cannot set ${name}="${value}": it must be one of ${values.join(", ")}`,
    );
  }
  try {
    check?.(value);
  } catch (error) {
    throw new Error(
      `Cannot set ${name}="${value}": ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** A setting's value in a page's context, its default where the caller gave none. */
export function settingOf(
  context: Pick<PageContext, "settings">,
  setting: Setting,
): string {
  return Object.hasOwn(context.settings, setting.name)
    ? context.settings[setting.name]!
    : setting.default;
}

/** A check for whole numbers from `low` to `high`. */
export function wholeNumber(
  low: number,
  high: number,
): (value: string) => void {
  return (value) => {
    if (!/^\d+$/.test(value) || Number(value) < low || Number(value) > high) {
      throw new Error(`it must be a whole number from ${low} to ${high}`);
    }
  };
}

/** The items of a comma-separated value, trimmed, without empty ones. */
export function commaList(value: string): string[] {
  return value.split(",").map((item) => item.trim()).filter((item) => item);
}

/**
 * A check for a comma-separated list that has the items needed.
 *
 * @param needed Each an item, or several of which one is enough.
 */
export function itemsWith(...needed: (string | readonly string[])[]): (value: string) => void {
  return (value) => {
    const items = commaList(value);
    for (const each of needed) {
      const any = typeof each === "string" ? [each] : each;
      if (!any.some((item) => items.includes(item))) {
        throw new Error(`it must name ${any.join(" or ")}, which results are read from`);
      }
    }
  };
}

/** A check for a comma-separated list with at least one item. @throws {Error} where it has none. */
export function someItems(value: string): void {
  if (commaList(value).length === 0) {
    throw new Error("it must name at least one item");
  }
}
