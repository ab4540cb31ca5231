import { assert, assertEquals, assertRejects } from "@std/assert";
import { gzipSync } from "node:zlib";
import { FileError } from "../../lib/benchmark/text_source.ts";
import { NcbiCache } from "../../lib/ncbi/cache.ts";
import { type ResolveOptions, resolveResults } from "../../lib/ncbi/resolve_results.ts";
import { NcbiError } from "../../lib/ncbi/transport.ts";
import { prepareGold } from "../../lib/scoring/prepared_gold.ts";
import { loopbackTransport } from "../fakes/loopback_transport.ts";
import { type NcbiServer, startNcbiServer } from "../fakes/ncbi_server.ts";

const contact = { tool: "test", email: "test@example.org" };

/** A folder with a result file, a cache and, unless it is offline, a fake NCBI. */
async function inFolder(
  rows: unknown[] | string | Uint8Array,
  server: NcbiServer | null,
  work: (
    run: (options?: Partial<ResolveOptions>) => ReturnType<typeof resolveResults>,
    folder: string,
  ) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const results = `${folder}/run.jsonl`;
    const content = Array.isArray(rows)
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join("")
      : rows;
    await Deno.writeFile(
      results,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
    using cache = await NcbiCache.open(`${folder}/cache.sqlite`);
    await work((options = {}) =>
      resolveResults({
        results,
        output: `${folder}/out.jsonl`,
        cutoffApplies: () => true,
        yearField: "pubdate",
        keepDuplicates: false,
        cache,
        network: server && { transport: loopbackTransport(server.env), contact, concurrency: 3 },
        goldOf: () => undefined,
        notice: (text) => {
          throw new Error(`unexpected notice: ${text}`);
        },
        ...options,
      }), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function result(id: string, candidates: Record<string, unknown>[], maxYear: number | null = 2015) {
  return {
    question_id: id,
    provider: "brave",
    query: `query ${id}`,
    max_year: maxYear,
    candidates: candidates.map((candidate, index) => ({ rank: index + 1, ...candidate })),
  };
}

async function readRows(path: string): Promise<Record<string, unknown>[]> {
  return (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) => JSON.parse(line));
}

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

Deno.test("a bad file is an error that names file, line and cause, and leaves no output", async () => {
  const good = JSON.stringify(result("a", [{ pmid: "1" }]));
  const cases: [string, string][] = [
    [`${good}\n{broken}\n${good}\n`, ":2: broken JSON"],
    [`${good}\n\n[1]\n`, ":3: not a JSON object"],
    [`${good}\n"a cut-off row is no text"`, ":2: not a JSON object"],
    [`{"question_id":"a"}\n`, ':1: question "a": candidates is'],
    [`{"candidates":[]}\n`, ":1: question_id is missing"],
    [`{"question_id":"a","candidates":[{"rank":0}]}\n`, ":1: "],
    [
      `{"question_id":"a","candidates":[{"rank":1},{"rank":1.0}]}\n`,
      ':1: question "a": two candidates have rank 1',
    ],
    [`{"question_id":"a","candidates":[7]}\n`, "candidate 1 is 7"],
    [`{"question_id":"a","candidates":[{"rank":1,"pmid":12345678901234567890}]}\n`, "pmid"],
    [`{"question_id":"a","candidates":[],"max_year":"x"}\n`, "max_year"],
    [`${good}\n${good}\n`, ':2: question "a" is there twice, first on line 1'],
    ["q1 Q0 123 1 5.0 tag\n", "JSON Lines"],
    ["", "empty"],
  ];
  for (const [content, message] of cases) {
    await inFolder(content, null, async (run, folder) => {
      const error = await assertRejects(() => run(), FileError);
      assert(error.message.startsWith(`${folder}/run.jsonl:`), error.message);
      assert(error.message.includes(message), error.message);
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
      assertEquals(names.filter((name) => name.startsWith("out")), [], message);
    });
  }
});

Deno.test("when NCBI stops answering, what it answered is kept and the next run goes on from there", async () => {
  await using server = startNcbiServer({ pmc: (id) => ({ pmid: id.slice(3) }) });
  const rows = [result(
    "a",
    Array.from({ length: 600 }, (_, index) => ({ pmcid: `PMC${index + 1}` })),
    null,
  )];
  await inFolder(rows, server, async (run, folder) => {
    const network = { transport: loopbackTransport(server.env), contact, concurrency: 1 };
    server.before = (call) => {
      if (call.ids.includes("PMC401")) {
        server.faults.idconv = Array.from({ length: 9 }, () => ({ status: 500 }));
      }
    };
    await assertRejects(() => run({ network }), NcbiError);
    await assertRejects(() => Deno.stat(`${folder}/out.jsonl`), Deno.errors.NotFound);
    server.before = () => {};
    server.faults.idconv = [];
    const before = server.calls.length;
    await run({ network });
    assertEquals(server.calls.length - before, 1);
    assertEquals((await readRows(`${folder}/out.jsonl`)).length, 1);
  });
});

Deno.test("an abort leaves no output and nothing half written", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 } } });
  await inFolder([result("a", [{ pmcid: "PMC1" }], null)], server, async (run, folder) => {
    const controller = new AbortController();
    const reason = new Error("stop");
    server.before = () => controller.abort(reason);
    const error = await assertRejects(() => run({ signal: controller.signal }));
    assertEquals(error, reason);
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assertEquals(names.filter((name) => name.includes("out")), []);
  });
});

