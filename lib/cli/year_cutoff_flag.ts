/** The flag that says whose results are cut off by year. */
import { providers } from "../providers/registry.ts";

/** Its values: `auto` is for providers that could not filter by year when they were asked. */
export const YEAR_CUTOFFS = ["auto", "always", "never"] as const;

/** To whose rows the cutoff is applied. */
export interface CutoffRule {
  /** Whether it is applied to a provider's rows. */
  applies: (provider: string) => boolean;
  /** The first provider, by its label, whose later papers stayed although nothing else leaves them out. */
  leftOut: () => string | null;
}

/** The rule of a value of the flag. */
export function cutoffRule(value: typeof YEAR_CUTOFFS[number]): CutoffRule {
  const late = new Map(
    providers.filter(({ filtersYear }) => !filtersYear).map(({ name, label }) => [name, label]),
  );
  let leftOut: string | null = null;
  return {
    applies: (provider) => {
      if (value === "never") leftOut ??= late.get(provider) ?? null;
      return value === "always" || (value === "auto" && late.has(provider));
    },
    leftOut: () => leftOut,
  };
}
