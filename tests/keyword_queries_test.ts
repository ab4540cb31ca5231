import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { ROOT, runScript, startScript } from "./support/run_script.ts";

const script = "keyword_queries.ts";
const input = `${ROOT}tests/fixtures/reports/failures/input.jsonl`;
const readOnly = { permissions: ["--allow-read"] };

/** A folder with a dataset of the fixture's questions, whose manifest records the given counts. */
async function inDataset(
  total: number,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const bytes = await Deno.readFile(input);
    const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    const manifest = JSON.parse(await Deno.readTextFile(`${ROOT}data/manifest.json`));
    await Deno.writeFile(`${folder}/questions.jsonl`, bytes);
    await Deno.writeTextFile(
      `${folder}/manifest.json`,
      JSON.stringify({
        ...manifest,
        dataset: "made-up",
        base_url: null,
        artifacts: { ...manifest.artifacts, questions: { path: "questions.jsonl", sha256 } },
        keyword_queries: {
          ...manifest.keyword_queries,
          total,
          by_provider: { semantic_scholar: 40, openalex_keyword: 40, google_scholar: 40 },
          by_model: { "Model A": 60, "Model B": 60 },
          replaced_after_refusal: { count: 60, model: "Model B" },
          request_query_differs: { semantic_scholar: 10 },
        },
      }),
    );
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the export and the summary go to stdout, and nothing else does", async () => {
  const all = await runScript(script, ["--input", input], readOnly);
  assertEquals([all.code, all.stderr], [0, ""]);
  const fixtures = `${ROOT}tests/fixtures/keyword_queries`;
  const values = (text: string) => text.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(
    values(all.stdout),
    values(await Deno.readTextFile(`${fixtures}/expected.jsonl`)),
  );
  const summary = await runScript(script, ["--input", input, "--summary"], readOnly);
  assertEquals(
    summary.stdout.trimEnd(),
    (await Deno.readTextFile(`${fixtures}/expected_summary.json`)).trimEnd(),
  );
});

Deno.test("an output file appears whole, or not at all after an error, and never over the input", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const output = `${folder}/queries.jsonl`;
    const args = ["--input", input, "--output", output];
    const good = await runScript(script, args);
    assertEquals([good.code, good.stdout], [0, ""]);
    assertEquals((await Deno.readTextFile(output)).split("\n").length, 121);

    const broken = `${folder}/broken.jsonl`;
    await Deno.writeTextFile(broken, `${await Deno.readTextFile(input)}{"question_id":`);
    const bad = await runScript(script, ["--input", broken, "--output", `${folder}/bad.jsonl`]);
    assertEquals([bad.code, bad.stdout], [1, ""]);
    assertMatch(bad.stderr, /^error: .*broken\.jsonl:41: broken JSON.*\n$/);

    const over = await runScript(script, ["--input", broken, "--output", broken]);
    assertEquals(over.code, 1);
    assertStringIncludes(over.stderr, "Cannot write");
    assertEquals(
      [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
      ["broken.jsonl", "queries.jsonl"],
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("prompts that do not fit their hashes are told in one notice", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const changed = `${folder}/changed.jsonl`;
    const text = await Deno.readTextFile(input);
    await Deno.writeTextFile(
      changed,
      text.replaceAll('"prompt": "Prompt 1', '"prompt": "Prompt !1'),
    );
    const { code, stderr } = await runScript(script, ["--input", changed, "--summary"]);
    assertEquals(code, 0);
    // Questions 1 and 10 to 19, three queries each.
    assertMatch(stderr, /^notice: 33 of 120 queries have a prompt_sha256 .* and 28 more\n$/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a dataset's counts are confirmed, or the differences are an error", async () => {
  await inDataset(120, async (folder) => {
    const { code, stderr } = await runScript(script, ["--dataset", folder, "--summary"]);
    assertEquals(code, 0, stderr);
    assertMatch(stderr, /^notice: as recorded in .*: 120 queries \(40 semantic_scholar, .*\n$/);
    const one = await runScript(script, ["--dataset", folder, "--provider", "google_scholar"]);
    assertEquals([one.code, one.stderr], [0, ""]);
  });
  await inDataset(121, async (folder) => {
    const { code, stderr } = await runScript(script, ["--dataset", folder, "--summary"]);
    assertEquals(code, 1);
    assertMatch(stderr, /^error: Cannot confirm .*made-up: queries: 120 instead of 121; .*\n$/);
    const file = await runScript(script, ["--dataset", folder, "--output", `${folder}/out.jsonl`]);
    assertEquals(file.code, 1);
    await assertRejects(() => Deno.stat(`${folder}/out.jsonl`), Deno.errors.NotFound);
  });
});

Deno.test("wrong names are one line with the nearest name; wrong flags exit with 2", async () => {
  const run = (...args: string[]) => runScript(script, ["--input", input, ...args], readOnly);
  const provider = await run("--provider", "google_schola");
  assertEquals([provider.code, provider.stdout], [1, ""]);
  assertMatch(provider.stderr, /^error: [^\n]*did you mean "google_scholar"\?\n$/);
  const flag = await run("--providers", "x");
  assertEquals(flag.code, 2);
  assertStringIncludes(flag.stderr, "--provider");
  const help = await run("--help");
  assertEquals([help.code, help.stderr], [0, ""]);
});

Deno.test("questions without any query are told as such, not by silence", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "q1 0 11 1\n");
  const all = await runScript(script, ["--input", file], readOnly);
  assertEquals([all.code, all.stdout], [0, ""]);
  assertEquals(all.stderr, `notice: ${file} has no keyword queries\n`);
  const one = await runScript(script, ["--input", file, "--question-id=q1"], readOnly);
  assertEquals(one.stderr, `notice: question "q1" of ${file} has no keyword queries\n`);
  await Deno.remove(file);
});

Deno.test("a reader that leaves early is no error", async () => {
  const child = startScript(script, ["--input", input], readOnly);
  await child.stdout.cancel();
  const decoder = new TextDecoder();
  let stderr = "";
  for await (const chunk of child.stderr) stderr += decoder.decode(chunk);
  assertEquals([(await child.status).code, stderr], [0, ""]);
});

const downloaded = await Deno.stat(`${ROOT}data/bioasq.jsonl`).then(() => true, () => false);

Deno.test(
  "offline, a dataset that is not on disk is one clear line",
  { ignore: downloaded },
  async () => {
    const { code, stdout, stderr } = await runScript(script, ["--offline"], readOnly);
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, /^error: Cannot find [^\n]*bioasq\.jsonl[^\n]*\n$/);
  },
);
