/** The frame of every entry script: help, errors in one line, exit codes. */
import { oneLine } from "../benchmark/harmless_text.ts";
import { type Command, helpText } from "./command.ts";
import type { Flags } from "./flags.ts";
import { missingPermissionMessage } from "./missing_permission.ts";
import { ClosedPipe, printError, printResult } from "./output.ts";
import { type ParsedFlags, parseFlags } from "./parse_flags.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Runs a command to its exit code: 0 for `--help` and for success, 2 for a
 * wrong command line, 1 for any other error, which is told in one line on
 * stderr; a closed stdout ends it quietly with 0.
 *
 * @param command Its declaration.
 * @param args The arguments, `Deno.args`.
 * @param main The work; its number, if any, is the exit code.
 */
export async function runCommand<const F extends Flags>(
  command: Command<F>,
  args: readonly string[],
  main: (parsed: ParsedFlags<F>) => Promise<number | void>,
): Promise<number> {
  try {
    if (args.includes("--help")) {
      printResult(helpText(command));
      return 0;
    }
    return await main(parseFlags(command.flags, args, command.positionals?.max)) ?? 0;
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    if (error instanceof UsageError) {
      printError(`error: ${oneLine(error.message)} (deno task ${command.name} --help)`);
      return 2;
    }
    printError(`error: ${oneLine(messageOf(error, command, args))}`);
    return 1;
  }
}

/** Readers add file and line to what a callback throws, so the cause may be further down. */
function isClosedPipe(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ClosedPipe) return true;
  }
  return false;
}

function messageOf(error: unknown, command: Command, args: readonly string[]): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Deno.errors.NotCapable) {
      return missingPermissionMessage(each, command, args);
    }
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
