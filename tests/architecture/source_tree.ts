/** The program's own TypeScript files, and what Deno's parsers say about them. */
import { fromFileUrl, join, toFileUrl } from "@std/path";
import { ROOT } from "../support/run_script.ts";

/** One import, as paths from the root folder. */
export interface Import {
  from: string;
  /** A path of the program, or a specifier such as `npm:/entities@9.0.0` or `node:zlib`. */
  to: string;
}

/** What another file can use of a file. */
export interface ExportedName {
  file: string;
  name: string;
  /** `function`, `class`, `interface`, `typeAlias`, `variable` or `method NAME of class`. */
  kind: string;
  documented: boolean;
}

/** The TypeScript files that are the program: not fixtures, not what git ignores. */
export function sourceFiles(folder = ""): string[] {
  const found: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(join(ROOT, folder))) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (isDirectory) {
      const foreign = name.startsWith(".") || ["fixtures", "runs", "node_modules", "coverage"]
        .includes(name);
      if (!foreign) found.push(...sourceFiles(path));
    } else if (name.endsWith(".ts") && !name.endsWith(".d.ts")) {
      found.push(path);
    }
  }
  return found.toSorted();
}

/**
 * The imports, exports-from, type imports and literal dynamic imports of files,
 * and the modules that they name by `new URL("./x.ts", import.meta.url)` (workers).
 */
export async function importsOf(files: readonly string[]): Promise<Import[]> {
  const folder = await Deno.makeTempDir({ prefix: "architecture_" });
  try {
    const entry = join(folder, "all.ts");
    const lines = files.map((file) =>
      `import ${JSON.stringify(toFileUrl(join(ROOT, file)).href)};`
    );
    await Deno.writeTextFile(entry, lines.join("\n"));
    const info: ModuleGraph = await denoJson(["info", "--json", entry]);
    const imports: Import[] = [];
    for (const { specifier, dependencies = [] } of info.modules) {
      const from = relative(specifier);
      if (!files.includes(from)) continue;
      for (const { specifier: written, code, type } of dependencies) {
        // A file that has no `code` half is imported for its types alone: an arrow all the same.
        imports.push({ from, to: relative(code?.specifier ?? type?.specifier ?? written) });
      }
      imports.push(...workersOf(from));
    }
    return imports;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What files export, with whether a doc comment says what it is. */
export async function exportsOf(files: readonly string[]): Promise<ExportedName[]> {
  const { nodes }: Docs = await denoJson([
    "doc",
    "--json",
    ...files.map((file) => join(ROOT, file)),
  ]);
  const found: ExportedName[] = [];
  for (
    const { name, declarations } of Object.values(nodes).flatMap(({ symbols = [] }) => symbols)
  ) {
    for (const { kind, declarationKind, jsDoc, location, def } of declarations) {
      const file = relative(location.filename);
      // A reference is handed on from another file, and told there.
      if (declarationKind !== "export" || kind === "reference" || !files.includes(file)) continue;
      found.push({ file, name, kind, documented: isDocumented(jsDoc) });
      // The members of an interface are explained with it, and again nowhere else.
      if (kind !== "class" || (def?.implements ?? []).length > 0) continue;
      for (const method of def?.methods ?? []) {
        // What a disposer does is known; private methods are nobody else's business.
        if (method.accessibility === "private" || method.name.startsWith("[Symbol.")) continue;
        found.push({
          file,
          name: method.name,
          kind: `method of ${name}`,
          documented: isDocumented(method.jsDoc),
        });
      }
    }
  }
  return found;
}

interface ModuleGraph {
  modules: {
    specifier: string;
    dependencies?: {
      specifier: string;
      code?: { specifier?: string };
      type?: { specifier?: string };
    }[];
  }[];
}

interface JsDoc {
  doc?: string;
}

interface Docs {
  nodes: Record<string, {
    symbols?: {
      name: string;
      declarations: {
        kind: string;
        declarationKind: string;
        jsDoc?: JsDoc;
        location: { filename: string };
        def?: {
          implements?: unknown[];
          methods?: { name: string; accessibility?: string; jsDoc?: JsDoc }[];
        };
      }[];
    }[];
  }>;
}

const isDocumented = (jsDoc: JsDoc | undefined) => (jsDoc?.doc ?? "").trim() !== "";

function relative(specifier: string): string {
  if (!specifier.startsWith("file:")) return specifier;
  const path = fromFileUrl(specifier);
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

function workersOf(from: string): Import[] {
  const text = Deno.readTextFileSync(join(ROOT, from));
  return [...text.matchAll(/new URL\(\s*"([^"]+\.ts)",\s*import\.meta\.url/g)].map(([, to]) => ({
    from,
    to: relative(new URL(to!, toFileUrl(join(ROOT, from))).href),
  }));
}

async function denoJson<T>(args: string[]): Promise<T> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [args[0]!, "--config", join(ROOT, "deno.json"), ...args.slice(1)],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`deno ${args[0]} failed: ${decoder.decode(stderr)}`);
  return JSON.parse(decoder.decode(stdout));
}
