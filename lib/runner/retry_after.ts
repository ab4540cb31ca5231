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
  // RFC 850's form, which RFC 9110 (5.6.7) asks recipients to read still.
  const rfc850 = /^[a-z]{6,9}, (\d{2})-([a-z]{3})-(\d{2}) (\d{2}:\d{2}:\d{2}) GMT$/i.exec(text);
  if (rfc850) {
    const [, day, month, year, time] = rfc850;
    return secondsUntil(`${day} ${month} ${fullYear(Number(year), now)} ${time} GMT`, now);
  }
  // Date.parse takes much that is no date of HTTP ("abc 1"); the weekday or month must be there.
  if (!/^[a-z]{3,9},? .*\d{4}/i.test(text)) return null;
  // The oldest of HTTP's date forms names no time zone and means UTC all the same.
  return secondsUntil(/\d$/.test(text) && !/[+-]\d{4}$/.test(text) ? `${text} GMT` : text, now);
}

function secondsUntil(date: string, now: number): number | null {
  const at = Date.parse(date);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}

/** A year of two digits that would be more than 50 years ahead is the last one with those digits (RFC 9110, 5.6.7). */
function fullYear(twoDigits: number, now: number): number {
  const year = new Date(now).getUTCFullYear();
  const full = year - year % 100 + twoDigits;
  return full > year + 50 ? full - 100 : full;
}

function readSeconds(text: string): number | null {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  // Not a number that one could wait for, and forever; both seen in the reference values.
  if (/^[+-]?nan$/i.test(text)) return 0;
  const infinite = text.match(/^([+-]?)inf(inity)?$/i);
  return infinite ? (infinite[1] === "-" ? 0 : Infinity) : null;
}
