/** The documents, as their tests read them. */
import { join } from "@std/path";
import { ROOT } from "../support/run_script.ts";

/** One Markdown page. */
export interface Page {
  /** From the repository's root, such as `docs/search.md`. */
  name: string;
  text: string;
}

/** One fenced block of a page. */
export interface Block {
  /** What stands after the fence: `sh`, `console`, `json`, "" … */
  language: string;
  lines: string[];
  /** Line of the fence on its page, from 1. */
  line: number;
}

/** Every page for readers, the README first. */
export async function readPages(): Promise<Page[]> {
  const docs = [...Deno.readDirSync(join(ROOT, "docs"))].map(({ name }) => `docs/${name}`)
    .filter((name) => name.endsWith(".md")).sort();
  const names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/sample/README.md", ...docs];
  return await Promise.all(
    names.map(async (name) => ({ name, text: await Deno.readTextFile(join(ROOT, name)) })),
  );
}

/** The fenced blocks of a page, in order. */
export function blocksOf({ name, text }: Page): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  text.split("\n").forEach((line, at) => {
    const fence = /^```(.*)$/.exec(line);
    if (open && fence) {
      blocks.push(open);
      open = null;
    } else if (fence) open = { language: fence[1]!.trim(), lines: [], line: at + 1 };
    else open?.lines.push(line);
  });
  if (open) throw new Error(`${name}: the block of line ${(open as Block).line} has no end`);
  return blocks;
}

/** A command of a page. */
export interface Command {
  /** As a shell takes it: on one line, without its comment. */
  line: string;
  /** Where it stands, for messages. */
  place: string;
  /** Lines that must come out in this order; null where the page does not show any. */
  output: string[] | null;
}

/**
 * The commands of a page: lines of `sh` blocks, those after `$ ` in `console`
 * blocks, and then those in running text that have no placeholder in capitals.
 */
export function commandsOf(page: Page): Command[] {
  return [...blockCommands(page), ...inlineCommands(page)];
}

function inlineCommands({ name, text }: Page): Command[] {
  return [...text.replace(/^```[^]*?^```$/gm, "").matchAll(/`([^`]+)`/g)]
    .map(([, code]) => code!.replace(/\s+/g, " "))
    .filter((code) => /^(?:[A-Z_]+=\S+ )*(?:deno|npx|bash) \S/.test(code))
    .filter((code) => !/(?:^|[\s:=])[A-Z]{4,}(?:\s|$)/.test(code))
    .map((line) => ({ line, place: name, output: null }));
}

function blockCommands(page: Page): Command[] {
  return blocksOf(page).flatMap(({ language, lines, line }): Command[] => {
    const place = `${page.name}:${line}`;
    if (language === "sh") {
      return lines.join("\n").replace(/\\\n\s*/g, "").split("\n")
        .map((each) => each.replace(/(^|\s)#\s.*$/, "").trim())
        .filter((each) => each !== "")
        .map((each) => ({ line: each, place, output: null }));
    }
    if (language !== "console") return [];
    const commands: (Command & { output: string[] })[] = [];
    for (const each of lines) {
      if (each.startsWith("$ ")) commands.push({ line: each.slice(2), place, output: [] });
      else if (each.trim() !== "" && each.trim() !== "…") commands.at(-1)?.output.push(each);
    }
    return commands;
  });
}
