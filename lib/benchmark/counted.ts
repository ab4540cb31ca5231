/** Numbers of things, in messages and tables. */

/** A whole number with commas at the thousands, e.g. `5,486`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** A number and what it counts, e.g. `1 id`, `2,000 ids`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}
