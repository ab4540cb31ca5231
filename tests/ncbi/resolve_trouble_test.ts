/** Resolving while files, NCBI or the user stand in the way. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FileError } from "../../lib/benchmark/text_source.ts";
import { NcbiCache } from "../../lib/ncbi/cache.ts";
import { NcbiError } from "../../lib/ncbi/transport.ts";
import { loopbackTransport } from "../fakes/loopback_transport.ts";
import { startNcbiServer } from "../fakes/ncbi_server.ts";
import { contact, inFolder, readRows, result } from "./resolve_scene.ts";

Deno.test("a bad file is an error that names file, line and cause, and leaves no output", async () => {
  const good = JSON.stringify(result("a", [{ pmid: "1" }]));
  const cases: [string, string][] = [
    [`${good}\n{broken}\n${good}\n`, ":2: broken JSON"],
    [`${good}\n\n[1]\n`, ":3: not a JSON object"],
    [`${good}\n"a cut-off row is no text"`, ":2: not a JSON object"],
    [`{"question_id":"a"}\n`, ':1: question "a": candidates is missing'],
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
