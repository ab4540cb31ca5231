/**
 * Exact order statistics of more values than are kept: the values are produced
 * twice. The first pass counts them in narrow bins; the second keeps only the
 * distinct values of the bins that hold a wanted place. Memory depends on the
 * number of statistics, not on the number of values.
 */

/** Where the values of one statistic are expected; others are counted in the outermost bins. */
export interface ExpectedSpread {
  readonly centre: number;
  /** Standard deviation of the values. */
  readonly deviation: number;
}

/** Hands every value of every statistic to `visit`; must do the same at each call. */
export type Replay = (
  visit: (statistic: number, value: number) => void,
) => void;

const BINS = 4096;
/** At most 1/64 of any distribution lies farther out than this many standard deviations (Chebyshev). */
const REACH = 8;

/**
 * The values at the given places of the sorted order.
 *
 * @param replay Produces the values; called twice.
 * @param spreads One entry a statistic.
 * @param places Places from 0, in ascending order, the same for all statistics.
 * @returns One array a statistic, a value for each place.
 */
export function orderStatistics(
  replay: Replay,
  spreads: readonly ExpectedSpread[],
  places: readonly number[],
): number[][] {
  const binOf = (statistic: number, value: number): number => {
    const { centre, deviation } = spreads[statistic]!;
    // Monotone in the value, rounding included, so bins keep the order.
    const bin = Math.floor(
      ((value - centre) / deviation + REACH) / (2 * REACH) * BINS,
    );
    return Math.min(Math.max(bin, 0), BINS - 1);
  };
  const histogram = new Float64Array(spreads.length * BINS);
  replay((statistic, value) => {
    const at = statistic * BINS + binOf(statistic, value);
    histogram[at] = histogram[at]! + 1;
  });
  const kept = spreads.map((_, statistic) =>
    binsHolding(
      histogram.subarray(statistic * BINS, (statistic + 1) * BINS),
      places,
    )
  );
  replay((statistic, value) => {
    const counts = kept[statistic]!.get(binOf(statistic, value))?.counts;
    counts?.set(value, (counts.get(value) ?? 0) + 1);
  });
  return kept.map((bins) => places.map((place) => valueAt(bins, place)));
}

interface KeptBin {
  /** Number of values in lower bins. */
  readonly below: number;
  /** Number of values in this bin. */
  readonly size: number;
  /** How often each value occurs. */
  readonly counts: Map<number, number>;
}

/** The bins that hold a wanted place, by number. */
function binsHolding(
  histogram: Float64Array,
  places: readonly number[],
): Map<number, KeptBin> {
  const bins = new Map<number, KeptBin>();
  let below = 0;
  let next = 0;
  for (let bin = 0; bin < BINS && next < places.length; bin++) {
    const size = histogram[bin]!;
    while (next < places.length && places[next]! < below + size) {
      if (!bins.has(bin)) bins.set(bin, { below, size, counts: new Map() });
      next++;
    }
    below += size;
  }
  return bins;
}

/** The value at one place of the sorted order. */
function valueAt(bins: Map<number, KeptBin>, place: number): number {
  for (const { below, size, counts } of bins.values()) {
    if (place < below || place >= below + size) continue;
    let reached = below;
    for (const value of [...counts.keys()].sort((a, b) => a - b)) {
      reached += counts.get(value)!;
      if (place < reached) return value;
    }
  }
  throw new RangeError(
    `Cannot find place ${place} in the sorted order: there are fewer values, or the two passes differed`,
  );
}
