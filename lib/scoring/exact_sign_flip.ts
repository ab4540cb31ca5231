/**
 * The exact two-sided p-value of the paired sign-flip test: of all 2^n ways to
 * give each difference a sign, the share whose sum is at least as far from
 * zero as the observed one.
 *
 * The sums of all assignments are not listed one by one: those of each half of
 * the differences are sorted, and two pointers count the pairs that reach the
 * observed sum (the meeting in the middle of Horowitz and Sahni, Journal of
 * the ACM 21(2), 1974). The count is that of full enumeration.
 *
 * @param differences The differences that are not zero: a zero has the same sum under both signs. At most 40.
 * @param tolerance Sums this near to the observed one count as equal to it.
 * @returns Above 0 and at most 1.
 * @throws {RangeError} for more than 40 differences.
 */
export function exactSignFlip(
  differences: readonly number[],
  tolerance: number,
): number {
  if (differences.length > 40) {
    throw new RangeError(
      `Cannot enumerate the signs of ${differences.length} differences: the limit is 40`,
    );
  }
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  const bound = observed - tolerance;
  if (bound <= 0) return 1;
  const middle = differences.length >>> 1;
  const lower = signedSums(differences.slice(0, middle));
  const upper = signedSums(differences.slice(middle));
  let reached = 0;
  let at = upper.length;
  for (const sum of lower) {
    while (at > 0 && sum + upper[at - 1]! >= bound) at--;
    reached += upper.length - at;
  }
  // Turning every sign round maps the sums above the bound on those below its negative.
  return 2 * reached / (lower.length * upper.length);
}

/** The sums under all assignments of signs, ascending. */
function signedSums(differences: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** differences.length);
  let length = 1;
  for (const difference of differences) {
    for (let at = 0; at < length; at++) {
      sums[length + at] = sums[at]! - difference;
      sums[at] = sums[at]! + difference;
    }
    length *= 2;
  }
  return sums.sort();
}
