/** Keeping secrets out of everything that is written or printed. */
import {
  base64Spellings,
  CUT_ESCAPE,
  escaped,
  hexSpelling,
  mayHold,
  spellingsOf,
} from "./spellings.ts";

/** Removes the secrets of a run from texts. */
export interface Redactor {
  /**
   * For messages, response bodies and URLs: the secrets in every spelling, what
   * a mask or a cut end leaves of one, and the values of key parameters and
   * authorization headers, whatever they are.
   */
  clean(text: string): string;
  /**
   * For data, where a URL's parameters belong to the data: the whole secrets in
   * every spelling. Those under eight characters (passwords; providers' keys are
   * longer) are left alone: they may be words of a title.
   */
  cleanData(text: string): string;
}

const MARK = "[REDACTED]";

/** Shorter secrets are replaced only where they stand alone: "a" is in every word. Parts of secrets may have this length. */
const SHORT = 4;

/** Shorter secrets may be words of the data. */
const WORD = 8;

/** Whether a key is too short to be taken out of data. */
export function isShortKey(key: string): boolean {
  return key.length < WORD;
}

/** What stands for the hidden part of a key: `sk-1234****`, `sk-1234...cdef`. */
const MASK = String.raw`(?:[*•…·]|\.\.)[*•…·.]{0,99}`;

/** Places that hold secrets by their name; the first group stays. */
const SECRET_PLACES = [
  /([?&;](?:api[_-]?key|key|(?:access|subscription)?[_-]?token|auth)=)[^&#\s"'<>\\]*/gi,
  /(\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|apikey)\s+)[^\s"',<>\\]+/gi,
  /(:\/\/)[^\s/@:"'<>]+:[^\s/@"'<>]+(?=@)/g,
];

/**
 * Makes a redactor for the secrets of a run.
 *
 * @param secrets Key values; empty and missing ones are skipped.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const given = [...new Set(secrets)].filter((secret) => secret !== undefined && secret !== "")
    // Where one begins with another, the longer one goes first.
    .sort((a, b) => b!.length - a!.length) as string[];
  const whole = patternOf(given.flatMap(wholeForms));
  const parts = patternOf(given.filter(({ length }) => length > SHORT).flatMap(partForms));
  const long = given.filter(({ length }) => length >= WORD);
  const inData = patternOf(long.flatMap(wholeForms));
  const suspicions = long.map(mayHold);
  return {
    clean(text) {
      let clean = replaced(replaced(text, whole), parts);
      for (const place of SECRET_PLACES) clean = clean.replace(place, `$1${MARK}`);
      return clean;
    },
    cleanData: (text) =>
      suspicions.some((suspect) => suspect(text)) ? replaced(text, inData) : text,
  };
}

function wholeForms(secret: string): string[] {
  const spelled = spellingsOf(secret).join("");
  if (secret.length < SHORT) return [String.raw`(?<!\w)${spelled}(?!\w)`];
  return [spelled, hexSpelling(secret), ...base64Spellings(secret).map(escaped)];
}

/** Where a text was cut: its end, or the mark that messageText leaves there. */
const CUT = "(?=…|$)";

/** A masked secret, and the beginning of one where a text was cut in the middle of it. */
function partForms(secret: string): string[] {
  const characters = spellingsOf(secret);
  const beginning = beginningOf(characters, SHORT);
  const end = (least: number) => endOf(characters, least);
  return [
    `${beginning}${MASK}(?:${end(1)})?`,
    // Looked for once in a row of asterisks, not at each of them.
    `(?<![*•…·.])${MASK}${end(SHORT)}`,
    `${beginning}${CUT_ESCAPE}?${CUT}`,
    ...[hexSpelling(secret), ...base64Spellings(secret).map(escaped)].map((form) =>
      beginningOf(form.match(/\\?.(?:\[.*?\]\?)?/g)!, 2 * SHORT) + CUT
    ),
  ];
}

/** Matches the first `least` of a sequence of patterns or more. */
function beginningOf(patterns: readonly string[], least: number): string {
  return patterns.slice(0, least).join("") +
    patterns.slice(least).reduceRight((rest, each) => `(?:${each}${rest})?`, "");
}

/** Matches the last `least` of a sequence of patterns or more. */
function endOf(patterns: readonly string[], least: number): string {
  return patterns.slice(0, -least).reduce((rest, each) => `(?:${rest}${each})?`, "") +
    patterns.slice(-least).join("");
}

/** In either case (of percent signs above all); null where there is nothing to match. */
function patternOf(forms: readonly string[]): RegExp | null {
  return forms.length === 0 ? null : new RegExp(forms.join("|"), "gi");
}

function replaced(text: string, pattern: RegExp | null): string {
  return pattern === null ? text : text.replace(pattern, MARK);
}
