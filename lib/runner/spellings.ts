/** The ways in which a text is spelled by those who quote it: URLs, JSON, HTML, dumps. */

/** HTML's names for ASCII punctuation (https://html.spec.whatwg.org/multipage/named-characters.html). */
const ENTITIES: Readonly<Record<string, string>> = {
  "!": "excl",
  '"': "quot",
  "#": "num",
  "$": "dollar",
  "%": "percnt",
  "&": "amp",
  "'": "apos",
  "(": "lpar",
  ")": "rpar",
  "*": "ast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "<": "lt",
  "=": "equals",
  ">": "gt",
  "?": "quest",
  "@": "commat",
  "[": "lsqb",
  "\\": "bsol",
  "]": "rsqb",
  "^": "Hat",
  "_": "lowbar",
  "`": "grave",
  "{": "lcub",
  "|": "verbar",
  "}": "rcub",
};

/** What may be left of an escape at the end of a text that was cut. */
export const CUT_ESCAPE = String.raw`(?:%[\da-f]?|\\+(?:u[\da-f]{0,3}|x[\da-f]?)?|&[#\w]*)`;

/**
 * A regular expression for each character of a text, which matches it as it is
 * and escaped: percent signs (also doubled, as %252F), JSON and JavaScript
 * (\u002F, \x2F, any number of backslashes for texts in texts), HTML (&#47;
 * &#x2F; &sol;). Any mixture of these matches: quoters differ in what they escape.
 *
 * How often escapes may be escaped is bounded, so that long rows of backslashes
 * are not walked through from each of them.
 *
 * @returns Sources for the flags `gi`.
 */
export function spellingsOf(text: string): string[] {
  // A run of backslashes is one pattern: one for each would try all ways to share them out.
  return text.match(/\\+|./gsu)?.map((character) => {
    if (character[0] === "\\") return backslashes(character.length);
    const hex = character.codePointAt(0)!.toString(16);
    const percent = bytesOf(character).map((byte) => `%(?:25){0,5}${byte}`).join("");
    const units = Array.from(
      { length: character.length },
      (_, at) => String.raw`\\{1,15}u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join("");
    const names = [`#0{0,6}${character.codePointAt(0)};?`, `#x0{0,6}${hex};?`];
    if (Object.hasOwn(ENTITIES, character)) names.push(`${ENTITIES[character]};`);
    const forms = [
      percent,
      units,
      String.raw`\\{1,15}x0{0,6}${hex}`,
      `&(?:amp;){0,5}(?:${names.join("|")})`,
    ];
    if (character === " ") forms.push(String.raw`\+`);
    return `(?:${[...forms, plain(character)].join("|")})`;
  }) ?? [];
}

/** What letters and digits look like when they are escaped, which nobody needs to do: seen in hardly any text. */
const ESCAPED_WORD = /%(?:25|3\d|[46][1-9a-f]|[57][\da])|\\[ux]|&#/i;

/**
 * Whether a text may hold another one in some spelling: a quick look, for
 * texts that are long and hold none.
 *
 * @param wanted The text to look for.
 * @returns A function that says false only where no spelling of it (in upper,
 * lower or its own case) is there.
 */
export function mayHold(wanted: string): (text: string) => boolean {
  const word = wanted.match(/[a-z\d]+/gi)?.reduce((a, b) => b.length > a.length ? b : a) ?? "";
  if (word.length < 3) return () => true;
  const cases = (text: string) => [text, text.toLowerCase(), text.toUpperCase()];
  const signs = new Set([
    ...cases(word),
    ...cases(bytesOf(wanted).join("")),
    ...base64Spellings(wanted),
  ]);
  return (text) => [...signs].some((sign) => text.includes(sign)) || ESCAPED_WORD.test(text);
}

/** A text in hexadecimal, its bytes perhaps apart. */
export function hexSpelling(text: string): string {
  return bytesOf(text).join("[ :-]?");
}

/** Base64 of a text at each of the three alignments, without the characters that neighbours share. */
export function base64Spellings(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((shift) => {
    const base64 = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes));
    const core = base64.slice(
      shift === 0 ? 0 : shift + 1,
      Math.floor((shift + bytes.length) / 3) * 4,
    );
    return core.length < 6 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Escapes a text for a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function backslashes(count: number): string {
  const one = String
    .raw`%(?:25){0,5}5c|\\{1,15}u005c|\\{1,15}x5c|&(?:amp;){0,5}(?:#0{0,6}92;?|#x0{0,6}5c;?|bsol;)`;
  return `(?:(?:${one}){${count}}|\\\\{${count},${16 * count}})`;
}

/** A character that JSON may have put backslashes before. */
function plain(character: string): string {
  return (/["'/]/.test(character) ? String.raw`\\{0,15}` : "") + escaped(character);
}

function bytesOf(text: string): string[] {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0"));
}
