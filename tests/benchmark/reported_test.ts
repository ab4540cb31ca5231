import { assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { readManifest } from "../../lib/benchmark/read_manifest.ts";
import { readReported, reportedRows } from "../../lib/benchmark/reported.ts";

const DATA = fromFileUrl(new URL("../../data/", import.meta.url));

Deno.test("the published figures read, by provider and table", async () => {
  const reported = await readReported(`${DATA}reported.json`);
  const names = reported.tables.map((table) => table.rows.map((row) => row.provider));
  assertEquals(names, [
    [
      "elicit",
      "consensus",
      "semantic_scholar",
      "openalex_keyword",
      "openalex_semantic",
      "google_scholar",
    ],
    ["elicit", "perplexity", "brave", "parallel", "exa"],
  ]);
  assertEquals(reportedRows(reported, "brave")[0]?.row.macro_recall, {
    "10": 0.319,
    "20": 0.363,
    "50": 0.379,
    "100": 0.379,
    "200": null,
  });
  assertEquals(
    reportedRows(reported, "elicit").map(({ table }) => table.name),
    ["academic", "web"],
  );
  assertEquals(reportedRows(reported, "local"), []);
});

Deno.test("no published recall falls with depth, and a depth without results is followed by none with", async () => {
  const reported = await readReported(`${DATA}reported.json`);
  for (const row of reported.tables.flatMap((table) => table.rows)) {
    for (const recall of [row.macro_recall, row.before_correction ?? {}]) {
      const values = Object.values(recall);
      const known = values.filter((value) => value !== null);
      assertEquals(values.slice(0, known.length), known, row.provider);
      assertEquals(known, known.toSorted((a, b) => a - b), row.provider);
    }
  }
});

Deno.test("the published Elicit figures are the manifest's expected values, rounded", async () => {
  const reported = await readReported(`${DATA}reported.json`);
  const { expected } = await readManifest(`${DATA}manifest.json`);
  const [academic, web] = reportedRows(reported, "elicit");
  for (const cutoff of expected.cutoffs.map(String)) {
    const value = expected.macro_recall[cutoff]!;
    assertAlmostEquals(academic!.row.macro_recall[cutoff]!, value, 0.0005);
    // The web table's @10 is the one figure that is off by one in the last place.
    assertAlmostEquals(
      web!.row.macro_recall[cutoff]!,
      value,
      cutoff === "10" ? 0.001 : 0.0005,
    );
  }
});

Deno.test("a wrong figure is named", async () => {
  const path = await Deno.makeTempFile();
  try {
    const reported = JSON.parse(
      await Deno.readTextFile(`${DATA}reported.json`),
    );
    reported.tables[1].rows[2].macro_recall["50"] = 37.9;
    await Deno.writeTextFile(path, JSON.stringify(reported));
    await assertRejects(
      () => readReported(path),
      Error,
      `Cannot read ${path}: "tables[1].rows[2].macro_recall.50" must be a number from 0 to 1, not 37.9`,
    );
  } finally {
    await Deno.remove(path);
  }
});
