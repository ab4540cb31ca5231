/** Calls are counted, limited and told beforehand. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FAST, scene } from "./scene.ts";

Deno.test("--max-calls is never exceeded, keeps the pages, and the next run buys the next page", async () => {
  await scene(
    "google_scholar",
    { questions: 2, papers: 200 },
    async ({ search, server, rows, folder }) => {
      for (const calls of [9, 18]) {
        const { code, stderr } = await search([...FAST, "--max-calls=9", "--concurrency=2"]);
        assertEquals([code, server.calls.length], [1, calls]);
        assertStringIncludes(stderr, "--max-calls 9 is reached; run the same command again");
      }
      assertEquals((await search([...FAST, "--max-calls=2"])).code, 0);
      assertEquals([server.calls.length, rows().length], [20, 2]);
      assertEquals(server.calls.every(({ nth }) => nth === 1), true);
      assertEquals(rows().map(({ candidates }) => candidates.length), [200, 200]);
      assert(
        ![...Deno.readDirSync(folder.path("runs"))].some(({ name }) => name.includes("pages")),
      );
    },
  );
});

Deno.test("--max-calls counts repetitions too", async () => {
  await scene(
    "elicit",
    { faults: () => ({ kind: "rate_limited", retryAfter: "0" }) },
    async ({ search, server, failures }) => {
      const { code, stdout } = await search([...FAST, "--max-calls=3"]);
      assertEquals([code, server.calls.length, failures()], [1, 3, []]);
      // The third repetition was not sent.
      assertMatch(stdout, /^calls made +3, of these 2 again after a failure$/m);
    },
  );
});

Deno.test("retries that are used up in the middle of a question keep its pages", async () => {
  let broken = true;
  await scene("brave", {
    questions: 2,
    papers: 100,
    faults: ({ page }) => broken && page === 3 ? { kind: "status", status: 503 } : undefined,
  }, async ({ search, server, rows, failures }) => {
    assertEquals((await search([...FAST, "--attempts=1"])).code, 3);
    assertEquals([rows().length, failures().map(({ retryable }) => retryable)], [0, [true, true]]);
    broken = false;
    assertEquals((await search()).code, 0);
    for (const id of ["made_up:0000", "made_up:0001"]) {
      assertEquals([0, 1, 2, 3, 4].map((page) => server.count(id, page)), [1, 1, 1, 2, 1]);
    }
    assertEquals(rows().map(({ candidates }) => candidates.length), [100, 100]);
  });
});

Deno.test("a dry run tells calls, price and time, and touches nothing", async () => {
  await scene("brave", { questions: 150 }, async ({ search, server, folder }) => {
    const { code, stdout } = await search(["--dry-run"]);
    assertEquals([code, server.calls.length], [0, 0]);
    assertStringIncludes(stdout, "150: 0 done before, 150 to ask");
    assertStringIncludes(stdout, "750 at the most");
    assertMatch(stdout, /about \$3\.75 at \$0\.005 a call \(.*, read 20\d\d/);
    const json = JSON.parse((await search(["--dry-run", "--json", "--limit=10"])).stdout);
    assertEquals([json.calls_to_make, json.questions.to_ask, json.max_calls], [50, 10, null]);
    // What --max-calls leaves of it is what this command can cost.
    const capped = await search(["--dry-run", "--max-calls=100"]);
    assertMatch(
      capped.stdout,
      /^this command +makes 100 of them at the most \(--max-calls\), about \$0\.50$/m,
    );
    assertStringIncludes(capped.stdout, "750 at the most");
    assert(!(await search(["--dry-run", "--max-calls=750"])).stdout.includes("this command"));
    assertEquals([...Deno.readDirSync(folder.directory)].map(({ name }) => name), [
      "questions.jsonl",
    ]);
  });
});

Deno.test("a price below a cent is not told as nothing, and failures are told with their file", async () => {
  await scene("openalex_keyword", {
    questions: 2,
    faults: ({ page }) => page === 0 ? { kind: "status", status: 400 } : undefined,
  }, async ({ search }) => {
    assertMatch(
      (await search(["--dry-run"])).stdout,
      /^their price +less than \$0\.01 at \$0\.001 a call/m,
    );
    const { code, stdout } = await search();
    assertEquals(code, 3);
    assertMatch(stdout, /^failures +2, told in runs\/openalex_keyword\.failures\.jsonl$/m);
  });
});

Deno.test("more than 100 questions want to be confirmed", async () => {
  await scene("elicit", { questions: 101 }, async ({ search, server, rows }) => {
    const { code, stderr } = await search();
    assertEquals([code, server.calls.length], [1, 0]);
    assertMatch(stderr, /101 questions unconfirmed: this needs 101 calls, .*--confirm-large-run/);
    assertMatch(
      (await search(["--max-calls=7"])).stderr,
      /a second; this command makes 7 of them at the most \(--max-calls\); add --confirm-large-run/,
    );
    assertEquals((await search([...FAST, "--limit=1"])).code, 0);
    assertEquals((await search([...FAST, "--concurrency=8"])).code, 0);
    assertEquals(rows().length, 101);
  });
});
