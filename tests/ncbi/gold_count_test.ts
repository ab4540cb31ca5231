import { assert, assertEquals } from "@std/assert";
import { prepareGold } from "../../lib/scoring/prepared_gold.ts";
import { startNcbiServer } from "../fakes/ncbi_server.ts";
import { inFolder, readRows, result } from "./resolve_scene.ts";

Deno.test("gold papers are counted by the scorer's rule at each stage", async () => {
  await using server = startNcbiServer({
    pmc: { PMC1: { pmid: 11 }, PMC2: { pmid: 22 } },
    summaries: { "11": { pubdate: "2010" }, "22": { pubdate: "2020" } },
  });
  const gold = prepareGold([
    { pmid: "11" },
    { pmid: "22" },
    { pmid: "33", doi: "10.1000/c" },
    { pmid: "44" },
  ]);
  const rows = [
    result("a", [{ pmcid: "PMC1" }, { pmcid: "PMC2" }, { doi: "10.1000/C" }, { pmid: "11" }]),
    result("unknown", [{ pmcid: "PMC1" }]),
  ];
  await inFolder(rows, server, async (run) => {
    const summary = await run({ goldOf: (id) => id === "a" ? gold : undefined });
    // As it came the list holds 33 by DOI and 11; once resolved 22 as well, which the cutoff takes.
    assertEquals(summary.gold, {
      questions: 1,
      total: 4,
      found_before: 2,
      found: 3,
      kept: 2,
      dropped: 1,
      dropped_by_year: 1,
      lost_in_collapse: 0,
    });
    assertEquals(summary.list_lengths, {
      before: { min: 1, q1: 1.75, median: 2.5, q3: 3.25, max: 4 },
      after_cutoff: { min: 1, q1: 1.5, median: 2, q3: 2.5, max: 3 },
      after_collapse: { min: 1, q1: 1.25, median: 1.5, q3: 1.75, max: 2 },
    });
  });
});

Deno.test("gold that the collapse loses is counted apart from gold that is too late, and told", async () => {
  await using server = startNcbiServer({
    summaries: { "11": { pubdate: "2010" }, "22": { pubdate: "2010" }, "33": { pubdate: "2020" } },
  });
  const rows = [result("a", [
    { pmid: "11", doi: "10.1/shared" },
    { pmid: "22", doi: "10.1/shared" },
    { pmid: "33" },
  ])];
  const gold = prepareGold([{ pmid: "11" }, { pmid: "22" }, { pmid: "33" }]);
  await inFolder(rows, server, async (run, folder) => {
    const notices: string[] = [];
    const options = { goldOf: () => gold, notice: (text: string) => notices.push(text) };
    const summary = await run(options);
    assertEquals(summary.gold, {
      questions: 1,
      total: 3,
      found_before: 3,
      found: 3,
      kept: 1,
      dropped: 2,
      dropped_by_year: 1,
      lost_in_collapse: 1,
    });
    assertEquals([summary.collapsed, summary.pmid_conflicts], [1, 1]);
    assertEquals(notices.length, 2);
    assert(notices[0]?.startsWith("1 result became one with an earlier result that has another"));
    assert(notices[1]?.startsWith("lost 1 gold paper to an earlier result"), notices[1]);
    notices.length = 0;
    await run({ ...options, keepDuplicates: true });
    assertEquals(notices, []);
    assertEquals((await readRows(`${folder}/out.jsonl`))[0]?.candidates, [
      { rank: 1, pmid: "11", doi: "10.1/shared" },
      { rank: 2, pmid: "22", doi: "10.1/shared" },
    ]);
  });
});
