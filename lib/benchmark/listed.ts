/** Naming things in a message. */

/** Longest name that is shown whole. */
const LONGEST = 60;

/** Names things, the first five of them, each cut where it is long. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) =>
    name.length > LONGEST ? `${name.slice(0, LONGEST - 3)}...` : name
  ).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