Deno.test("an abort in any phase rejects with its reason", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 } } });
  for (const phase of ["rows read", "PMCIDs looked up", "rows written"]) {
    await inFolder([result("a", [{ pmcid: "PMC1" }], null)], server, async (run, folder) => {
      const controller = new AbortController();
      const reason = new Error(`stopped while ${phase}`);
      const error = await assertRejects(() =>
        run({
          signal: controller.signal,
          progress: (now) => {
            if (now === phase) controller.abort(reason);
          },
        })
      );
      assertEquals(error, reason);
      const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
      assertEquals(names.filter((name) => name.includes("out")), []);
    });
  }
});

/** Nine PMCIDs that NCBI knows and an idconv that answers in some other way. */
const nine = [
  result("a", Array.from({ length: 9 }, (_, index) => ({ pmcid: `PMC${index + 1}` })), null),
];

Deno.test("a failure that looks like a refusal or an empty answer is not kept as nine unknown PMCIDs", async () => {
  const fault = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) });
  const cases = [
    fault(400, { status: "error", message: "Service temporarily unavailable" }),
    fault(400, { status: "error", message: "Something that nobody has seen before" }),
    fault(400, { error: "API rate limit exceeded", count: "4", limit: "3" }),
    fault(200, { status: "error", message: "x", records: [] }),
    fault(200, { status: "ok", records: [] }),
  ];
  for (const each of cases) {
    await using server = startNcbiServer({ pmc: (id) => ({ pmid: id.slice(3) }) });
    await inFolder(nine, server, async (run, folder) => {
      server.faults.idconv = Array.from({ length: 100 }, () => each);
      await assertRejects(() => run(), NcbiError);
      assert(server.calls.length < 40, `${server.calls.length} calls`);
      await assertRejects(() => Deno.stat(`${folder}/out.jsonl`), Deno.errors.NotFound);
      {
        using cache = await NcbiCache.open(`${folder}/cache.sqlite`);
        assertEquals(cache.pmidOf(1), undefined, each.body);
      }
      server.faults.idconv = [];
      const { pmcids } = await run();
      assertEquals([pmcids.found, pmcids.missing], [9, 0], each.body);
    });
  }
});

Deno.test("a failure of esummary is not kept as PMIDs without a year", async () => {
  const bodies = [
    { header: {}, error: "Search Backend failed: read request has failed" },
    { header: {}, result: { uids: [] } },
    { header: {}, error: "Invalid uid, says a service that says so of all" },
  ];
  for (const body of bodies) {
    await using server = startNcbiServer({ summaries: () => ({ pubdate: "2020" }) });
    await inFolder([result("a", [{ pmid: "5" }, { pmid: "6" }])], server, async (run, folder) => {
      server.faults.esummary = Array.from(
        { length: 100 },
        () => ({ status: 200, body: JSON.stringify(body) }),
      );
      await assertRejects(() => run(), NcbiError);
      assert(server.calls.length < 20, `${server.calls.length} calls`);
      {
        using cache = await NcbiCache.open(`${folder}/cache.sqlite`);
        assertEquals(cache.datesOf(5), undefined, JSON.stringify(body));
      }
      server.faults.esummary = [];
      assertEquals((await run()).years.dropped, 2);
    });
  }
});

Deno.test("many bad PMCIDs beside good ones are misses, overlong ones are never asked", async () => {
  await using server = startNcbiServer({
    // Even the known paper that is asked for where nothing was answered is refused here.
    pmc: (id) => Number(id.slice(3)) > 50 ? { poison: true } : { pmid: id.slice(3) },
  });
  const ids = Array.from({ length: 70 }, (_, index) => ({ pmcid: `PMC${index + 1}` }));
  const rows = [result("a", [...ids, { pmcid: "PMC9999999999000" }], null)];
  await inFolder(rows, server, async (run) => {
    const notices: string[] = [];
    const { pmcids } = await run({ notice: (text) => notices.push(text) });
    assertEquals(pmcids, {
      wanted: 70,
      asked: 70,
      found: 50,
      missing: 20,
      not_cached: 0,
      malformed: 1,
    });
    assertEquals(notices.length, 1);
    const calls = server.calls.length;
    await run();
    assertEquals(server.calls.length, calls);
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

Deno.test("an absent cache that is only read is an error where something is wanted of it", async () => {
  await inFolder([result("a", [{ pmcid: "PMC1" }, { pmid: "5" }])], null, async (run, folder) => {
    using cache = await NcbiCache.open(`${folder}/mistyped.sqlite`, { readOnly: true });
    const error = await assertRejects(() => run({ cache }), FileError);
    assert(error.message.includes("nothing is known of 2 ids; check --cache"), error.message);
    const nothingWanted = await run({ cache, results: await rowsWithoutIds(folder) });
    assertEquals(nothingWanted.questions, 1);
    await assertRejects(() => Deno.stat(`${folder}/mistyped.sqlite`), Deno.errors.NotFound);
  });
});

async function rowsWithoutIds(folder: string): Promise<string> {
  const path = `${folder}/without.jsonl`;
  await Deno.writeTextFile(path, JSON.stringify(result("a", [{ title: "T" }])));
  return path;
}

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
