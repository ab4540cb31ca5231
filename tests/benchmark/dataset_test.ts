import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { artifactFile, openDataset } from "../../lib/benchmark/dataset.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

async function withFolder(
  body: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("bioasq is the manifest in data/, its files lie beside it", async () => {
  const dataset = await openDataset("bioasq", { root: ROOT });
  assertEquals(dataset.name, "bioasq");
  assertEquals(dataset.baseUrl, dataset.manifest.base_url);
  assertEquals(
    artifactFile(dataset, "questions"),
    join(ROOT, "data", "bioasq.jsonl"),
  );
  assertEquals(
    artifactFile(dataset, "results"),
    join(ROOT, "data", "elicit_results.jsonl.gz"),
  );
  assertEquals(artifactFile(dataset, "papers"), null);
});

Deno.test("a base URL given from outside replaces the manifest's, checked", async () => {
  const open = (baseUrl: string) => openDataset("bioasq", { root: ROOT, baseUrl });
  assertEquals(
    (await open("http://127.0.0.1:8080/mirror")).baseUrl,
    "http://127.0.0.1:8080/mirror/",
  );
  await assertRejects(
    () => open("http://mirror.example/"),
    Error,
    "must use https",
  );
  await assertRejects(() => open("mirror"), Error, "not an absolute URL");
  await assertRejects(
    () => open("https://mirror.example/?key=secret"),
    Error,
    "must not contain a query",
  );
});

Deno.test("a folder with a manifest is a dataset; files that come with it have no base URL", async () => {
  await withFolder(async (folder) => {
    const manifest = JSON.parse(
      await Deno.readTextFile(join(ROOT, "data", "manifest.json")),
    );
    await Deno.writeTextFile(
      join(folder, "manifest.json"),
      JSON.stringify({ ...manifest, dataset: "mine", base_url: null }),
    );
    const dataset = await openDataset(folder, {
      root: ROOT,
      baseUrl: "https://mirror.example/",
    });
    assertEquals(dataset.name, "mine");
    assertEquals(dataset.baseUrl, null);
    assertEquals(
      artifactFile(dataset, "questions"),
      join(folder, "bioasq.jsonl"),
    );
  });
});

Deno.test("what is no dataset is answered with what there is", async () => {
  const open = (name: string) => openDataset(name, { root: ROOT });
  await assertRejects(
    () => open("bioask"),
    Error,
    'There are bioasq and sample, or give a folder that has a manifest.json. Did you mean "bioasq"?',
  );
  await assertRejects(() => open("Sampel"), Error, 'Did you mean "sample"?');
  await assertRejects(() => open(""), Error, "there is no such dataset");
  await withFolder(async (folder) => {
    await assertRejects(
      () => open(folder),
      Error,
      "this folder has no manifest.json",
    );
    const file = join(folder, "questions.jsonl");
    await Deno.writeTextFile(file, "");
    await assertRejects(
      () => open(file),
      Error,
      "question files are named with --input",
    );
    await assertRejects(
      () => open(join(folder, "nothing")),
      Error,
      "no such folder",
    );
  });
});
