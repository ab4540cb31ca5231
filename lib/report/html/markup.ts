/** Markup that is safe by construction: text becomes markup only by being escaped. */
import { escapeUTF8 } from "entities";

/** A piece of HTML or SVG that is known to be well formed; everything else is text. */
export class Markup {
  readonly #source: string;

  /** @param source Markup written by this program, never text from data. */
  constructor(source: string) {
    this.#source = source;
  }

  /** The markup as it goes into a page. */
  toString(): string {
    return this.#source;
  }
}

/** What may stand in a template: `null`, `undefined` and `false` are left out. */
export type Part = Markup | string | number | null | undefined | false | readonly Part[];

/**
 * Template tag for markup. Markup is put in as it is, lists one after the
 * other, everything else as escaped text, which is right between tags and in
 * quoted attributes (never use it in an unquoted one).
 *
 * @example
 * ```ts
 * import { markup } from "./markup.ts";
 * const title = "<script>";
 * if (String(markup`<p>${title}</p>`) !== "<p>&lt;script&gt;</p>") throw new Error();
 * ```
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let source = strings[0]!;
  for (const [at, part] of parts.entries()) source += sourceOf(part) + strings[at + 1]!;
  return new Markup(source);
}

function sourceOf(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Markup) return String(part);
  if (typeof part === "string" || typeof part === "number") {
    return escapeUTF8(visible(String(part)));
  }
  return part.map(sourceOf).join("");
}

/** HTML cannot hold U+0000, and parsers turn a lone carriage return into a newline: both are shown instead. */
function visible(text: string): string {
  // deno-lint-ignore no-control-regex -- that is what it is about
  return text.toWellFormed().replace(/\u0000/g, "\u2400").replace(/\r(?!\n)/g, "\u240d");
}
