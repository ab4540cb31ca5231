/** The pause before a request is repeated. */

/**
 * Doubles from one second to a minute, plus up to a quarter of it, so that
 * workers that failed together do not come back together.
 *
 * @param attempt Which attempt has just failed, from 1.
 * @param random A number from 0 up to 1.
 * @returns Seconds to wait.
 */
export function backoffSeconds(attempt: number, random: () => number): number {
  const base = Math.min(60, 2 ** (attempt - 1));
  return base + base * random() / 4;
}
