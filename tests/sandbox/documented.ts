/** What docs/sandbox.md says a task may touch. */
import { globToRegExp, join } from "@std/path";
import { ROOT } from "../support/run_script.ts";
import type { Accesses } from "./audited_task.ts";
import { KINDS, type Task } from "./tasks.ts";

/** The page that is held against the runs. */
export const PAGE = join(ROOT, "docs/sandbox.md");

/** What a kind of task touches: patterns of paths from the program's folder. */
export interface Promised {
  read: string[];
  write: string[];
}

/** The rows of the table of grants, from deno.json. */
export function grantRows(tasks: readonly Task[]): string[][] {
  return tasks.map((task) => {
    const own = tasks.filter(({ name }) => name.startsWith(`${task.name}:`));
    return [`\`${task.name}\``, ...KINDS.map((kind) => cell(kind, task, own))];
  });
}

/** The rows of the page's table of grants. */
export function readGrantRows(page: string): string[][] {
  return tableRows(page, "What each task is granted");
}

/** Reads the table of what is touched: `| kind | reads | writes |` with patterns in backticks. */
export function readPromises(page: string): Map<string, Promised> {
  return new Map(
    tableRows(page, "What each task touches").map((cells) => {
      const [[task = ""] = [], read = [], write = []] = cells.map(patterns);
      return [task, { read, write }];
    }),
  );
}

/**
 * The accesses that no promise covers, in words.
 *
 * @param names Paths that the run's flags name, absolute, by the word that stands for them on the page.
 */
export function unpromised(
  { read, write }: Pick<Accesses, "read" | "write">,
  promised: Promised,
  program: string,
  names: Readonly<Record<string, string>>,
): string[] {
  const allowed = (patterns: readonly string[]) => {
    const expressions = patterns.map((pattern) =>
      globToRegExp(named(pattern, program, names), { globstar: true })
    );
    return (path: string) => expressions.some((expression) => expression.test(path));
  };
  const mayRead = allowed([...promised.read, ...promised.write]);
  const mayWrite = allowed(promised.write);
  return [
    ...[...read].filter((path) => !mayRead(path)).map((path) => `read ${path}`),
    ...[...write].filter((path) => !mayWrite(path)).map((path) => `write ${path}`),
  ];
}

function named(pattern: string, program: string, names: Readonly<Record<string, string>>): string {
  const word = /^[A-Z_]+/.exec(pattern)?.[0];
  const path = word === undefined ? undefined : names[word];
  return path === undefined ? join(program, pattern) : path + pattern.slice(word!.length);
}

/** The cells of a section's table, its first two lines left out. */
function tableRows(page: string, title: string): string[][] {
  const section = page.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return section.split("\n").filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

function cell(kind: typeof KINDS[number], { name, grants }: Task, own: readonly Task[]): string {
  const list = grants[kind];
  if (list === null) return "all";
  if (list.length === 0) return "none";
  const inOwn = own.flatMap(({ grants }) => grants[kind] ?? []);
  const rest = list.filter((each) => !inOwn.includes(each)).map((each) => `\`${each}\``);
  // Only where it is so: a task that lacks one of them is listed item by item.
  return list.length > 2 && own.length > 0 && inOwn.every((each) => list.includes(each))
    ? [`those of the \`${name}:\` tasks`, ...rest].join(", ")
    : list.map((each) => `\`${each}\``).join(", ");
}

const patterns = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern]) => pattern!);
