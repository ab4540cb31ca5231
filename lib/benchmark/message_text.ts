/** What a server said, as part of a message. */

/** So many times the length wanted are looked at: white space goes before the cut, and servers send megabytes. */
const LOOKED_AT = 16;

/**
 * A text as one line, cut where it is longer than wanted. The cut is marked
 * with "…" and nothing else may cut a text that might quote a key: what is left
 * of one before the mark is known to redaction (lib/runner/redact.ts), while in
 * the middle of a message it would be any word.
 *
 * @param most Characters at the most.
 */
export function messageText(text: string, most: number): string {
  const start = text.slice(0, LOOKED_AT * most);
  const line = start.replace(/\s+/g, " ").trim();
  if (line.length <= most && start.length === text.length) return line;
  // No half of a character: failure records are for other programs too.
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
