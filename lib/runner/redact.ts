/** Keeping secrets out of everything that is written or printed. */

/** Removes the secrets of a run from texts. */
export interface Redactor {
  /**
   * For messages, response bodies and URLs: the secrets in every spelling, what
   * is left of one at a cut end, and the values of key parameters and
   * authorization headers, whatever they are.
   */
  clean(text: string): string;
  /**
   * For data, where a URL's parameters belong to the data: the secrets as they
   * are or in a URL. Those under eight characters, which no provider issues but
   * people try things with, are left alone: they may be words of a title.
   */
  cleanData(text: string): string;
}

const MARK = "[REDACTED]";

/** Shorter secrets are replaced only where they stand alone: "a" is in every word. */
const SHORT = 4;

/** Shorter secrets may be words of the data. */
const WORD = 8;

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
  const given = [...new Set(secrets.filter((secret) => secret !== undefined && secret !== ""))];
  const plain = longestFirst((given as string[]).flatMap(plainForms));
  const all = longestFirst([...plain, ...(given as string[]).flatMap(base64Forms)]);
  const anywhere = patternOf(all);
  const inDataForms = longestFirst(
    (given as string[]).filter((secret) => secret.length >= WORD).flatMap(plainForms),
  );
  const inData = patternOf(inDataForms);
  return {
    clean(text) {
      let clean = anywhere ? text.replace(anywhere, MARK) : text;
      for (const form of all) clean = withoutCutSecret(clean, form);
      for (const place of SECRET_PLACES) clean = clean.replace(place, `$1${MARK}`);
      return clean;
    },
    cleanData(text) {
      return inData && inDataForms.some((form) => text.includes(form))
        ? text.replace(inData, MARK)
        : text;
    },
  };
}

function longestFirst(forms: readonly string[]): string[] {
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** The ways a secret may be spelled in a header, a URL, a form, JSON and HTML. */
function plainForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ v: secret }).toString().slice(2),
    json,
    json.replaceAll("/", "\\/"),
    html,
  ];
}

/** Base64 of the secret at each of the three alignments, without the characters that neighbours share. */
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((shift) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes));
    const core = text.slice(
      shift === 0 ? 0 : shift + 1,
      Math.floor((shift + bytes.length) / 3) * 4,
    );
    return core.length < 6 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Matches any of the forms in either case (of percent signs above all); null where there are none. */
function patternOf(forms: readonly string[]): RegExp | null {
  if (forms.length === 0) return null;
  const alternatives = forms.map((form) => {
    const escaped = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    return form.length < SHORT ? `(?<!\\w)${escaped}(?!\\w)` : escaped;
  });
  return new RegExp(alternatives.join("|"), "gi");
}

/** Drops the beginning of a secret from the end of a text that was cut in the middle of it. */
function withoutCutSecret(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORT; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MARK;
  }
  return text;
}
