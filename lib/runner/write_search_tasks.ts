/** `deno task update-tasks`: writes the search tasks of the provider table into deno.json. */
import { providers } from "../providers/registry.ts";
import { searchTasks } from "./search_permissions.ts";

/**
 * Puts the search tasks in their place: where the first one stands, in the
 * order of the table. Other tasks keep theirs.
 *
 * @param config Text of deno.json.
 * @returns The new text.
 */
export function withSearchTasks(config: string): string {
  const parsed = JSON.parse(config);
  const isSearch = (name: string) => /^search(:|$)/.test(name);
  const entries = Object.entries(parsed.tasks);
  const first = entries.findIndex(([name]) => isSearch(name));
  const others = entries.filter(([name]) => !isSearch(name));
  others.splice(first < 0 ? others.length : first, 0, ...Object.entries(searchTasks(providers)));
  return JSON.stringify({ ...parsed, tasks: Object.fromEntries(others) }, null, 2) + "\n";
}

if (import.meta.main) {
  await Deno.writeTextFile("deno.json", withSearchTasks(await Deno.readTextFile("deno.json")));
}
