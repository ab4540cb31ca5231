import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname } from "@std/path";
import { gzipSync } from "node:zlib";
import { ROOT, runScript, TempFolder } from "./support/run_script.ts";

const question = (id: string, pmid: unknown = "1") =>
  JSON.stringify({ question_id: id, gold: [{ pmid }] });
const row = (id: string, ...candidates: unknown[]) =>
  JSON.stringify({ question_id: id, provider: "p", candidates });
const goodQuestions = `${question("a")}\n${question("b")}\n`;
const goodRun = `${row("a", { rank: 1, pmid: "1" })}\n${row("b")}\n`;
const gz = (text: string) => new Uint8Array(gzipSync(text));

interface BadInput {
  name: string;
  questions?: string | Uint8Array;
  run?: string | Uint8Array;
  /** What the one line must say after the path of the bad file. */
  says: RegExp;
  /** @default "run" */
  bad?: "questions" | "run";
}

const bad: BadInput[] = [
  {
    name: "broken JSON",
    run: `${row("a")}\n{"question_id": "b",,}\n${row("b")}\n`,
    says: /:2: broken JSON/,
  },
  {
    name: "a line that is no object",
    run: `${row("a")}\n[1]\n${row("b")}\n`,
    says: /:2: not a JSON object/,
  },
  {
    name: "truncated gzip",
    run: gz(goodRun.repeat(50)).slice(0, 60),
    says: /:1: cannot be unpacked: .*truncated gzip/,
  },
  {
    name: "damaged gzip",
    run: gz(goodRun).map((byte, at) => at === 20 ? byte ^ 255 : byte),
    says: /cannot be unpacked/,
  },
  {
    name: "invalid UTF-8",
    run: new Uint8Array([...new TextEncoder().encode(`${row("a")}\n`), 0x7b, 0xff, 0x7d, 10]),
    says: /:2: invalid UTF-8/,
  },
  {
    name: "a question twice in the questions",
    questions: goodQuestions + question("a"),
    says: /:3: question "a" is there twice, first on line 1/,
    bad: "questions",
  },
  {
    name: "a question twice in the run",
    run: `${goodRun}${row("a")}\n`,
    says: /:3: question "a" is there twice, first on line 1/,
  },
  {
    name: "an unknown question",
    run: `${row("a")}\n${row("zz")}\n`,
    says: /:2: unknown question "zz"/,
  },
  {
    name: "a rank twice",
    run: `${row("a", { rank: 1 }, { rank: 1 })}\n`,
    says: /:1: question "a": two candidates have rank 1/,
  },
  {
    name: "rank 0",
    run: `${row("a", { rank: 0 })}\n`,
    says: /:1: question "a": a candidate has rank 0/,
  },
  {
    name: "rank x",
    run: `${row("a", { rank: "x" })}\n`,
    says: /:1: question "a": a candidate has rank "x"/,
  },
  {
    name: "no rank",
    run: `${row("a", { pmid: "1" })}\n`,
    says: /:1: question "a": a candidate has no rank/,
  },
  {
    name: "a bad rank on a last line without its end",
    run: `${row("b")}\n${row("a", { rank: 0 })}`,
    says: /:2: question "a": a candidate has rank 0/,
  },
  {
    name: "gold without a PMID",
    questions: `${question("a")}\n${question("b", null)}\n`,
    says: /:2: question "b": gold paper 1: pmid is null/,
    bad: "questions",
  },
  {
    name: "two gold papers with one PMID",
    questions: '{"question_id":"a","gold":[{"pmid":"1"},{"pmid":"01"}]}\n',
    says: /:1: question "a": two gold papers have PMID "1"/,
    bad: "questions",
  },
  {
    name: "an unsafe integer as PMID",
    questions: '{"question_id":"a","gold":[{"pmid":12345678901234567890}]}\n',
    says: /:1: question "a": gold paper 1: pmid 12345678901234567000 is no safe integer/,
    bad: "questions",
  },
  {
    name: "an unsafe integer as a candidate's PMID",
    run: '{"question_id":"a","candidates":[{"rank":1,"pmid":9007199254740993}]}\n',
    says: /:1: question "a": candidate 1: pmid 9007199254740992 is no safe integer/,
  },
  {
    name: "a PMID that is no text",
    run: `${row("a", { rank: 1, pmid: true })}\n`,
    says: /:1: question "a": candidate 1: pmid is true/,
  },
  {
    name: "a candidate that is no object",
    run: `${row("a", "x")}\n`,
    says: /:1: question "a": candidate 1 is "x"/,
  },
  {
    name: "no candidates",
    run: '{"question_id":"a"}\n',
    says: /:1: question "a": candidates is missing/,
  },
  {
    name: "questions in place of a run",
    run: goodQuestions,
    says: /:1: question ".*": candidates is missing; .* swapped\?$/m,
  },
  {
    name: "a run in place of questions",
    questions: goodRun,
    says: /:1: question ".*": gold is missing; .* swapped\?$/m,
    bad: "questions",
  },
  {
    name: "qrels in place of a TREC run",
    run: "a 0 1 1\na 0 2 1\n",
    says: /:1: 4 columns instead of the 6 of a TREC run: .*; 4 are those of qrels: .* swapped\?$/m,
  },
  {
    name: "a TREC run in place of qrels",
    questions: "a Q0 1 1 0.5 x\n",
    says: /:1: 6 columns instead of the 4 of TREC qrels: .*; 6 are those of a run: .* swapped\?$/m,
    bad: "questions",
  },
  { name: "an empty run", run: "", says: /: the file is empty/ },
  { name: "empty questions", questions: "\n\n", says: /: the file is empty/, bad: "questions" },
  {
    name: "a binary file",
    run: Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) & 255),
    says: /:1: binary data/,
  },
  {
    name: "a text of another kind",
    run: "Dear reviewer,\n",
    says: /:1: neither JSON Lines, nor BioASQ JSON, nor TREC/,
  },
  {
    name: "a TREC line of five columns",
    run: "a Q0 1 1 0.5 x\nb Q0 1 1 0.5\na Q0 2 2 0.4 x\n",
    says: /:2: 5 columns instead of the 6/,
  },
  {
    name: "a TREC score that is no number",
    run: "a Q0 1 1 high x\n",
    says: /:1: score "high" is no finite number/,
  },
  {
    name: "a broken BioASQ document",
    run: '{"questions": [\n{"id": "a", "documents": []}\n{"id": "b"}]}\n',
    says: /:3: broken JSON/,
  },
];

