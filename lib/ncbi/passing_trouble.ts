/** Telling an error that passes from one about the list of ids. */

/**
 * Words of errors that have nothing to do with what was asked: E-utilities say
 * "Search Backend failed: read request has failed" or "API rate limit
 * exceeded" under HTTP 200 and 400 too.
 */
const PASSING =
  /rate limit|too many requests|unavailable|internal (server )?error|backend|timed? ?-?out|try again (later|in|after)|maintenance|overloaded|temporar|read request/i;

/**
 * Whether an error passes: by its words, or because the answer says when to
 * ask again.
 *
 * @param message What the service said.
 * @param headers Of its answer.
 */
export function isPassing(message: string, headers: Headers): boolean {
  return PASSING.test(message) || headers.has("retry-after");
}
