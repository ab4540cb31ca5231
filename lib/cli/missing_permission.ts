/** The whole command that has a permission that is missing. */
import { dirname, fromFileUrl, join } from "@std/path";
import type { Command } from "./command.ts";
import type { Flags } from "./flags.ts";

/**
 * Explains a refused access: the complete `deno run` command with it added to
 * the permissions of the task.
 *
 * @param error What Deno threw.
 * @param command The command that ran.
 * @param args Its arguments.
 * @param script Path of the script as the command line shall name it.
 * @returns The message, without the leading `error: `.
 */
export function missingPermissionMessage(
  error: Error,
  command: Command,
  args: readonly string[],
  script: string = scriptPath(command),
): string {
  const [, kind, quoted] = error.message.match(/Requires (\w+) access(?: to (.+?))?, run again/) ??
    [];
  const wanted = quoted?.match(/^"(.*)"$/)?.[1];
  const permissions = kind === undefined
    ? command.permissions
    // Devices such as /dev/stdin are granted with everything or not at all.
    : kind === "all"
    ? ["--allow-all"]
    : withPermission(command.permissions, kind, neededValues(kind, wanted, command.flags, args));
  const line = ["deno", "run", ...permissions, script, ...args].map(shellWord);
  return `Cannot use ${kind ?? "a resource"}${quoted ? ` ${quoted}` : ""}: ` +
    `the permission is missing; run: ${line.join(" ")}`;
}

/** The script's name where it is in the working directory, as for tasks, else its path. */
function scriptPath({ name }: Command): string {
  const path = fromFileUrl(Deno.mainModule);
  return path === join(Deno.cwd(), `${name}.ts`) ? `${name}.ts` : path;
}

/**
 * What to grant. A file brings its folder: it is written by way of a temporary
 * one beside it, and its companions lie there. All outputs of the command line
 * are granted at once, so that the next refusal is not just the next output.
 */
function neededValues(
  kind: string,
  wanted: string | undefined,
  flags: Flags,
  args: readonly string[],
): string[] {
  if (wanted === undefined) return [];
  if (kind !== "write" && kind !== "read") return [wanted];
  const folders = new Set([dirname(wanted)]);
  for (const [name, flag] of Object.entries(flags)) {
    if (kind !== "write" || flag.kind !== "text" || !flag.writes) continue;
    const path = valueOf(name, args);
    if (path !== undefined) folders.add(dirname(path));
  }
  return [...folders];
}

function valueOf(name: string, args: readonly string[]): string | undefined {
  const at = args.indexOf(`--${name}`);
  const joined = args.find((arg) => arg.startsWith(`--${name}=`));
  return at === -1 ? joined?.slice(name.length + 3) : args[at + 1];
}

function withPermission(
  permissions: readonly string[],
  kind: string,
  values: readonly string[],
): string[] {
  const flag = `--allow-${kind}`;
  // What is granted without a list is not to be narrowed.
  if (permissions.includes(flag)) return [...permissions];
  const present = permissions.find((each) => each.startsWith(`${flag}=`));
  const granted = present?.slice(flag.length + 1).split(",") ?? [];
  const all = [...new Set([...granted, ...values])];
  const added = values.length === 0 ? flag : `${flag}=${all.join(",")}`;
  return present === undefined
    ? [...permissions, added]
    : permissions.map((each) => each === present ? added : each);
}

/** Quotes a word for a POSIX shell where it needs it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
