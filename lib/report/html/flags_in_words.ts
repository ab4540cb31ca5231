/** What a reader must know of a figure that is none, in words. */
import type { DegenerateInterval } from "../../scoring/interval.ts";
import type { DegenerateTest } from "../../scoring/permutation.ts";
import type { PairedDifference } from "../comparison.ts";

const INTERVALS: Record<DegenerateInterval, string> = {
  "no questions": "no questions, so no interval",
  "one question": "one question, so the interval has no meaning",
  "constant": "the same value for every question, so the interval has no width",
  "one resample": "a single resample, so there is no interval",
};

const TESTS: Record<DegenerateTest, string> = {
  "no questions": "no questions, so no test",
  "one question": "one question, so the test has no meaning",
  "no difference": "no question differs, so p is 1",
};

const BOTH: Record<DegenerateInterval & DegenerateTest, string> = {
  "no questions": "no questions, so neither interval nor test",
  "one question": "one question, so neither interval nor test has a meaning",
};

const CEILING = "deeper than the longest list of a run, so its recall there is a ceiling";

/** Why an interval says nothing; null for a real one. */
export function intervalWords(degenerate: DegenerateInterval | null): string | null {
  return degenerate === null ? null : INTERVALS[degenerate];
}

/** Everything to know about a comparison besides its figures. */
export function comparisonWords(difference: PairedDifference): string[] {
  const { status, degenerate_interval, degenerate_test } = difference;
  const words = [status === "ceiling" ? CEILING : null];
  if (degenerate_test === "no difference" && degenerate_interval === "constant") {
    words.push("no question differs, so the interval has no width and p is 1");
  } else if (degenerate_interval !== null && degenerate_interval === degenerate_test) {
    words.push(BOTH[degenerate_interval]);
  } else {
    words.push(intervalWords(degenerate_interval));
    if (degenerate_test !== null) words.push(TESTS[degenerate_test]);
  }
  return words.filter((text) => text !== null);
}
