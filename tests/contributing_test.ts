/** The provider that CONTRIBUTING.md shows works as it stands there. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { blocksOf, readPages } from "./docs/pages.ts";
import { copyProgram } from "./support/program_copy.ts";
import { TempFolder } from "./support/run_script.ts";

const page = (await readPages()).find(({ name }) => name === "CONTRIBUTING.md")!;
const shown = blocksOf(page).find(({ language }) => language === "ts")!;

async function deno(args: string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "null",
  }).output();
  assertEquals(code, 0, `deno ${args.join(" ")}\n${new TextDecoder().decode(stderr)}`);
}

Deno.test("a provider is one file under 40 lines and one row, and runs", async () => {
  assert(shown.lines.length < 40, `${shown.lines.length} lines`);
  await using folder = await TempFolder.create();
  const program = join(folder.path, "program");
  await copyProgram(program);
  const providers = join(program, "lib/providers");
  await Deno.writeTextFile(join(providers, "example.ts"), shown.lines.join("\n") + "\n");
  const registry = join(providers, "registry.ts");
  const table = await Deno.readTextFile(registry);
  await Deno.writeTextFile(
    registry,
    'import { example } from "./example.ts";\n' + table.replace("\n];", "\n  example,\n];"),
  );
  await deno(["check", "lib/providers/registry.ts"], program);
  await deno(["task", "update-tasks"], program);
  await deno(["task", "search:example", "--dataset", "sample", "--dry-run"], program);

  const asked: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, searchParams } = new URL(request.url);
    asked.push(`${pathname} ${searchParams.get("year_max")} ${request.headers.get("x-key")}`);
    return Response.json({ papers: [{ id: "a", pmid: "1", title: "T", year: 2001 }] });
  });
  const address = `127.0.0.1:${server.addr.port}`;
  const question = { question_id: "q", question: "Why?", max_year: 2002, gold: [{ pmid: "1" }] };
  await Deno.writeTextFile(join(program, "questions.jsonl"), JSON.stringify(question) + "\n");
  await deno(
    ["run", `--allow-net=${address}`, "--allow-env=EXAMPLE_KEY,EXAMPLE_BASE_URL"].concat(
      ["--allow-read=.", "--allow-write=runs", "search.ts", "example", "--input=questions.jsonl"],
    ),
    program,
    { EXAMPLE_KEY: "made-up-key", EXAMPLE_BASE_URL: `http://${address}` },
  );
  assertEquals(asked, ["/search 2002 made-up-key"]);
  const row = JSON.parse(await Deno.readTextFile(join(program, "runs/example.jsonl")));
  assertEquals([row.query, row.candidates[0].pmid, row.candidates[0].rank], ["Why?", "1", 1]);
});
