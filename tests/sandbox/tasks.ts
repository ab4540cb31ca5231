/** The tasks of deno.json and what they grant. */
import { join } from "@std/path";
import { ROOT } from "../support/run_script.ts";

/** Kinds of permission that tasks grant. */
export const KINDS = ["net", "env", "read", "write"] as const;

/** What a task is granted; null stands for everything of that kind, an empty list for nothing. */
export type Grants = Record<typeof KINDS[number], string[] | null>;

/** A task that runs one of the scripts. */
export interface Task {
  name: string;
  /** Arguments of `deno` as deno.json has them. */
  args: string[];
  grants: Grants;
}

/** The tasks of deno.json that run an entry script, by name. */
export function scriptTasks(): Map<string, Task> {
  const { tasks }: { tasks: Record<string, { command: string }> } = JSON.parse(
    Deno.readTextFileSync(join(ROOT, "deno.json")),
  );
  const found = new Map<string, Task>();
  for (const [name, { command }] of Object.entries(tasks)) {
    const [deno, ...args] = command.split(" ");
    if (deno !== "deno" || !args.some((arg) => /^[a-z_]+\.ts$/.test(arg))) continue;
    found.set(name, { name, args, grants: grantsOf(args) });
  }
  return found;
}

function grantsOf(args: readonly string[]): Grants {
  const grants: Grants = { net: [], env: [], read: [], write: [] };
  for (const arg of args.slice(1)) {
    if (!arg.startsWith("-")) break;
    if (arg === "--no-prompt") continue;
    const [, kind, list] = /^--allow-(net|env|read|write)(?:=(.+))?$/.exec(arg) ?? [];
    // Anything else would be a power that no list of ours tells of.
    if (kind === undefined) throw new Error(`unexpected permission ${arg}`);
    grants[kind as keyof Grants] = list?.split(",") ?? null;
  }
  return grants;
}
