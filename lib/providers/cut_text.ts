/** Cutting a query to what a provider takes. */

/**
 * The longest beginning of a text that keeps within both limits, cut between
 * words; a single word that is too long is cut inside. Limits below one leave nothing.
 *
 * @param text Any text; white space at the ends is not counted.
 * @param characters Characters at the most (UTF-16 units, never more than the code points a provider may count).
 * @param words Words at the most.
 */
export function cutText(text: string, characters: number, words = Infinity): string {
  if (characters < 1 || words < 1) return "";
  const trimmed = text.trim();
  const parts = trimmed.split(/\s+/);
  if (trimmed.length <= characters && parts.length <= words) return trimmed;
  let end = 0;
  let count = 0;
  for (const { index, 0: word } of trimmed.matchAll(/\S+/g)) {
    if (count === words || index + word.length > characters) break;
    end = index + word.length;
    count++;
  }
  return end > 0 ? trimmed.slice(0, end) : wholeCharacters(trimmed, characters);
}

/** The first code points that fit: a surrogate pair is not split. */
function wholeCharacters(text: string, characters: number): string {
  const end = /[\uD800-\uDBFF]/.test(text[characters - 1] ?? "") ? characters - 1 : characters;
  return text.slice(0, end);
}
