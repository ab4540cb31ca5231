import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { startNcbiServer } from "../fakes/ncbi_server.ts";
import { inFolder, readRows, result } from "./resolve_scene.ts";

Deno.test("20,000 candidates over 5,000 PMCIDs take the least number of calls, and none again", async () => {
  // PMCIDs 1 to 5000, each in four questions; every tenth is unknown, the others are PMID 10,000 + n.
  // So 5,000 / 200 = 25 calls for PMCIDs and 4,500 / 200 = 22.5, that is 23, for years.
  await using server = startNcbiServer({
    pmc: (id) => {
      const number = Number(id.slice(3));
      return number % 10 === 0 ? undefined : { pmid: 10_000 + number };
    },
    summaries: (pmid) => ({ pubdate: Number(pmid) % 2 === 0 ? "2015 Jan" : "2016 Jan" }),
  });
  const rows = Array.from({ length: 200 }, (_, question) =>
    result(
      `q${question}`,
      Array.from({ length: 100 }, (_, index) => ({
        pmid: null,
        pmcid: `PMC${(question * 100 + index) % 5000 + 1}`,
      })),
    ));
  await inFolder(rows, server, async (run, folder) => {
    const summary = await run();
    assertEquals(summary.calls, { idconv: 25, esummary: 23 });
    assertEquals(server.calls.length, 48);
    assertEquals(summary.pmcids, {
      wanted: 5000,
      asked: 5000,
      found: 4500,
      missing: 500,
      not_cached: 0,
      malformed: 0,
    });
    assertEquals(summary.candidates.before, 20_000);
    // A question's hundred PMCIDs hold 50 odd ones, all found and from 2016: dropped. Of the 50
    // even ones 10 are unknown and kept.
    assertEquals(summary.years, {
      questions: 200,
      pmids: 4500,
      not_cached: 0,
      dropped: 10_000,
      unknown: 2000,
    });
    for (const call of server.calls) {
      assertEquals([call.params.tool, call.params.email], ["test", "test@example.org"]);
      assert(call.ids.length <= 200);
      assertEquals(new Set(call.ids).size, call.ids.length);
    }
    const first = await Deno.readTextFile(`${folder}/out.jsonl`);
    const again = await run();
    assertEquals(again.calls, { idconv: 0, esummary: 0 });
    assertEquals(server.calls.length, 48);
    assertEquals(await Deno.readTextFile(`${folder}/out.jsonl`), first);
    assertEquals({ ...again, calls: null }, { ...summary, calls: null });
    // Another rule for the year needs no call either.
    assertEquals((await run({ yearField: "earliest" })).calls, { idconv: 0, esummary: 0 });
  });
});

