/**
 * Cheap numbers that equal texts share: where the fingerprints of a candidate
 * and of all gold papers differ, none of them matches. They exist for speed
 * only, since normalising a million candidates costs more than reading them.
 */
import { normalizeDoi, normalizeTitle } from "./normalize.ts";
import type { Tier } from "./tier.ts";

/** Characters of a normalised title, from either end, that a fingerprint covers. */
const TITLE_LENGTH = 12;

const SPACE = 32;
/** For ASCII: 0 is dropped (punctuation), 32 is white space, else the lower-case code. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\p{P}/u.test(character)) return 0;
  // Python's white space below U+0080: tab to carriage return, U+001C–001F, space.
  if ((code >= 9 && code <= 13) || (code >= 28 && code <= 32)) return SPACE;
  // NUL is text; any value that no other character has will do.
  return character.toLowerCase().charCodeAt(0) || 255;
});

/** Whether some gold paper may have a fingerprint. */
type MayHave = (fingerprint: number) => boolean;

/**
 * Rules out by tier that a candidate's text matches a gold paper.
 *
 * @returns False where no gold paper can match; true says nothing.
 */
export const mayMatch: Readonly<Record<Tier, (text: string, mayHave: MayHave) => boolean>> = {
  pmid: (pmid, mayHave) => known(pmidFingerprint(pmid), mayHave),
  doi: (doi, mayHave) => known(doiFingerprint(doi), mayHave),
  title(title, mayHave) {
    const start = titleStart(title, false);
    if (start !== null && !mayHave(start)) return false;
    const end = titleEnd(title);
    if (end !== null && !mayHave(end)) return false;
    // Neither end is plain: the normal form may be, or is told as a whole.
    return start !== null || end !== null ||
      known(normalFingerprint(normalizeTitle(title)), mayHave);
  },
};

/**
 * All fingerprints by which {@linkcode mayMatch} may rule a candidate's text
 * out: a gold paper that lacks one of them does not match.
 */
export function candidateFingerprints(tier: Tier, text: string): number[] {
  const prints: number[] = [];
  mayMatch[tier](text, (print) => {
    prints.push(print);
    return true;
  });
  return prints;
}

/** Where a fingerprint cannot be told, anything may match. */
function known(fingerprint: number | null, mayHave: MayHave): boolean {
  return fingerprint === null || mayHave(fingerprint);
}

/**
 * The fingerprints of a gold paper's text that {@linkcode mayMatch} looks for.
 *
 * @param text A PMID in canonical form; a DOI or title as the file has it.
 */
export function goldFingerprints(tier: Tier, text: string): number[] {
  const prints = tier === "pmid"
    ? [pmidFingerprint(text)]
    : tier === "doi"
    ? [doiFingerprint(text) ?? doiFingerprint(normalizeDoi(text) ?? "")]
    : titleFingerprints(text);
  return prints.filter((print) => print !== null);
}

function titleFingerprints(title: string): (number | null)[] {
  const start = titleStart(title, false);
  const end = titleEnd(title);
  if (start !== null && end !== null) return [start, end];
  const normal = normalizeTitle(title);
  if (normal === null) return [];
  const prints = [titleStart(normal, true), titleEnd(normal)];
  return prints.every((print) => print === null) ? [normalFingerprint(normal)] : prints;
}

/** Of a title in normal form: of its start, else of its end, else of all of it. */
function normalFingerprint(normal: string | null): number | null {
  if (normal === null) return null;
  return titleStart(normal, true) ?? titleEnd(normal) ?? hashOf(normal);
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at) | 0;
  return hash;
}

/** Of a PMID that is its own canonical form: ASCII digits, the first not 0. */
export function pmidFingerprint(pmid: string): number | null {
  if (pmid.length === 0 || pmid.charCodeAt(0) === 48) return null;
  let value = 0;
  for (let at = 0; at < pmid.length; at++) {
    const digit = pmid.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return null;
    value = Math.imul(value, 10) + digit | 0;
  }
  return value;
}

/** Of a DOI without prefix, outer white space or characters outside ASCII. */
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

/** Of the first characters that a title has when normalised; `settled` as in {@linkcode titleHash}. */
function titleStart(title: string, settled: boolean): number | null {
  return titleHash(title, 1, settled);
}

/** Of the last characters that a title has when normalised; raw and normal text give the same. */
function titleEnd(title: string): number | null {
  // Read backwards, no character has one after it that was not seen to be ASCII.
  return titleHash(title, -1, true);
}

/**
 * Hashes the first characters, from one end, of a title's normal form.
 *
 * @param step 1 from the start, -1 from the end.
 * @param settled No character that follows in the text can change one before it (the title is
 *   in normal form, or read backwards).
 * @returns The hash; null where the characters cannot be told from ASCII alone.
 */
function titleHash(title: string, step: 1 | -1, settled: boolean): number | null {
  let hash: number = step;
  let taken = 0;
  let space = false;
  for (let at = step === 1 ? 0 : title.length - 1; at >= 0 && at < title.length; at += step) {
    const code = title.charCodeAt(at);
    // A compatibility character may expand to anything, and a combining one
    // composes with the ASCII letter before it (NFKC).
    if (code >= 128) return null;
    if (!settled && at + 1 < title.length && title.charCodeAt(at + 1) >= 128) return null;
    const kept = ASCII[code]!;
    if (kept === 0) continue;
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
