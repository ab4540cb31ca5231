/** The documents: every command runs, every link leads somewhere, every table is the program's. */
import { assert, assertEquals } from "@std/assert";
import { dirname, join, normalize } from "@std/path";
import { measureHelp } from "../lib/scoring/measure_kinds.ts";
import { PROGRAM, VERSION } from "../lib/benchmark/program.ts";
import { ruleFor } from "./docs/command_rule.ts";
import { anchorsOf, linksOf } from "./docs/links.ts";
import { blocksOf, commandsOf, readPages } from "./docs/pages.ts";
import { markdownRow, providerTables } from "./docs/provider_tables.ts";
import { makeReadersFolder } from "./docs/readers_files.ts";
import { denoDirectory } from "./support/deno_directory.ts";
import { ROOT, runScript, TempFolder } from "./support/run_script.ts";

const pages = await readPages();
const pageNamed = (name: string) => pages.find((page) => page.name === name)!;
const unpadded = (text: string) =>
  text.split("\n").map((line) => line.replace(/ {2,}/g, " ").replace(/-{2,}/g, "-")).join("\n");

for (const page of pages) {
  const commands = commandsOf(page);
  if (commands.length === 0) continue;
  Deno.test(`the commands of ${page.name} run`, async () => {
    await using folder = await TempFolder.create();
    const program = join(folder.path, "program");
    await makeReadersFolder(program);
    for (const { line, place, output } of commands) {
      let rule;
      try {
        rule = ruleFor(line);
      } catch (cause) {
        throw new Error(`${place}: ${line}: ${(cause as Error).message}`, { cause });
      }
      if ("check" in rule) {
        await rule.check();
        continue;
      }
      const { code, text } = await runLine(rule.run, program);
      assertEquals(code, 0, `${place}: ${rule.run}\n${text}`);
      const printed = text.split("\n").map((each) => each.trimEnd());
      let from = 0;
      for (const expected of output ?? []) {
        const at = printed.indexOf(expected.trimEnd(), from);
        assert(at >= 0, `${place}: ${line} does not print "${expected}" there:\n${text}`);
        from = at + 1;
      }
    }
  });
}

/** Runs a line in a shell, with the deno that runs the tests, no key and no server to reach. */
async function runLine(line: string, cwd: string): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", line],
    cwd,
    clearEnv: true,
    env: {
      PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH") ?? ""}`,
      HOME: cwd,
      DENO_DIR: await denoDirectory(),
      NO_COLOR: "1",
      ARTIFACT_BASE_URL: "http://127.0.0.1:9/",
      OPENSEARCH_URL: "http://127.0.0.1:9200",
      OPENSEARCH_INDEX: "papers",
    },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("every link within the documents leads to a file and a heading that exist", async () => {
  const broken: string[] = [];
  for (const page of pages) {
    for (const link of linksOf(page.text)) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page.name : normalize(join(dirname(page.name), path));
      const text = await Deno.readTextFile(join(ROOT, target)).catch(() => null);
      const folder = text === null && (await Deno.stat(join(ROOT, target)).catch(() => null));
      const missing = text === null && !folder;
      if (missing || (anchor !== undefined && !anchorsOf(text ?? "").has(anchor))) {
        broken.push(`${page.name}: ${link}`);
      }
    }
  }
  assertEquals(broken, []);
});

Deno.test("files of the program that the documents name are there", async () => {
  const missing: string[] = [];
  for (const { name, text } of pages) {
    for (
      const [, path] of text.matchAll(/`((?:tests|lib|bench|docs|data|\.ci|\.github)\/[\w./-]*)`/g)
    ) {
      // Some are downloaded, and one is what CONTRIBUTING.md tells how to make.
      if (/^data\/(?:bioasq|elicit)|example\.ts$/.test(path!)) continue;
      if (!(await Deno.stat(join(ROOT, path!)).catch(() => null))) missing.push(`${name}: ${path}`);
    }
  }
  assertEquals(missing, []);
});

Deno.test("every page of docs can be reached from the README", () => {
  const seen = new Set<string>();
  const visit = (name: string) => {
    const page = pageNamed(name);
    if (!page || seen.has(name)) return;
    seen.add(name);
    for (const link of linksOf(page.text)) {
      visit(normalize(join(dirname(name), link.split("#")[0]!)));
    }
  };
  visit("README.md");
  assertEquals(pages.map(({ name }) => name).filter((name) => !seen.has(name)), []);
});