Deno.test("every quirk of the services at once gives the rows that a quiet service gives", async () => {
  const pmc = {
    PMC1: { pmid: 11 },
    PMC2: { pmid: "22", pmcid: "PMC2.3" },
    PMC3: { poison: true },
    PMC4: { absent: true },
    PMC1017419: { doi: "10.1/without-pmid" },
  };
  const summaries = {
    "11": { pubdate: "2013 Feb", epubdate: "2012 Dec 21", sortpubdate: "2013/02/01 00:00" },
    "22": { pubdate: "2016" },
    "33": { uid: "44", pubdate: "2001" },
    "55": null,
  };
  const rows = [result("a", [
    { pmcid: "PMC1" },
    { pmcid: "PMC2" },
    { pmcid: "PMC3" },
    { pmcid: "PMC4" },
    { pmcid: "PMC1017419" },
    { pmcid: "PMC99" },
    { pmid: "33" },
    { pmid: "55" },
    { pmid: "66" },
    { pmid: "not a number" },
    { pmcid: "12345" },
  ])];
  await using server = startNcbiServer({ pmc, summaries });
  await inFolder(rows, server, async (run, folder) => {
    server.faults.idconv = [
      { status: 429, headers: { "retry-after": "0" } },
      { status: 200, body: "<html>maintenance</html>" },
      "truncated",
      { status: 502 },
    ];
    server.faults.esummary = [
      { status: 200, body: '{"error":"API rate limit exceeded","count":"4","limit":"3"}' },
      "truncated",
      { status: 503 },
    ];
    const notices: string[] = [];
    const summary = await run({ notice: (text) => notices.push(text) });
    const [row] = await readRows(`${folder}/out.jsonl`);
    assertEquals(row?.candidates, [
      { rank: 1, pmcid: "PMC1", pmid: "11" },
      { rank: 2, pmcid: "PMC3" },
      { rank: 3, pmcid: "PMC4" },
      { rank: 4, pmcid: "PMC1017419" },
      { rank: 5, pmcid: "PMC99" },
      { rank: 6, pmid: "33" },
      { rank: 7, pmid: "55" },
      { rank: 8, pmid: "66" },
      { rank: 9, pmid: "not a number" },
      { rank: 10, pmcid: "12345" },
    ]);
    assertEquals(summary.pmcids, {
      wanted: 6,
      asked: 6,
      found: 2,
      missing: 4,
      not_cached: 0,
      malformed: 1,
    });
    assertEquals([summary.years.dropped, summary.years.unknown], [1, 9]);
    assertEquals(summary.with_pmid, { before: 3, resolved: 5, after: 4 });
    assertEquals(notices.length, 2);
    assertEquals(
      notices[0],
      "NCBI refused or passed over 2 ids, the first of them PMC3, twice (Invalid id PMC3); " +
        "counted as not found",
    );
    assertEquals(
      notices[1],
      "NCBI refused or passed over PMID 55, twice (its answer has no record of it); " +
        "counted as not found",
    );
    // Misses are known now.
    const calls = server.calls.length;
    await run();
    assertEquals(server.calls.length, calls);
  });
});

Deno.test("fields that this program does not know are kept, numbers to the last digit", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 } } });
  const line =
    '{"question_id":"a","provider":"exa","run":{"id":12345678901234567890},"max_year":null,' +
    '"candidates":[{"rank":1,"score":0.12345678901234567,"z":[1.0,-0,1e-400,2E2],"pmcid":"PMC1","x":[1e400,{"y":null}]}]}';
  await inFolder(`${line}\n`, server, async (run, folder) => {
    await run();
    assertEquals(
      await Deno.readTextFile(`${folder}/out.jsonl`),
      `${line.slice(0, -3)},"pmid":"11"}]}\n`,
    );
  });
});

Deno.test("a row with nothing to do stays as it is written", async () => {
  const line = '{ "candidates" : [{"rank":"5","pmid":7}], "question_id":"a" }';
  await inFolder(`\ufeff${line}\r\n\r\n`, null, async (run, folder) => {
    await run();
    assertEquals(await Deno.readTextFile(`${folder}/out.jsonl`), `${line}\n`);
  });
});

Deno.test("resolving the output again gives the same bytes", async () => {
  await using server = startNcbiServer({
    pmc: { PMC1: { pmid: 11 }, PMC2: { pmid: 22 } },
    summaries: { "11": { pubdate: "2010" }, "22": { pubdate: "2020" } },
  });
  const rows = [
    result("a", [{ pmcid: "PMC1" }, { pmcid: "PMC2" }, { pmid: "11", doi: "10.1/a" }]),
    result("b", []),
    result("c", [{ pmcid: "PMC2" }], null),
  ];
  await inFolder(rows, server, async (run, folder) => {
    await run();
    const calls = server.calls.length;
    await run({ results: `${folder}/out.jsonl`, output: `${folder}/twice.jsonl` });
    assertEquals(
      await Deno.readTextFile(`${folder}/twice.jsonl`),
      await Deno.readTextFile(`${folder}/out.jsonl`),
    );
    assertEquals(server.calls.length, calls);
    assertEquals(await readRows(`${folder}/out.jsonl`), [
      { ...rows[0], candidates: [{ rank: 1, pmcid: "PMC1", pmid: "11", doi: "10.1/a" }] },
      { ...rows[1] },
      { ...rows[2], candidates: [{ rank: 1, pmcid: "PMC2", pmid: "22" }] },
    ]);
  });
});

