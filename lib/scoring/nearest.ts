/** Names that were mistyped. */
import { closestString } from "@std/text/closest-string";
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * Finds the known name that a mistyped one most likely stands for.
 *
 * @param given What was typed.
 * @param known The names there are.
 * @returns The nearest name, or undefined where none is near enough to be meant.
 */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || given === "") return undefined;
  const extended = known.find((name) => given.length > 1 && name.startsWith(given));
  if (extended !== undefined) return extended;
  const holding = known.filter((name) => given.length > 2 && name.includes(given));
  if (holding.length > 0) return closestString(given, holding);
  const best = closestString(given, known);
  const limit = Math.max(2, Math.floor(given.length / 2));
  return levenshteinDistance(given.toLowerCase(), best.toLowerCase()) <= limit ? best : undefined;
}
