/** What a call costs under the settings of a run. */
import type { HttpProvider, Price } from "./provider.ts";
import { settingOf } from "./settings.ts";

/**
 * The price of a call with the settings given. Where they make it another one
 * than the declared, the note says so; where it is unknown, it is null.
 *
 * @param settings Every setting of the adapter, as resolveSettings gives them.
 */
export function priceUnder(
  provider: Pick<HttpProvider, "price" | "usdPerCallWith" | "settings">,
  settings: Readonly<Record<string, string>>,
): Price {
  const { price, usdPerCallWith } = provider;
  const usdPerCall = usdPerCallWith ? usdPerCallWith(settings) : price.usdPerCall;
  if (usdPerCall === price.usdPerCall) return price;
  const changed = provider.settings
    .filter((setting) => settingOf({ settings }, setting) !== setting.default)
    .map((setting) => `${setting.name}=${settingOf({ settings }, setting)}`)
    .join(", ");
  const note = usdPerCall === null ? `unknown with ${changed}` : `with ${changed}`;
  return { ...price, usdPerCall, note: `${note}; ${price.note}` };
}

/**
 * A price of so much for ten results and more for each one above.
 *
 * @param base US dollars for up to ten results.
 * @param results Results asked for.
 * @param each US dollars for each result above ten.
 * @returns US dollars, without the noise of binary fractions.
 */
export function aboveTen(base: number, results: number, each: number): number {
  return Number((base + Math.max(0, results - 10) * each).toFixed(6));
}
