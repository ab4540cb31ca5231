/** Data inside a page, for its script to read. */
import { zlibSync } from "fflate";
import { Markup } from "./markup.ts";

/** From this many characters of JSON on the data is compressed: five thousand questions would be 10 MB. */
const COMPRESS_FROM = 1_000_000;

/**
 * Renders a script element that holds a value and runs nothing: plain JSON
 * where it is small, so that people and programs can read it in the file; else
 * zlib data in Base64, which every browser can unpack (`DecompressionStream`).
 *
 * The compressor is a JavaScript library, not the platform's, so that the same
 * value gives the same bytes on every machine.
 *
 * @param id Of the element.
 * @param value Anything that JSON can hold.
 */
export function embeddedData(id: string, value: unknown): Markup {
  const json = JSON.stringify(value);
  if (json.length < COMPRESS_FROM) {
    return new Markup(`<script type="application/json" id="${id}">${scriptSafe(json)}</script>`);
  }
  const packed = zlibSync(new TextEncoder().encode(json), { level: 9 });
  return new Markup(
    `<script type="text/plain" data-packed="zlib" id="${id}">${packed.toBase64()}</script>`,
  );
}

/**
 * The same JSON without what a page could take for markup (`</script>`,
 * `<!--`) and without the line separators that old JavaScript forbids in texts.
 */
function scriptSafe(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
