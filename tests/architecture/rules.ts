/** The rules of the tree as functions of what was found in it: each gives the breaches in words. */
import type { Import } from "./source_tree.ts";

/**
 * Which rooms a room may import, besides itself. Within a tier of the design
 * (cli, runner, report; providers, ncbi, benchmark) only these directions, so
 * that no cycle of rooms can arise.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  scripts: ["cli", "runner", "report", "providers", "ncbi", "benchmark", "scoring"],
  cli: ["runner", "report", "providers", "ncbi", "benchmark", "scoring"],
  runner: ["providers", "ncbi", "benchmark", "scoring"],
  report: ["providers", "ncbi", "benchmark", "scoring"],
  providers: ["benchmark", "scoring"],
  ncbi: ["benchmark", "scoring"],
  benchmark: ["scoring"],
  scoring: [],
};

/** The room of a file: `lib/cli/x.ts` is in cli, `score.ts` in scripts, other folders are rooms of their own. */
export function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  if (second === "") return "scripts";
  return first === "lib" ? second : first;
}

/** Imports against the arrows. Tests and benches may import anything of the program; nothing imports them. */
export function wrongWays(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      if (!to.endsWith(".ts") || to.includes(":")) return false;
      const [source, target] = [roomOf(from), roomOf(to)];
      if (source === "tests") return false;
      // Two scripts that share code share it through lib.
      if (source === target) return source === "scripts";
      if (source === "bench") return target === "tests" && !to.startsWith("tests/fakes/");
      return !(MAY_IMPORT[source] ?? []).includes(target);
    })
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Files that import each other in a circle, one breach a circle found. */
export function cycles(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const finished = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: string[]) => {
    const seen = path.indexOf(file);
    if (seen !== -1) {
      found.push([...path.slice(seen), file].join(" -> "));
      return;
    }
    if (finished.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}

const IMPURE =
  /\b(?:Deno|Date|fetch|console|crypto|performance|process|globalThis|setTimeout|setInterval|Worker|localStorage|navigator)\b|\bMath\s*\.\s*random\b|\bimport\s*\(/g;

/** Uses of the world (files, network, clock, console, randomness) in a source text, as `line: word`. */
export function impurities(source: string): string[] {
  const code = blankedOut(source);
  return [...code.matchAll(IMPURE)].map(({ 0: word, index }) =>
    `${code.slice(0, index).split("\n").length}: ${word}`
  );
}

/** The source with comments and the contents of plain strings blanked, lines kept. */
function blankedOut(source: string): string {
  return source.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (text) => text.replaceAll(/[^\n]/g, " "),
  );
}

/** Whether every part of a path is in snake_case (tests end in `_test.ts`, declarations in `.d.ts`). */
export function isSnakeCase(path: string): boolean {
  return path.split("/").every((part) => /^[a-z0-9]+(?:_[a-z0-9]+)*(?:\.d)?(?:\.ts)?$/.test(part));
}
