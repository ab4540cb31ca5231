/** No output path may be one of the inputs: in a copy of the program, since what fails here overwrites one. */
import { assertEquals, assertMatch } from "@std/assert";
import { copyProgram } from "./support/program_copy.ts";
import { TempFolder } from "./support/run_script.ts";

const score = ["score.ts", "--dataset=sample", "--results=runs/a.jsonl"];
const resolve = ["resolve_pmcids.ts", "--offline", "--dataset=sample", "--results=runs/a.jsonl"];
const queries = ["keyword_queries.ts", "--dataset=sample"];
const search = ["search.ts", "local", "--dataset=sample", "--limit=1"];

/** Commands, and the file that each must leave alone. */
const refused: [string[], string][] = [
  ...["data/sample/manifest.json", "data/sample/results.jsonl", ".env"].flatMap((path) =>
    [score, resolve, queries, search].map((args): [string[], string] => [
      [...args, `--output=${path}`],
      path,
    ])
  ),
  [[...score, "--report=runs/a.run.jsonl"], "runs/a.run.jsonl"],
  [[...score, "--per-question=runs/a.pages.jsonl"], "runs/a.pages.jsonl"],
  [[...score, "--published", "--output=data/reported.json"], "data/reported.json"],
  [[...resolve, "--output=runs/a.run.jsonl"], "runs/a.run.jsonl"],
  [[...resolve, "--output=runs/a.failures.jsonl"], "runs/a.failures.jsonl"],
  [[...search, "--output=runs/b.jsonl", "--failures=.env"], ".env"],
];

Deno.test("what is read, pinned or belongs to a run is never written over", async () => {
  await using folder = await TempFolder.create();
  const program = `${folder.path}/program`;
  await copyProgram(program);
  await Deno.mkdir(`${program}/runs`);
  await Deno.writeTextFile(`${program}/.env`, "EXA_API_KEY=0123456789abcdef\n");
  await Deno.copyFile(`${program}/data/sample/results.jsonl`, `${program}/runs/a.jsonl`);
  for (const name of ["run", "pages", "failures"]) {
    await Deno.writeTextFile(`${program}/runs/a.${name}.jsonl`, "");
  }
  for (const [args, path] of refused) {
    const before = await Deno.readTextFile(`${program}/${path}`);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--allow-read", "--allow-write", ...args],
      cwd: program,
      env: { NO_COLOR: "1" },
    }).output();
    const [out, message] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assertEquals(await Deno.readTextFile(`${program}/${path}`), before, args.join(" "));
    assertMatch(
      message!,
      /^error: Cannot write \S+: it is also the input \S+; choose another output path\n$/,
      args.join(" "),
    );
    assertEquals([code, out], [1, ""]);
  }
});
