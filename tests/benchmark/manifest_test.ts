import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import fc from "fast-check";
import { readManifest } from "../../lib/benchmark/read_manifest.ts";

const BIOASQ = fromFileUrl(
  new URL("../../data/manifest.json", import.meta.url),
);

Deno.test("the BioASQ manifest reads and its facts agree with each other", async () => {
  const { artifacts, expected, keyword_queries: queries, ...manifest } = await readManifest(BIOASQ);
  assertEquals(manifest.dataset, "bioasq");
  assertEquals(artifacts.questions.path, "data/bioasq.jsonl");
  assertEquals(artifacts.results.path, "data/elicit_results.jsonl.gz");
  assertEquals(
    expected.num_questions * expected.candidates_per_question!,
    expected.num_candidates,
  );
  // Every match counts at the deepest cutoff: the tiers give its micro recall.
  const { doi, pmid, title } = expected.match_tier_counts;
  assertEquals(
    (doi + pmid + title) / expected.total_gold,
    expected.micro_recall["200"],
  );
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  assertEquals(sum(queries!.by_provider), queries!.total);
  assertEquals(sum(queries!.by_model), queries!.total);
  assertEquals(manifest.source_artifacts?.length, 3);
});

/** A manifest that is right, to be spoilt. */
function good(): Record<string, unknown> {
  return {
    dataset: "tiny",
    title: "Tiny",
    provider: "local",
    base_url: null,
    artifacts: {
      questions: { path: "questions.jsonl", sha256: "0".repeat(64) },
      results: { path: "results.jsonl", sha256: "a".repeat(64) },
    },
    expected: {
      num_questions: 1,
      total_gold: 2,
      num_candidates: 3,
      cutoffs: [10, 20],
      macro_recall: { "10": 0.5, "20": 1 },
      micro_recall: { "10": 0.5, "20": 1 },
      match_tier_counts: { doi: 0, pmid: 1, title: 1 },
    },
    notes: [],
  };
}

async function withFile(
  content: string,
  body: (path: string) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, content);
    await body(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("a manifest may begin with a byte order mark and lack the optional parts", async () => {
  await withFile("\uFEFF" + JSON.stringify(good()), async (path) => {
    assertEquals(await readManifest(path), good() as never);
  });
});

/** Where to spoil it, with what, and what the error must say beside the file's name. */
const SPOILT: [string, unknown, string][] = [
  ["dataset", undefined, '"dataset" is missing'],
  ["dataset", " ", '"dataset" must be a text that is not blank, not " "'],
  ["notes", {}, '"notes" must be an array'],
  ["notes", [7], '"notes[0]" must be a text'],
  ["base_url", undefined, '"base_url" is missing'],
  ["base_url", "http://example.org/", "must use https"],
  ["base_url", "https://me:secret@example.org/", "user name or a password"],
  ["artifacts.results", undefined, '"artifacts.results" is missing'],
  ["artifacts.extra", {}, '"artifacts.extra" must be absent'],
  [
    "artifacts.results.path",
    "../x.jsonl",
    '"artifacts.results.path" must be a relative path',
  ],
  ["artifacts.results.path", "/x.jsonl", "must be a relative path"],
  ["artifacts.results.path", "C:\\x", "must be a relative path"],
  ["artifacts.results.path", "data/manifest.json", "must be a relative path"],
  [
    "artifacts.results.path",
    "b/questions.jsonl",
    "must be the only one with this file name",
  ],
  [
    "artifacts.results.sha256",
    "A".repeat(64),
    "64 lower-case hexadecimal digits",
  ],
  [
    "artifacts.results.sha256",
    "ab",
    '64 lower-case hexadecimal digits, not "ab"',
  ],
  [
    "expected.num_questions",
    1.5,
    '"expected.num_questions" must be a whole number of at least 0, not 1.5',
  ],
  ["expected.total_gold", -1, "at least 0, not -1"],
  ["expected.cutoffs", [], "ranks in ascending order"],
  ["expected.cutoffs", [20, 10], "ranks in ascending order, not [20,10]"],
  [
    "expected.cutoffs",
    [0, 10],
    '"expected.cutoffs[0]" must be a whole number of at least 1',
  ],
  [
    "expected.macro_recall.20",
    undefined,
    '"expected.macro_recall.20" is missing',
  ],
  ["expected.macro_recall.20", 39.1, "a number from 0 to 1, not 39.1"],
  [
    "expected.macro_recall.50",
    0.5,
    '"expected.macro_recall.50" must be absent: the cutoffs are 10, 20',
  ],
  [
    "expected.match_tier_counts.pmid",
    "1",
    '"expected.match_tier_counts.pmid" must be a whole number',
  ],
  [
    "source_artifacts",
    [{ name: "x" }],
    '"source_artifacts[0].sha256" is missing',
  ],
  ["keyword_queries", {}, '"keyword_queries.'],
];

Deno.test("what is wrong in a manifest is named with file, key and value", async () => {
  for (const [key, value, message] of SPOILT) {
    const manifest = good();
    const parts = key.split(".");
    const last = parts.pop()!;
    const place = parts.reduce(
      (object, part) => object[part] as Record<string, unknown>,
      manifest,
    );
    place[last] = value;
    await withFile(JSON.stringify(manifest), async (path) => {
      const error = await assertRejects(() => readManifest(path), Error);
      assertStringIncludes(error.message, `Cannot read ${path}: `);
      assertStringIncludes(error.message, message, `${key} = ${value}`);
    });
  }
});

Deno.test("a manifest that is no JSON, no object or not there is refused by name", async () => {
  await withFile("{", async (path) => {
    await assertRejects(
      () => readManifest(path),
      Error,
      `${path}: it is not valid JSON`,
    );
  });
  await withFile("[]", async (path) => {
    await assertRejects(
      () => readManifest(path),
      Error,
      '"the file" must be an object',
    );
  });
  await assertRejects(
    () => readManifest("/no/such/manifest.json"),
    Error,
    "Cannot read /no/such/manifest.json",
  );
});

Deno.test("no JSON value whatever is taken for a manifest or ends in another error", async () => {
  const part = fc.oneof(
    fc.constantFrom(...Object.keys(good()), "path", "sha256", "10"),
    fc.string(),
  );
  const wild = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(part, fc.jsonValue()).map((extra) => ({ ...good(), expected: {}, ...extra })),
    fc.dictionary(part, fc.jsonValue()).map((artifacts) => ({ ...good(), artifacts })),
  );
  const path = await Deno.makeTempFile();
  try {
    await fc.assert(fc.asyncProperty(wild, async (value) => {
      await Deno.writeTextFile(path, JSON.stringify(value));
      await assertRejects(() => readManifest(path), Error, `Cannot read ${path}: `);
    }));
  } finally {
    await Deno.remove(path);
  }
});
