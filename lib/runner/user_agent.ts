/** The User-Agent header. */
import { PROGRAM, VERSION } from "../benchmark/program.ts";

/**
 * How this program introduces itself to servers.
 *
 * @param email Whom they may write to, where the user gave an address.
 */
export function userAgent(email?: string): string {
  const contact = email ? `; mailto:${encodeURI(email)}` : "";
  return `${PROGRAM}/${VERSION} (benchmark of search APIs on BioASQ${contact})`;
}