for (const { name, questions = goodQuestions, run = goodRun, says, bad: file = "run" } of bad) {
  Deno.test(`${name}: exit 1, one line with file and line, no table`, async () => {
    await using folder = await TempFolder.create();
    const paths = {
      questions: await folder.write("questions", questions),
      run: await folder.write("run", run),
    };
    const result = await runScript("score.ts", [
      "--input",
      paths.questions,
      "--results",
      paths.run,
    ]);
    assertEquals([result.code, result.stdout, result.messages.length], [1, "", 1], result.stderr);
    assertStringIncludes(result.stderr, `error: ${paths[file]}:`);
    assertMatch(result.stderr.slice("error: ".length + paths[file].length), says);
  });
}

Deno.test("a missing file and a directory are named with the remedy", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("questions", goodQuestions);
  const missing = await runScript("score.ts", [
    "--input",
    questions,
    "--results",
    `${folder.path}/none.jsonl`,
  ]);
  assertEquals([missing.code, missing.stdout], [1, ""]);
  assertMatch(
    missing.stderr,
    /^error: Cannot read results .*none\.jsonl: there is no such file; check the path\n$/,
  );
  // A task looks from the program's folder, wherever it is started.
  const cwd = await Deno.realPath(folder.path);
  for (
    const args of [["--input=questions", "--results=../r"], ["--input=../r", "--results=questions"]]
  ) {
    const relative = await runScript("score.ts", args, { cwd });
    assertStringIncludes(relative.stderr, `check the path, which leads to ${dirname(cwd)}/r\n`);
  }
  await folder.write("none.failures.jsonl", "");
  const nothing = await runScript("score.ts", ["--input=questions", "--results=none.jsonl"], {
    cwd,
  });
  assertEquals(
    nothing.stderr,
    "error: Cannot read results none.jsonl: its run has no result yet; see none.failures.jsonl\n",
  );
  const unnamed = await runScript("score.ts", ["--input", questions, "--results=mine="]);
  assertEquals(
    [unnamed.code, unnamed.stderr],
    [1, "error: Cannot read results mine=: no file stands after the =; give NAME=FILE\n"],
  );
  const directory = await runScript("score.ts", ["--input", questions, "--results", folder.path]);
  assertEquals([directory.code, directory.stdout], [1, ""]);
  assertMatch(
    directory.stderr,
    /^error: .*: cannot be read: it is a directory; name a file in it\n$/,
  );
});

