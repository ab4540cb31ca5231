/** Name of this program. */
export const PROGRAM = "paper-search-benchmark";

/** Version of this program, for run records and the User-Agent header. */
export const VERSION = "0.1.0";

/**
 * How this program introduces itself to servers.
 *
 * @param email Whom they may write to, where the user gave an address.
 */
export function userAgent(email?: string): string {
  const contact = email ? `; mailto:${encodeURI(email)}` : "";
  return `${PROGRAM}/${VERSION} (benchmark of search APIs on BioASQ${contact})`;
}
