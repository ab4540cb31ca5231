/**
 * Cheap numbers that equal texts share: where two fingerprints differ, the
 * normalised texts differ. They exist for speed only, since normalising a
 * million candidates costs more than reading them.
 */

/** Characters of a normalised title that its fingerprint covers. */
const TITLE_LENGTH = 8;

const SPACE = 32;
/** For ASCII: 0 is dropped (punctuation), 32 is white space, else the lower-case code. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\p{P}/u.test(character)) return 0;
  // Python's white space below U+0080: tab to carriage return, U+001C–001F, space.
  if ((code >= 9 && code <= 13) || (code >= 28 && code <= 32)) return SPACE;
  return character.toLowerCase().charCodeAt(0);
});

/**
 * Fingerprints the start of a title.
 *
 * @param title The title as a file has it or, with `normalized`, its normal form.
 * @param normalized The text is settled: no later character can change an earlier one.
 * @returns A number that all titles with the same normal form share, or null
 * where the start is not plain ASCII and only normalising can tell.
 */
export function titleFingerprint(title: string, normalized = false): number | null {
  let hash = 0;
  let taken = 0;
  let space = false;
  for (let at = 0; at < title.length; at++) {
    const code = title.charCodeAt(at);
    // A combining character after an ASCII letter may compose with it (NFKC),
    // and a compatibility character may expand to anything.
    if (code >= 128) return null;
    if (!normalized && at + 1 < title.length && title.charCodeAt(at + 1) >= 128) return null;
    const kept = ASCII[code]!;
    if (kept === 0 && code !== 0) continue;
    if (kept === SPACE) {
      space = taken > 0;
      continue;
    }
    // White space counts only between characters, as one space.
    if (space) {
      hash = Math.imul(hash, 31) + SPACE | 0;
      space = false;
      if (++taken === TITLE_LENGTH) return hash;
    }
    hash = Math.imul(hash, 31) + kept | 0;
    if (++taken === TITLE_LENGTH) return hash;
  }
  return hash;
}

/**
 * Fingerprints a DOI, raw or normalised.
 *
 * @returns A number that all DOIs with the same normal form share, or null
 * where it has a prefix, outer white space or a character outside ASCII.
 */
export function doiFingerprint(doi: string): number | null {
  const last = doi.length - 1;
  if (last < 1 || doi.charCodeAt(0) !== 49 /* 1 */ || doi.charCodeAt(last) <= SPACE) return null;
  let hash = 0;
  for (let at = 0; at <= last; at++) {
    let code = doi.charCodeAt(at);
    if (code >= 128) return null;
    if (code >= 65 && code <= 90) code += 32;
    hash = Math.imul(hash, 31) + code | 0;
  }
  return hash;
}
