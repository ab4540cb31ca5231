/** The tree and its import arrows are as the design says. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { cycles, impurities, isSnakeCase, MAY_IMPORT, wrongWays } from "./architecture/rules.ts";
import { exportsOf, importsOf, sourceFiles } from "./architecture/source_tree.ts";
import { ROOT } from "./support/run_script.ts";

const files = sourceFiles();
const inLib = files.filter((file) => file.startsWith("lib/"));
const scripts = ["keyword_queries.ts", "resolve_pmcids.ts", "score.ts", "search.ts"];

Deno.test("imports point one way and never in a circle", async () => {
  const imports = await importsOf(files);
  // The scan itself works: it sees the program's files and packages.
  const seen = (from: string, to: string) =>
    imports.some((each) => each.from === from && each.to === to);
  assert(seen("lib/benchmark/score_run.ts", "lib/scoring/match.ts"));
  assert(seen("lib/benchmark/gunzip.ts", "lib/benchmark/gunzip_worker.ts"));
  assertEquals(wrongWays(imports), []);
  assertEquals(cycles(imports), []);
});

Deno.test("lib/scoring imports nothing from outside itself but pure text helpers", async () => {
  const scoring = files.filter((file) => file.startsWith("lib/scoring/"));
  const outside = (await importsOf(scoring)).filter(({ to }) =>
    !to.startsWith("lib/scoring/") && !/^npm:\/?deno-std@[^/]+\/text\//.test(to)
  );
  assertEquals(outside, []);
});

Deno.test("lib/scoring touches no file, network, clock, console or randomness", async () => {
  const found: string[] = [];
  for (const file of files.filter((file) => file.startsWith("lib/scoring/"))) {
    const source = await Deno.readTextFile(join(ROOT, file));
    found.push(...impurities(source).map((use) => `${file}:${use}`));
  }
  assertEquals(found, []);
});

Deno.test("the rooms are the design's", () => {
  const rooms = new Set(inLib.map((file) => file.split("/")[1]!));
  assertEquals(
    [...rooms].toSorted(),
    Object.keys(MAY_IMPORT).filter((room) => room !== "scripts").toSorted(),
  );
});

Deno.test("the top level holds what the design lists and the usual files", async () => {
  const listed = new Set([
    ...["deno.json", "deno.lock", "README.md", "LICENSE", "CONTRIBUTING.md"],
    ...["CHANGELOG.md", "CITATION.cff", "lib", "data", "tests", "bench", "docs", ...scripts],
  ]);
  const ignored = (await Deno.readTextFile(join(ROOT, ".gitignore"))).split("\n")
    .map((line) => line.replaceAll("/", ""));
  const strange = [...Deno.readDirSync(ROOT)].map(({ name }) => name)
    .filter((name) => !listed.has(name) && !name.startsWith(".") && !ignored.includes(name));
  assertEquals(strange, []);
});

Deno.test("an entry script is short enough to read at a glance", async () => {
  const long: string[] = [];
  for (const script of scripts) {
    const lines = (await Deno.readTextFile(join(ROOT, script))).split("\n").length - 1;
    if (lines > 120) long.push(`${script}: ${lines} lines`);
  }
  assertEquals(long, []);
});

Deno.test("files and folders are named in snake_case", () => {
  assertEquals(files.filter((file) => !isSnakeCase(file)), []);
});

Deno.test("every exported function, class, interface, type, constant and method has a doc comment", async () => {
  const exported = await exportsOf([...inLib, ...scripts]);
  assert(exported.length > 300, "the scan sees the program's exports");
  const bare = exported.filter(({ documented }) => !documented);
  assertEquals(bare.map(({ file, name, kind }) => `${file}: ${kind} ${name}`), []);
});

Deno.test("an exported function, class or constant is used by another file of the program", async () => {
  const sources = new Map<string, string>();
  for (const file of files) sources.set(file, await Deno.readTextFile(join(ROOT, file)));
  const uses = (file: string, name: string) =>
    sources.get(file)!.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
  const inProgram = files.filter((file) => !file.startsWith("tests/"));
  const unused = (await exportsOf(inLib)).filter(({ file, name, kind }) =>
    ["function", "class", "variable"].includes(kind) &&
    !inProgram.some((other) => other !== file && uses(other, name) > 0) &&
    // What the file needs itself may be tested by itself too.
    !(uses(file, name) > 1 && files.some((other) => other !== file && uses(other, name) > 0))
  );
  assertEquals(unused.map(({ file, name, kind }) => `${file}: ${kind} ${name}`), []);
});

Deno.test("lib/std.d.ts declares what is used of @std and nothing else", async () => {
  const declarations = await Deno.readTextFile(join(ROOT, "lib/std.d.ts"));
  const sources = await Promise.all(files.map((file) => Deno.readTextFile(join(ROOT, file))));
  const unused: string[] = [];
  for (const [, module, body] of declarations.matchAll(/^declare module "(.+)" \{$([^]*?)^\}$/gm)) {
    const users = sources.filter((source) => source.includes(`from "${module}"`));
    for (const [, name] of body!.matchAll(/^ {2}export (?:function|class) (\w+)/gm)) {
      if (!users.some((source) => new RegExp(`\\b${name}\\b`).test(source))) {
        unused.push(`${module}: ${name}`);
      }
    }
  }
  assert(declarations.includes("export function assertEquals"));
  assertEquals(unused, []);
});

Deno.test("wrong ways, circles, impurities and names are told", () => {
  const ways = (from: string, to: string) => wrongWays([{ from, to }]).length;
  assertEquals(ways("lib/scoring/a.ts", "lib/benchmark/b.ts"), 1);
  assertEquals(ways("lib/benchmark/a.ts", "lib/providers/b.ts"), 1);
  assertEquals(ways("lib/benchmark/a.ts", "lib/ncbi/b.ts"), 1);
  assertEquals(ways("lib/providers/a.ts", "lib/runner/b.ts"), 1);
  assertEquals(ways("lib/report/a.ts", "lib/runner/b.ts"), 1);
  assertEquals(ways("lib/runner/a.ts", "lib/cli/b.ts"), 1);
  assertEquals(ways("lib/cli/a.ts", "score.ts"), 1);
  assertEquals(ways("lib/cli/a.ts", "tests/b.ts"), 1);
  assertEquals(ways("lib/cli/a.ts", "bench/b.ts"), 1);
  assertEquals(ways("lib/cli/a.ts", "lib/new_room/b.ts"), 1);
  assertEquals(ways("search.ts", "score.ts"), 1);
  assertEquals(ways("search.ts", "lib/cli/a.ts"), 0);
  assertEquals(ways("lib/cli/a.ts", "node:zlib"), 0);
  assertEquals(ways("lib/ncbi/a.ts", "lib/benchmark/b.ts"), 0);

  const arrow = (from: string, to: string) => ({ from, to });
  assertEquals(cycles([arrow("a", "b"), arrow("b", "c"), arrow("a", "c")]), []);
  assertEquals(cycles([arrow("a", "b"), arrow("b", "c"), arrow("c", "b")]), ["b -> c -> b"]);

  assertEquals(impurities("const a = 1;\n// Date\nDeno.cwd();\nMath.random();"), [
    "3: Deno",
    "4: Math.random",
  ]);
  assertEquals(impurities('const update = "Date"; /* fetch(x) */ const prefetch = 1;'), []);
  assertEquals(isSnakeCase("lib/cli/usage_error.ts"), true);
  assertEquals(isSnakeCase("lib/std.d.ts"), true);
  assertEquals(isSnakeCase("lib/cli/usageError.ts"), false);
  assertEquals(isSnakeCase("lib/cli/usage-error.ts"), false);
});
