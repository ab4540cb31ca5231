/** The Retry-After header. */

/**
 * Reads a Retry-After value: seconds (fractions and exponents too, as the
 * published program reads them) or an HTTP date (RFC 9110, 10.2.3).
 *
 * @param header The header's value, or null where there is none.
 * @param now Current time in milliseconds since the epoch, for dates.
 * @returns Seconds to wait, at least 0 and possibly Infinity, which callers
 * cap; null where the value says nothing.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (text === "") return null;
  const seconds = readSeconds(text);
  if (seconds !== null) return Math.max(0, seconds);
  // Date.parse takes much that is no date of HTTP ("abc 1"); the weekday or month must be there.
  if (!/^[a-z]{3,9},? .*\d{4}/i.test(text)) return null;
  // The oldest of HTTP's date forms names no time zone and means UTC all the same.
  const at = Date.parse(/\d$/.test(text) && !/[+-]\d{4}$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}

function readSeconds(text: string): number | null {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  // Not a number that one could wait for, and forever; both seen in the reference values.
  if (/^[+-]?nan$/i.test(text)) return 0;
  const infinite = text.match(/^([+-]?)inf(inity)?$/i);
  return infinite ? (infinite[1] === "-" ? 0 : Infinity) : null;
}