Deno.test("years are asked only where a cutoff applies", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 }, PMC2: { pmid: 22 } } });
  const rows = [
    result("a", [{ pmcid: "PMC1" }, { pmid: "5" }], null),
    { ...result("b", [{ pmcid: "PMC2" }, { pmid: "6" }]), provider: "exa" },
    result("c", [{ pmid: "7" }]),
  ];
  await inFolder(rows, server, async (run) => {
    const summary = await run({ cutoffApplies: (provider) => provider === "brave" });
    const asked = server.calls.filter(({ service }) => service === "esummary");
    assertEquals(asked.map(({ ids }) => ids), [["7"]]);
    assertEquals(summary.years, { questions: 1, pmids: 1, not_cached: 0, dropped: 0, unknown: 1 });
  });
});

Deno.test("offline, what is not cached stays unknown and is counted", async () => {
  await inFolder([result("a", [{ pmcid: "PMC1" }, { pmid: "5" }])], null, async (run, folder) => {
    const notices: string[] = [];
    const summary = await run({ notice: (text) => notices.push(text) });
    assertEquals(summary.pmcids, {
      wanted: 1,
      asked: 0,
      found: 0,
      missing: 0,
      not_cached: 1,
      malformed: 0,
    });
    assertEquals(summary.years.not_cached, 1);
    assertEquals(notices, [
      `not in ${folder}/cache.sqlite: 1 PMCID and the years of 1 PMID; ` +
      "their results stay as they are; run without --offline to ask NCBI",
    ]);
    assertEquals(summary.years.unknown, 2);
    assertEquals((await readRows(`${folder}/out.jsonl`)).length, 1);
  });
});

Deno.test("a gzip file and a file that is still being written are read; the cut-off line is told", async () => {
  const line = JSON.stringify(result("a", [{ pmid: "1" }], null));
  const gzip = gzipSync(`${line}\n`);
  await inFolder(gzip, null, async (run, folder) => {
    await run();
    assertEquals(await Deno.readTextFile(`${folder}/out.jsonl`), `${line}\n`);
  });
  await inFolder(`${line}\n${line.slice(0, 40)}`, null, async (run, folder) => {
    const notices: string[] = [];
    await run({ notice: (text) => notices.push(text) });
    assertEquals(await Deno.readTextFile(`${folder}/out.jsonl`), `${line}\n`);
    assertEquals(notices, [`${folder}/run.jsonl:2: the last line is cut off; it is left out`]);
  });
});

Deno.test("an unsorted list comes out in rank order, whatever the cache knows", async () => {
  await using server = startNcbiServer();
  const candidates = [{ rank: 5, pmid: "7" }, { rank: 2, pmcid: "PMC1" }];
  const rows = [{ ...result("a", []), candidates }];
  await inFolder(rows, server, async (run, folder) => {
    server.summaries = (pmid) => pmid === "7" ? { pubdate: "2010" } : undefined;
    await run();
    const [row] = await readRows(`${folder}/out.jsonl`);
    assertEquals(row?.candidates, [{ rank: 2, pmcid: "PMC1" }, { rank: 5, pmid: "7" }]);
  });
});

Deno.test("ranks, years and PMIDs written as 1.0 are read, and are integers in a row that changes", async () => {
  const line = '{"question_id":"a","provider":"brave","max_year":2015.0,"x":1.0,' +
    '"candidates":[{"rank":1.0,"pmid":11.0,"s":1.0},{"rank":2.0,"pmid":11.0,"s":2.0}]}';
  await using server = startNcbiServer({ summaries: { "11": { pubdate: "2015" } } });
  await inFolder(`${line}\n`, server, async (run, folder) => {
    await run();
    assertEquals(
      await Deno.readTextFile(`${folder}/out.jsonl`),
      '{"question_id":"a","provider":"brave","max_year":2015,"x":1.0,' +
        '"candidates":[{"rank":1,"pmid":11,"s":1.0}]}\n',
    );
  });
});
