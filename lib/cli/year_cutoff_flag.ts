/** The flag that says whose results are cut off by year. */
import { providers } from "../providers/registry.ts";
import type { YEAR_CUTOFFS } from "./resolve_command.ts";

/**
 * To which providers' rows the cutoff is applied.
 *
 * @param rule `auto`: to those of providers that could not filter by year when they were asked.
 */
export function cutoffRule(rule: typeof YEAR_CUTOFFS[number]): (provider: string) => boolean {
  if (rule !== "auto") return () => rule === "always";
  const late = new Set(providers.filter(({ filtersYear }) => !filtersYear).map(({ name }) => name));
  return (provider) => late.has(provider);
}
