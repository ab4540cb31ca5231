/** Numbers of things in a message. */

/** A number and what it counts, e.g. `1 id`, `2,000 ids`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
}
