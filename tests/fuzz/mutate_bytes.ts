/** Mutations that know nothing of the format: flips, cuts, copies, splices. */
import { joined } from "../support/joined.ts";
import type { Random } from "../support/random.ts";

/** Pieces of text that readers of such files have stumbled over. */
const TOKENS = [
  "\u2028",
  "\u0085",
  "\ufeff",
  "\u0000",
  "\r",
  "\r\n",
  "\n",
  "\n\n",
  " ",
  "\t",
  "\u00a0",
  '"',
  "\\",
  "\\ud800",
  "\\u0000",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "null",
  "true",
  "0",
  "00",
  "-",
  "-0",
  "1e400",
  "1e-400",
  "9007199254740993",
  "0.1",
  "NaN",
  "Infinity",
  "=",
  "#",
  "%",
  "%00",
  "%2F",
  "..",
  "/",
  "e\u0301",
  "\uff11",
  "\u{1d7cf}",
  "ß",
  "İ",
  "\u03a3",
  "’",
  "—",
  '"__proto__":{}',
  '"constructor":1,',
  '"toString":null,',
];

const encoder = new TextEncoder();

/**
 * Spoils bytes in one to four places, at random.
 *
 * @param others Further valid inputs to splice with.
 */
export function mutateBytes(
  random: Random,
  bytes: Uint8Array,
  others: readonly Uint8Array[] = [],
): Uint8Array {
  let result = bytes;
  for (let left = 1 + random.below(4); left > 0; left--) {
    result = mutateOnce(random, result, others);
  }
  return result;
}

function mutateOnce(
  random: Random,
  bytes: Uint8Array,
  others: readonly Uint8Array[],
): Uint8Array {
  const at = random.below(bytes.length + 1);
  const length = 1 + random.below(random.chance(0.8) ? 8 : 1 + bytes.length);
  const end = Math.min(bytes.length, at + length);
  switch (random.below(8)) {
    case 0: { // One bit.
      const copy = bytes.slice();
      if (at < copy.length) copy[at]! ^= 1 << random.below(8);
      return copy;
    }
    case 1: { // One byte.
      const copy = bytes.slice();
      if (at < copy.length) copy[at] = random.below(256);
      return copy;
    }
    case 2: // Cut off.
      return bytes.slice(0, at);
    case 3: // Something is missing.
      return joined(bytes.subarray(0, at), bytes.subarray(end));
    case 4: // Something is there twice.
      return joined(bytes.subarray(0, end), bytes.subarray(at));
    case 5: { // The start of this, the end of another.
      const other = others.length > 0 ? random.pick(others) : bytes;
      return joined(bytes.subarray(0, at), other.subarray(random.below(other.length + 1)));
    }
    case 6: // A part goes elsewhere.
      return joined(
        bytes.subarray(end),
        bytes.subarray(at, end),
        bytes.subarray(0, at),
      );
    default: // A token in between or instead.
      return joined(
        bytes.subarray(0, at),
        encoder.encode(random.pick(TOKENS)),
        bytes.subarray(random.chance(0.5) ? at : end),
      );
  }
}
