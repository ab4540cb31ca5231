/** The whole command that has a permission that is missing. */
import { dirname, fromFileUrl, join, relative } from "@std/path";
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
  // Devices such as /dev/stdin are granted with everything or not at all.
  const permissions = kind === "all" ? ["--allow-all"] : neededPermissions(
    kind === undefined
      ? command.permissions
      : withPermission(command.permissions, kind, valuesFor(kind, wanted)),
    command.flags,
    args,
  );
  const line = ["deno", "run", ...permissions, script, ...args].map(shellWord);
  return `Cannot use ${kind ?? "a resource"}${quoted ? ` ${quoted}` : ""}: ` +
    `the permission is missing; run: ${line.join(" ")}`;
}

/** The script's name where it is in the working directory, as for tasks, else its path. */
function scriptPath({ name }: Command): string {
  const path = fromFileUrl(Deno.mainModule);
  return path === join(Deno.cwd(), `${name}.ts`) ? `${name}.ts` : path;
}

/** What to grant. A file brings its folder: it is written by way of a temporary one beside it, and its companions lie there. */
function valuesFor(kind: string, wanted: string | undefined): string[] {
  if (wanted === undefined) return [];
  return kind === "write" || kind === "read" ? [dirname(wanted)] : [wanted];
}

/**
 * Adds what the files of the command line need, so that the next refusal is not
 * just the next file, or this one again: outputs are also read.
 */
function neededPermissions(
  permissions: readonly string[],
  flags: Flags,
  args: readonly string[],
): string[] {
  let needed = [...permissions];
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.kind !== "text" || flag.value !== "FILE") continue;
    const path = valueOf(name, args);
    if (path === undefined) continue;
    needed = withPermission(needed, "read", [dirname(path)]);
    if (flag.writes) needed = withPermission(needed, "write", [dirname(path)]);
  }
  return needed;
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
  const isPath = kind === "read" || kind === "write";
  const missing = values.filter((value) =>
    !granted.some((each) => each === value || isPath && isWithin(value, each))
  );
  if (values.length > 0 && missing.length === 0) return [...permissions];
  const all = [...new Set([...granted, ...missing])];
  const added = values.length === 0 ? flag : `${flag}=${all.join(",")}`;
  return present === undefined
    ? [...permissions, added]
    : permissions.map((each) => each === present ? added : each);
}

function isWithin(path: string, folder: string): boolean {
  return !/^(\.\.|[/\\]|[a-z]:)/i.test(relative(folder, path));
}

/** Quotes a word for a POSIX shell where it needs it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
