/** Percentiles by linear interpolation, NumPy's default and SciPy's choice in `bootstrap`. */

/** Where a percentile lies between the sorted values: `lower` and `upper` are places from 0. */
export interface PercentilePlace {
  readonly lower: number;
  readonly upper: number;
  /** Share of the way from the lower to the upper value, from 0 to 1. */
  readonly share: number;
}

/**
 * The place of a percentile: position `fraction` x (`count` - 1) of the sorted
 * values (definition 7 of Hyndman and Fan, "Sample quantiles in statistical
 * packages", The American Statistician 50(4), 1996).
 *
 * @param count Number of values, at least 1.
 * @param fraction From 0 to 1; 0.025 is the 2.5th percentile.
 */
export function percentilePlace(
  count: number,
  fraction: number,
): PercentilePlace {
  const position = fraction * (count - 1);
  const lower = Math.floor(position);
  return {
    lower,
    upper: Math.min(lower + 1, count - 1),
    share: position - lower,
  };
}

/** The value `share` of the way from `lower` to `upper`; reckoned from the nearer end, as NumPy does. */
export function interpolate(
  lower: number,
  upper: number,
  share: number,
): number {
  const width = upper - lower;
  return share < 0.5 ? lower + width * share : upper - width * (1 - share);
}

/** A percentile of values that are sorted in ascending order. */
export function percentile(
  sorted: ArrayLike<number>,
  fraction: number,
): number {
  const { lower, upper, share } = percentilePlace(sorted.length, fraction);
  return interpolate(sorted[lower]!, sorted[upper]!, share);
}
