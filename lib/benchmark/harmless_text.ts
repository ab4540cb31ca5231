/**
 * Texts of files and servers, made fit for a terminal: they may hold line
 * breaks that forge a message, escape sequences that move the cursor, and
 * marks that turn the reading direction of what follows.
 */

/** Control characters, line and paragraph separators, and overrides of the reading direction. */
export const controlCharacters = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Folds line breaks and replaces other control characters, so that a message is one line whatever it quotes. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, " ")
    .replace(controlCharacters, (found) => "\ufffd".repeat(found.length));
}

/**
 * Renders a value as JSON in which those characters are escaped, all of which
 * JSON lets stand in strings from U+007F on: the value is the same, and the
 * text neither acts on a terminal nor is torn by readers that split lines at
 * U+2028.
 *
 * @param indent Spaces a level; one line where absent.
 */
export function printableJson(value: unknown, indent?: number): string {
  // JSON.stringify's own line feeds are the only control characters outside of strings.
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
