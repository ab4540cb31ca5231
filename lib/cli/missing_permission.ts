/** The whole command that has a permission that is missing. */
import { dirname } from "@std/path";
import type { Command } from "./command.ts";

/**
 * Explains a refused access: the complete `deno run` command with it added to
 * the permissions of the task.
 *
 * @param error What Deno threw.
 * @param command The command that ran.
 * @param args Its arguments.
 * @returns The message, without the leading `error: `.
 */
export function missingPermissionMessage(
  error: Error,
  command: Command,
  args: readonly string[],
): string {
  const [, kind, quoted] = error.message.match(/Requires (\w+) access(?: to (.+?))?, run again/) ??
    [];
  const wanted = kind === undefined ? undefined : neededValue(kind, quoted);
  const permissions = kind === undefined
    ? command.permissions
    : withPermission(command.permissions, kind, wanted);
  const line = ["deno", "run", ...permissions, `${command.name}.ts`, ...args].map(shellWord);
  return `Cannot use ${kind ?? "a resource"}${quoted ? ` ${quoted}` : ""}: ` +
    `the permission is missing; run: ${line.join(" ")}`;
}

/** What to grant: files are written by way of a temporary one beside them, so their folder. */
function neededValue(kind: string, quoted: string | undefined): string | undefined {
  const text = quoted?.match(/^"(.*)"$/)?.[1];
  if (text === undefined) return undefined;
  return kind === "write" ? dirname(text) : text;
}

function withPermission(
  permissions: readonly string[],
  kind: string,
  value: string | undefined,
): string[] {
  const flag = `--allow-${kind}`;
  const present = permissions.find((each) => each === flag || each.startsWith(`${flag}=`));
  const added = value === undefined
    ? flag
    : present?.includes("=")
    ? `${present},${value}`
    : `${flag}=${value}`;
  if (present === undefined) return [...permissions, added];
  return permissions.map((each) => each === present ? added : each);
}

/** Quotes a word for a POSIX shell where it needs it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
