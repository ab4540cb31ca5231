/** A command: what it is called, what it takes, and its help. */
import { type Flag, type Flags, placeholder } from "./flags.ts";

/** The declaration of an entry script, from which help and error messages are made. */
export interface Command<F extends Flags = Flags> {
  /** Name of the task and, with `.ts`, of the script. */
  name: string;
  /** One sentence; the first line of the help. */
  summary: string;
  /** What follows the name in the usage line. */
  usage: string;
  /** The arguments that are no flags, if any. */
  positionals?: { max: number; about: string };
  flags: F;
  /** Commands worth trying, each with what it does. */
  examples: readonly { command: string; about: string }[];
  /** Further paragraphs: formats, exit codes. */
  notes?: readonly string[];
  /** The permission flags of the deno.json task, from which "missing permission" messages are made. */
  permissions: readonly string[];
}

/** Flags that several commands share. */
export const commonFlags = {
  help: { kind: "switch", about: "Show this help" },
  quiet: { kind: "switch", about: "No progress on stderr" },
  offline: { kind: "switch", about: "Never use the network" },
  input: {
    kind: "text",
    value: "FILE",
    about: "Question file (JSON Lines, BioASQ golden JSON or TREC qrels; .gz too)",
  },
  dataset: {
    kind: "text",
    value: "NAME",
    about: "bioasq, sample, or a folder with a manifest.json; the questions of --input win " +
      "(default: bioasq)",
  },
} as const satisfies Flags;

/** Renders the help of a command, ending in a newline. */
export function helpText(command: Command): string {
  const lines = [`${command.name}: ${command.summary}`, "", `Usage: deno task ${command.usage}`];
  if (command.positionals) lines.push("", ...wrap(command.positionals.about, ""));
  lines.push("", "Flags:");
  for (const [name, flag] of Object.entries(command.flags)) {
    lines.push(`  --${name}${flag.kind === "switch" ? "" : ` ${placeholder(flag)}`}`);
    lines.push(...wrap(flag.about + defaultOf(flag), "      "));
  }
  lines.push("", "Examples:");
  for (const { command: example, about } of command.examples) {
    lines.push(...wrap(about, "  # "), `  ${example}`);
  }
  for (const note of command.notes ?? []) lines.push("", ...wrap(note, ""));
  return lines.join("\n") + "\n";
}

function defaultOf(flag: Flag): string {
  if (flag.kind === "switch" || flag.kind === "texts" || flag.default === undefined) {
    return flag.kind === "texts" ? " (repeatable)" : "";
  }
  return ` (default: ${flag.default})`;
}

/** Breaks text at spaces so that no line is wider than 80 columns; lines of the text stay lines. */
function wrap(text: string, indent: string): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && indent.length + line.length + 1 + word.length > 80) {
        lines.push(indent + line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    return [...lines, indent + line];
  });
}