Deno.test("the documents name no path of a machine and no package host", () => {
  const suspicious =
    /(?:^|[\s`"'(=])\/(?:home|root|Users|work|tmp)\/|registry\.(?!ts\b)[a-z]|npmjs|\b(?:10|172|192)\.\d+\.\d+\.\d+/;
  for (const { name, text } of pages) {
    assertEquals(text.split("\n").filter((line) => suspicious.test(line)), [], name);
  }
});

Deno.test("docs/providers.md has the provider table of the program", () => {
  const text = unpadded(pageNamed("docs/providers.md").text);
  for (const { section, head, rows } of providerTables) {
    const part = text.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
    const table = part.split("\n").filter((line) => line.startsWith("|"));
    assertEquals(
      table,
      [head, head.map(() => "-"), ...rows()].map((row) => unpadded(markdownRow(row))),
      section,
    );
  }
});

Deno.test("docs/statistics.md has every measure with its one-line meaning", () => {
  const text = unpadded(pageNamed("docs/statistics.md").text);
  for (const { notation, summary } of measureHelp()) {
    assert(
      text.includes(`\n${markdownRow([`\`${notation}\``, summary])}`),
      `${notation}: ${summary}`,
    );
  }
});

Deno.test("the README shows the values that the manifest expects of BioASQ", async () => {
  const { expected } = JSON.parse(await Deno.readTextFile(join(ROOT, "data/manifest.json")));
  const row = (label: string, values: Record<string, number>) =>
    `${label}  ${Object.values(values).map((value) => value.toFixed(3)).join("  ")}`;
  const { text } = pageNamed("README.md");
  for (
    const line of [
      row("Macro recall", expected.macro_recall),
      row("Micro recall", expected.micro_recall),
      `num_scored_questions: ${expected.num_questions}`,
      `total_gold: ${expected.total_gold}`,
    ]
  ) assert(text.includes(`\n${line}\n`), line);
});

Deno.test("the two records of the README and those of docs/formats.md are read, and score 1", async () => {
  const [lines] = blocksOf(pageNamed("README.md")).filter(({ language }) => language === "jsonl");
  const shown = blocksOf(pageNamed("docs/formats.md")).filter(({ language }) => language === "json")
    .map(({ lines }) => JSON.stringify(JSON.parse(lines.join("\n"))));
  await using folder = await TempFolder.create();
  for (const [question, run] of [lines!.lines, shown]) {
    const { code, stdout, stderr } = await runScript("score.ts", [
      ...["--json", "--input", await folder.write("questions.jsonl", `${question}\n`)],
      ...["--results", await folder.write("run.jsonl", `${run}\n`)],
    ]);
    assertEquals(code, 0, stderr);
    assertEquals(JSON.parse(stdout).macro_recall["10"], 1);
  }
});

Deno.test("the README's JSR block has every package that deno.json maps to npm", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const mapped = new Set(Object.keys(imports).map((name) => /^@std\/[a-z]+/.exec(name)?.[0]));
  mapped.delete(undefined);
  const block = blocksOf(pageNamed("README.md")).find(({ lines }) =>
    lines.some((line) => line.includes("jsr:"))
  )!;
  const jsr: Record<string, string> = JSON.parse(`{${block.lines.join("\n")}}`);
  assertEquals([...mapped].filter((name) => !Object.hasOwn(jsr, name!)), []);
  for (const [name, target] of Object.entries(jsr)) assert(target.startsWith(`jsr:${name}@`), name);
});

Deno.test("the workflow does what CI does", async () => {
  const workflow = await Deno.readTextFile(join(ROOT, ".github/workflows/ci.yml"));
  assert(workflow.includes("- run: bash .ci/run\n"));
});

Deno.test("the citation and the changelog are of this version", async () => {
  const citation = await Deno.readTextFile(join(ROOT, "CITATION.cff"));
  assert(citation.includes(`\nversion: ${VERSION}\n`));
  assert(citation.includes(PROGRAM.replaceAll("-", " ")) || citation.includes(PROGRAM));
  assert(pageNamed("CHANGELOG.md").text.includes(`\n## [${VERSION}]`));
});