Deno.test("a line of 1 GB is refused before its end is read", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("questions", goodQuestions);
  const run = `${folder.path}/run.jsonl`;
  {
    using file = await Deno.open(run, { write: true, create: true });
    await file.write(new TextEncoder().encode('{"question_id": "'));
    // A hole: reads as zeros, takes no disk.
    await file.truncate(2 ** 30);
  }
  const result = await runScript("score.ts", ["--input", questions, "--results", run]);
  assertEquals([result.code, result.stdout, result.messages.length], [1, "", 1]);
  assertMatch(result.stderr, /run\.jsonl:1: the line is longer than \d+ bytes/);
});

Deno.test("a run that is still being written scores, with a notice", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("questions", goodQuestions);
  const whole = goodRun + row("b", { rank: 1, pmid: "é" });
  for (let cut = goodRun.length + 1; cut < new TextEncoder().encode(whole).length; cut += 7) {
    const run = await folder.write("run.jsonl", new TextEncoder().encode(whole).slice(0, cut));
    const { code, stdout, messages } = await runScript("score.ts", [
      "--input",
      questions,
      "--results",
      run,
    ]);
    assertEquals(code, 0);
    assertMatch(stdout, /Macro recall {2}0\.500/);
    assertMatch(
      messages[0] ?? "",
      /^notice: .*run\.jsonl:3: the last line is cut off and was left out/,
    );
  }
});

Deno.test("strict completeness refuses to score while questions are missing, and counts them", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("q.jsonl", goodQuestions);
  const run = await folder.write("r.jsonl", `${row("a")}\n`);
  const result = await runScript("score.ts", [
    "--input",
    questions,
    "--results",
    run,
    "--strict-complete",
  ]);
  assertEquals([result.code, result.stdout], [1, ""]);
  assertMatch(result.stderr, /^error: missing results for 1 questions: b; run the search again/);
});

Deno.test("failures beside a run are found by its name, those of unknown questions are ignored with a notice", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("q.jsonl", goodQuestions);
  const run = await folder.write("r.jsonl", `${row("a")}\n`);
  await folder.write("r.failures.jsonl", '{"question_id":"b"}\n{"question_id":"zz"}\n');
  const { stdout, messages } = await runScript("score.ts", [
    "--input",
    questions,
    "--results",
    run,
    "--json",
  ]);
  const report = JSON.parse(stdout);
  assertEquals([report.failed_question_ids, report.num_failure_records], [["b"], 2]);
  assertMatch(messages.join("\n"), /failures of unknown questions ignored: zz/);
});

Deno.test("an output that is one of the inputs is refused, by whatever name", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("q.jsonl", goodQuestions);
  const run = await folder.write("r.jsonl", goodRun);
  await Deno.symlink(run, `${folder.path}/link`);
  for (
    const output of [
      run,
      `${folder.path}/../${folder.path.split("/").at(-1)}/r.jsonl`,
      `${folder.path}/link`,
    ]
  ) {
    const result = await runScript("score.ts", [
      "--input",
      questions,
      "--results",
      run,
      "--output",
      output,
    ]);
    assertEquals([result.code, result.stdout], [1, ""]);
    assertMatch(
      result.stderr,
      /^error: Cannot write .*: it is also .*; choose another output path/,
    );
  }
  assertEquals(await Deno.readTextFile(run), goodRun);
});

