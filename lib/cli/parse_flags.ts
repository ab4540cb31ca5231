/** Reading declared flags from the command line. */
import { parseArgs } from "@std/cli/parse-args";
import { counted } from "../benchmark/counted.ts";
import { nearest } from "../scoring/nearest.ts";
import { type Flag, type Flags, type FlagValues, placeholder } from "./flags.ts";
import { UsageError } from "./usage_error.ts";

/** A read command line. */
export interface ParsedFlags<F extends Flags> {
  values: FlagValues<F>;
  positionals: string[];
}

/**
 * Reads a command line against declared flags.
 *
 * @param flags What is allowed.
 * @param args The arguments, `Deno.args`.
 * @param maxPositionals How many arguments that are no flags are allowed.
 * @throws {UsageError} for an unknown flag (with the nearest one), a missing,
 * repeated or malformed value, or an argument too many.
 *
 * @example
 * ```ts
 * import { parseFlags } from "./parse_flags.ts";
 * const { values } = parseFlags(
 *   { limit: { kind: "integer", value: "N", min: 1, about: "first N" } },
 *   ["--limit", "3"],
 * );
 * if (values.limit !== 3) throw new Error();
 * ```
 */
export function parseFlags<const F extends Flags>(
  flags: F,
  args: readonly string[],
  maxPositionals = 0,
): ParsedFlags<F> {
  const names = Object.keys(flags);
  const isSwitch = (name: string) => flags[name]?.kind === "switch";
  const valued = names.filter((name) => !isSwitch(name));
  refuseMalformed(flags, args);
  const parsed = parseArgs(args, {
    // A second value must be seen to be refused, so all are collected.
    boolean: names.filter(isSwitch),
    string: [...valued, "_"],
    collect: valued,
  });
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const flag = flags[name]!;
    values[name] = flag.kind === "switch"
      ? parsed[name] === true
      : valueOf(name, flag, parsed[name] as string[] | undefined ?? []);
  }
  const positionals = parsed._.map(String);
  if (positionals.length > maxPositionals) {
    throw new UsageError(
      `Cannot use argument "${positionals[maxPositionals]}": ` +
        (maxPositionals === 0
          ? "this command takes flags only; a pattern or a list with spaces goes in quotes"
          : `this command takes ${counted(maxPositionals, "argument")}`),
    );
  }
  return { values: values as FlagValues<F>, positionals };
}

/** What parse-args would take silently: unknown flags, `--no-x`, values of switches, short flags. */
function refuseMalformed(flags: Flags, args: readonly string[]): void {
  const names = Object.keys(flags);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") return;
    if (!arg.startsWith("-") || arg === "-") continue;
    const [given, ...rest] = arg.split("=") as [string, ...string[]];
    const name = given.replace(/^--?/, "");
    const flag = given.startsWith("--") && Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) {
      const suggestion = nearest(name, names);
      throw new UsageError(
        `Cannot use flag ${given}: unknown` +
          (suggestion ? `; did you mean --${suggestion}?` : "; see --help"),
      );
    }
    if (flag.kind === "switch") {
      if (rest.length > 0) throw new UsageError(`Cannot use ${arg}: --${name} takes no value`);
      continue;
    }
    // The value of a flag is the next argument unless that looks like a flag.
    if (rest.length > 0) continue;
    const next = args[at + 1];
    const isNumber = (flag.kind === "integer" || flag.kind === "number") &&
      /^-[\d.]/.test(next ?? "");
    // Told by its value, which parse-args would take for a flag; all numbers are 0 or above.
    if (isNumber) numberOf(name, flag, next!);
    if (next === undefined || (next.startsWith("-") && next !== "-")) {
      throw needsValue(name, flag);
    }
    at++;
  }
}

function needsValue(name: string, flag: Flag): UsageError {
  return new UsageError(
    `Cannot use --${name}: it needs a value, as in --${name}=${placeholder(flag)}`,
  );
}

function valueOf(name: string, flag: Exclude<Flag, { kind: "switch" }>, given: string[]): unknown {
  if (given.some((text) => text === "")) throw needsValue(name, flag);
  if (flag.kind === "texts") return given;
  if (given.length > 1) {
    throw new UsageError(
      `Cannot use --${name} ${given[1]}: it was given before, as ${given[0]}; give it once`,
    );
  }
  const text = given[0];
  if (text === undefined) return flag.default;
  if (flag.kind === "text") return text;
  if (flag.kind === "choice") {
    if (flag.choices.includes(text)) return text;
    const suggestion = nearest(text, flag.choices);
    throw new UsageError(
      `Cannot use --${name} ${text}: it takes ${flag.choices.join(", ")}` +
        (suggestion ? `; did you mean ${suggestion}?` : ""),
    );
  }
  return numberOf(name, flag, text);
}

function numberOf(
  name: string,
  flag: Extract<Flag, { kind: "integer" | "number" }>,
  text: string,
): number {
  const { kind, min, max, exclusiveMin } = flag;
  const pattern = kind === "integer" ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const value = Number(text);
  const inRange = (min === undefined || (exclusiveMin ? value > min : value >= min)) &&
    (max === undefined || value <= max);
  if (
    !pattern.test(text) || !Number.isFinite(value) || !inRange ||
    (kind === "integer" && !Number.isSafeInteger(value))
  ) {
    const noun = kind === "integer" ? "a whole number" : "a number";
    const low = min === undefined ? "" : exclusiveMin ? ` above ${min}` : ` from ${min}`;
    const high = max === undefined ? "" : ` up to ${max}`;
    throw new UsageError(`Cannot use --${name} ${text}: it takes ${noun}${low}${high}`);
  }
  return value;
}
