/**
 * Holm's correction for several tests (Holm, "A simple sequentially rejective
 * multiple test procedure", Scandinavian Journal of Statistics 6(2), 1979).
 * It holds however the tests depend on each other.
 *
 * @param pValues The p-values of the family that is shown; null where a test could not be made, which is not counted.
 * @returns Adjusted p-values in the same order, at most 1.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const order = pValues
    .map((p, at) => ({ p, at }))
    .filter((test): test is { p: number; at: number } => test.p !== null)
    .sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let largest = 0;
  order.forEach(({ p, at }, rank) => {
    largest = Math.max(largest, Math.min(1, (order.length - rank) * p));
    adjusted[at] = largest;
  });
  return adjusted;
}
