/**
 * PubMed and PMC identifiers as numbers, which is how they are kept in sets
 * and in the cache.
 */
import { normalizePmid } from "../scoring/normalize.ts";

/** NCBI's PMCIDs have eight digits today; longer ones than this are no PMCIDs, and the ID Converter refuses a list for them. */
const MOST_DIGITS = 10;

/**
 * Reads a PMCID: "PMC" in any case, digits, an optional version (`PMC123.1`),
 * which is dropped. Bare digits are refused: they might be a PMID.
 *
 * @param value A PMCID as a result file or the ID Converter has it.
 * @returns The number after "PMC", or null where `value` is no PMCID.
 */
export function pmcidNumber(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const digits = /^PMC0*([1-9]\d*)(?:\.\d+)?$/i.exec(value.trim())?.[1];
  return digits === undefined || digits.length > MOST_DIGITS ? null : Number(digits);
}

/** Writes a PMCID in its canonical form, e.g. `PMC3531190`. */
export function formatPmcid(number: number): string {
  return `PMC${number}`;
}

/**
 * Reads a PMID of one to eight digits, as a number, as text or as a PubMed URL.
 *
 * @returns The PMID as a number, or null where `value` is none that PubMed could know.
 */
export function pmidNumber(value: unknown): number | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const pmid = normalizePmid(String(value));
  return pmid !== null && /^[1-9]\d{0,7}$/.test(pmid) ? Number(pmid) : null;
}