Deno.test("a permission that is missing is answered with a command that has it", async () => {
  await using folder = await TempFolder.create();
  for (const name of ["a", "b"]) await Deno.mkdir(`${folder.path}/${name}`);
  const outputs = ["--output", `${folder.path}/a/x`, "--per-question", `${folder.path}/b/y`];
  for (const permissions of [[], ["--allow-read"], ["--allow-write"]]) {
    const first = await runScript("score.ts", ["--dataset", "sample", ...outputs], { permissions });
    assertEquals([first.code, first.messages.length], [1, 1]);
    const [, line] = first.stderr.match(/^error: Cannot use .*; run: (deno run .*)\n$/) ?? [];
    const { code } = await new Deno.Command("bash", {
      args: ["-c", line!.replace(/^deno/, Deno.execPath())],
      cwd: ROOT,
      stdout: "null",
    }).output();
    assertEquals(code, 0, line);
  }
});

Deno.test("a run is scored with permission for it and its failures alone", async () => {
  await using folder = await TempFolder.create();
  const run = `${folder.path}/run.jsonl`;
  await Deno.copyFile(`${ROOT}data/sample/results.jsonl`, run);
  const scoreWith = (read: string) =>
    runScript("score.ts", ["--dataset=sample", "--results", run], {
      permissions: [`--allow-read=${ROOT},${read}`],
    });
  const { code, stderr } = await scoreWith(`${run},${folder.path}/run.failures.jsonl`);
  assertEquals([code, stderr], [0, ""]);
  const without = await scoreWith(run);
  assertMatch(
    without.stderr,
    /^error: Cannot use read .*run\.failures\.jsonl".*the permission is missing/,
  );
});

Deno.test("an output in a folder that may not be looked through is refused and leaves nothing", async () => {
  await using folder = await TempFolder.create();
  const output = `${folder.path}/report.json`;
  const { code, stderr } = await runScript("score.ts", ["--dataset=sample", "--output", output], {
    permissions: [`--allow-read=${ROOT},${output}`, `--allow-write=${folder.path}`],
  });
  assertEquals(code, 1);
  assertMatch(stderr, /^error: Cannot use read .*the permission is missing/);
  assertEquals([...Deno.readDirSync(folder.path)], []);
});

Deno.test("a run may come through a pipe", async () => {
  await using folder = await TempFolder.create();
  const questions = await folder.write("q.jsonl", goodQuestions);
  const run = await folder.write("r.jsonl", goodRun);
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: [
      "-c",
      `"${Deno.execPath()}" run --no-prompt --allow-read score.ts --input ${questions} --results <(cat ${run})`,
    ],
    cwd: ROOT,
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  assertMatch(new TextDecoder().decode(stdout), /Macro recall {2}0\.500/);
});

Deno.test("help goes to stdout, a wrong flag to stderr with exit 2, a closed pipe is no error", async () => {
  const help = await runScript("score.ts", ["--help"], { permissions: [] });
  assertEquals([help.code, help.stderr], [0, ""]);
  assertMatch(help.stdout, /^score: Measure the recall/);
  const wrong = await runScript("score.ts", ["--resluts", "x"], { permissions: [] });
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertMatch(wrong.stderr, /did you mean --results\?/);
  const shell = new Deno.Command("bash", {
    args: [
      "-c",
      `set -o pipefail; "${Deno.execPath()}" run -A score.ts --dataset sample --json | head -1`,
    ],
    cwd: new URL("../", import.meta.url).pathname,
    stderr: "piped",
  });
  const piped = await shell.output();
  assertEquals([
    piped.code,
    new TextDecoder().decode(piped.stdout),
    new TextDecoder().decode(piped.stderr),
  ], [0, "{\n", ""]);
});
