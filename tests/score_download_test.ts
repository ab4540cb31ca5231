import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { ArtifactServer } from "./fakes/artifact_server.ts";
import { ROOT, runScript, TempFolder } from "./support/run_script.ts";

/** The sample as if its files were to be downloaded, the results packed. */
async function downloadableDataset(folder: TempFolder) {
  const sample = `${ROOT}data/sample/`;
  const manifest = JSON.parse(await Deno.readTextFile(`${sample}manifest.json`));
  const files = {
    "data/questions.jsonl": await Deno.readFile(`${sample}questions.jsonl`),
    "data/results.jsonl.gz": new Uint8Array(
      gzipSync(await Deno.readFile(`${sample}results.jsonl`)),
    ),
  };
  const server = new ArtifactServer(files);
  const artifact = async (path: keyof typeof files) => ({
    path,
    sha256: new Uint8Array(await crypto.subtle.digest("SHA-256", files[path])).toHex(),
  });
  manifest.base_url = server.baseUrl;
  manifest.artifacts = {
    questions: await artifact("data/questions.jsonl"),
    results: await artifact("data/results.jsonl.gz"),
  };
  const write = () => folder.write("manifest.json", JSON.stringify(manifest));
  await write();
  return { server, manifest, write };
}

Deno.test("frozen files are downloaded once, verified, scored, and the expected values checked", async () => {
  await using folder = await TempFolder.create();
  const { server, manifest, write } = await downloadableDataset(folder);
  await using _ = server;
  const score = (...flags: string[]) => runScript("score.ts", ["--dataset", folder.path, ...flags]);

  const first = await score();
  assertEquals(first.code, 0, first.stderr);
  assertMatch(first.stdout, /^Metric {8}@10 {4}@20 {4}@50 {4}@100 {3}@200\nMacro recall {2}0\.660/);
  assertStringIncludes(first.stdout, "matches the sample's expected values: yes");
  assertEquals(server.requests.length, 2);

  const second = await score("--offline");
  assertEquals([second.code, second.stdout], [0, first.stdout]);
  assertEquals(server.requests.length, 2);

  manifest.expected.macro_recall["50"] += 1e-9;
  await write();
  const changed = await score();
  assertEquals(changed.code, 1);
  assertStringIncludes(changed.stdout, "matches the sample's expected values: no");
  assertMatch(
    changed.stderr,
    /^error: Cannot reproduce the expected values of sample: macro_recall @50 is 0\.8138\d+ instead of 0\.8138\d+\n$/,
  );
});

Deno.test("a frozen file that was changed is not scored and not replaced", async () => {
  await using folder = await TempFolder.create();
  const { server } = await downloadableDataset(folder);
  await using _ = server;
  await folder.write("questions.jsonl", "{}\n");
  const { code, stdout, stderr } = await runScript("score.ts", ["--dataset", folder.path]);
  assertEquals([code, stdout], [1, ""]);
  assertMatch(stderr, /^error: .*questions\.jsonl/);
  assertEquals(await Deno.readTextFile(`${folder.path}/questions.jsonl`), "{}\n");
});

/** Whether someone has downloaded the real thing, which then is what a bare `score` scores. */
const haveBioasq = await Deno.stat(`${ROOT}data/bioasq.jsonl`).then(() => true, () => false);

Deno.test("the sample stands in for BioASQ only where nothing was named, with a notice", {
  ignore: haveBioasq,
}, async () => {
  // A port that nothing listens on.
  const env = { ARTIFACT_BASE_URL: "http://127.0.0.1:9/" };
  const bare = await runScript("score.ts", [], { env });
  assertEquals(bare.code, 0);
  assertStringIncludes(bare.stdout, "matches the sample's expected values: yes");
  assertMatch(bare.stderr, /^notice: .*deno task score --dataset bioasq --strict-complete\n$/);
  const named = await runScript("score.ts", ["--dataset", "bioasq", "--strict-complete"], { env });
  assertEquals([named.code, named.stdout, named.messages.length], [1, "", 1]);
  assertMatch(named.stderr, /^error: Cannot download/);
});
