/** Which failures are repeated, recorded, or stop the run. */
import { assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import type { Question } from "../../lib/benchmark/records.ts";
import type { Fault } from "../fakes/provider_server.ts";
import { FAST, scene } from "./scene.ts";

for (const kind of ["bad_key", "quota"] as const) {
  for (
    const provider of [
      "elicit",
      "openalex_keyword",
      "google_scholar",
      "exa",
      "brave",
      "parallel",
      "perplexity",
    ]
  ) {
    Deno.test(`${provider}: ${kind} stops the run at once and blames no question`, async () => {
      let broken = true;
      const faults = () => broken ? { kind } : undefined;
      await scene(provider, { questions: 20, faults }, async (scene) => {
        const { code, stderr } = await scene.search();
        assertEquals(code, 1, stderr);
        assertMatch(stderr, /^error: Cannot go on: .*; .+\n$/);
        assertEquals([scene.server.calls.length, scene.rows(), scene.failures()], [1, [], []]);
        // With the mistake mended everything is asked.
        broken = false;
        assertEquals((await scene.search([...FAST, "--concurrency=8"])).code, 0);
        assertEquals(scene.rows().length, 20);
      });
    });
  }
}

Deno.test("passing failures are repeated until there is an answer", async () => {
  const faults: Fault[] = [
    { kind: "status", status: 500 },
    { kind: "reset_before" },
    { kind: "rate_limited", retryAfter: "0" },
    { kind: "reset_within" },
    { kind: "closed_within" },
    { kind: "silent" },
    { kind: "slow_body", milliseconds: 6000 },
    { kind: "rate_limited", retryAfter: new Date(Date.now() - 1000).toUTCString() },
  ];
  await scene("elicit", {
    questions: faults.length,
    faults: ({ questionId, nth }) =>
      nth === 1 ? faults[Number(questionId!.split(":")[1])] : undefined,
  }, async ({ search, rows, server, questions, failures }) => {
    const { code, stdout } = await search([...FAST, "--concurrency=16", "--timeout=2"]);
    assertEquals(code, 0, stdout);
    assertEquals([rows().length, failures()], [faults.length, []]);
    for (const { question_id } of questions) {
      assertEquals(server.count(question_id), 2, question_id);
    }
    assertStringIncludes(stdout, `${2 * faults.length}, of these ${faults.length} again`);
  });
});

Deno.test("a success that cannot be read is bought once, recorded, and bought again with --retry-terminal", async () => {
  const kinds = ["truncated_json", "html", "invalid_utf8"] as const;
  await scene("elicit", {
    questions: kinds.length,
    faults: ({ questionId, nth }) =>
      nth === 1 ? { kind: kinds[Number(questionId!.split(":")[1])]! } : undefined,
  }, async ({ search, rows, server, failures }) => {
    assertEquals((await search()).code, 3);
    assertEquals([server.calls.length, rows()], [3, []]);
    assertEquals(failures().map(({ error, status, retryable }) => [error, status, retryable]), [
      ["HTTP 200, but the answer is not JSON", 200, false],
      ["HTTP 200, but the answer is not JSON", 200, false],
      ["the answer is not UTF-8", 200, false],
    ]);
    assertStringIncludes(failures()[1]!.response, "<title>Please wait</title>");
    const again = await search();
    assertEquals([again.code, server.calls.length], [0, 3]);
    assertStringIncludes(again.stdout, "3 failed for good before (--retry-terminal asks");
    assertEquals((await search([...FAST, "--retry-terminal"])).code, 0);
    assertEquals([server.calls.length, rows().length], [6, 3]);
  });
});

Deno.test("answers in other clothes are taken: gzip, another content type, late", async () => {
  const faults: Fault[] = [{ kind: "gzip" }, { kind: "wrong_content_type" }, {
    kind: "late",
    milliseconds: 50,
  }];
  await scene("elicit", {
    questions: faults.length,
    faults: ({ questionId }) => faults[Number(questionId!.split(":")[1])],
  }, async ({ search, rows, server }) => {
    assertEquals((await search()).code, 0);
    assertEquals([rows().length, server.calls.length], [3, 3]);
  });
});

Deno.test("Retry-After is waited for, by all workers", async () => {
  await scene("elicit", {
    questions: 8,
    faults: ({ sequence }) =>
      sequence === 1 ? { kind: "rate_limited", retryAfter: "1.5" } : undefined,
  }, async ({ search, server }) => {
    assertEquals((await search([...FAST, "--concurrency=1"])).code, 0);
    const [first, second] = server.calls;
    assertLess(1490, second!.at - first!.at);
    assertEquals(first!.questionId, second!.questionId);
  });
});

Deno.test("a Retry-After above --max-wait stops the run", async () => {
  await scene("elicit", {
    faults: () => ({ kind: "rate_limited", retryAfter: "54000" }),
  }, async ({ search, server, failures }) => {
    const { code, stderr } = await search([...FAST, "--max-wait=100"]);
    assertEquals([code, server.calls.length, failures()], [1, 1, []]);
    assertStringIncludes(stderr, "it asks to wait 54000 s");
    assertStringIncludes(stderr, "--max-wait (now 100)");
  });
});

Deno.test("failures: retryable ones are asked again, terminal ones only with --retry-terminal", async () => {
  let mended = false;
  await scene("elicit", {
    faults: ({ questionId }) => {
      if (mended || questionId!.endsWith("0") || questionId!.endsWith("3")) return undefined;
      return { kind: "status", status: questionId!.endsWith("1") ? 503 : 422 };
    },
  }, async ({ search, rows, failures, server }) => {
    assertEquals((await search([...FAST, "--attempts=1"])).code, 3);
    assertEquals(failures().map(({ status, retryable }) => [status, retryable]), [[503, true], [
      422,
      false,
    ]]);
    mended = true;
    assertEquals((await search()).code, 0);
    assertEquals([rows().length, server.count("made_up:0002")], [3, 1]);
    assertEquals((await search([...FAST, "--retry-terminal"])).code, 0);
    assertEquals([rows().length, server.count("made_up:0002")], [4, 2]);
  });
});

Deno.test("a hundred questions in a row that fail in the same way stop the run", async () => {
  await scene("elicit", {
    questions: 130,
    faults: () => ({ kind: "status", status: 404, body: { error: "gone" } }),
  }, async ({ search, server, failures }) => {
    const { code, stderr } = await search([...FAST, "--confirm-large-run"]);
    assertEquals([code, server.calls.length, failures().length], [1, 100, 100]);
    assertStringIncludes(stderr, "the last 100 questions all failed in the same way: HTTP 404");
    assertStringIncludes(stderr, "--retry-terminal asks them again");
  });
});

for (
  const [what, fault, error, remedy] of [
    [
      "used up their attempts alike",
      { kind: "status", status: 500 },
      "HTTP 500: x; check base URL",
      "the same command asks them again",
    ],
    [
      "got no answer",
      { kind: "reset_before" },
      "no whole answer: ",
      "; check the network, base URL, settings",
    ],
    [
      "cannot be read alike",
      { kind: "html" },
      "HTTP 200, but the answer is not JSON; check base URL",
      "--retry-terminal asks them again",
    ],
  ] as const
) {
  Deno.test(`twenty questions in a row that ${what} stop the run`, async () => {
    await scene("elicit", {
      questions: 60,
      // A result in between begins a new row.
      faults: ({ questionId }) => questionId === "made_up:0015" ? undefined : fault,
    }, async ({ search, server, failures, rows }) => {
      const { code, stderr } = await search([...FAST, "--attempts=1"]);
      assertEquals([code, server.calls.length, failures().length, rows().length], [1, 36, 35, 1]);
      assertStringIncludes(
        stderr,
        `the last 20 questions all failed in the same way: ${error}`,
      );
      assertStringIncludes(stderr, remedy);
    });
  });
}

Deno.test("questions without a frozen query cost nothing and stop nothing", async () => {
  await scene("openalex_keyword", { questions: 130 }, async (scene) => {
    const { search, server, failures, rows, questions, folder } = scene;
    const text = questions.map((question, at) =>
      JSON.stringify(at < 120 ? { ...question, queries: {} } : question) + "\n"
    ).join("");
    await Deno.writeTextFile(folder.path("questions.jsonl"), text);
    const { code, stderr } = await search([...FAST, "--confirm-large-run"]);
    assertEquals([code, failures().length, rows().length], [3, 120, 10], stderr);
    assertEquals(new Set(server.calls.map(({ questionId }) => questionId)).size, 10);
    const calls = server.calls.length;
    // Once the input has the queries, the same run goes on and asks them.
    const mended = questions.map((question) => JSON.stringify(question) + "\n").join("");
    await Deno.writeTextFile(folder.path("questions.jsonl"), mended);
    const again = await search([...FAST, "--concurrency=8", "--confirm-large-run"]);
    assertEquals(
      [again.code, rows().length, server.calls.length],
      [0, 130, 13 * calls],
      again.stderr,
    );
  });
});

Deno.test("a query that cannot be sent may be mended in the input, one that was refused may not", async () => {
  const unclosed = "aspirin) OR (ibuprofen";
  const faults = ({ questionId }: { questionId: string | null }) =>
    questionId === "made_up:0001" ? { kind: "status", status: 400 } as const : undefined;
  await scene("europe_pmc", { questions: 3, faults }, async (scene) => {
    const { search, server, failures, rows, questions, folder } = scene;
    const [first, second, third] = questions as [Question, Question, Question];
    const ask = async (...asked: Question[]) => {
      const text = asked.map((question) => JSON.stringify(question) + "\n").join("");
      await Deno.writeTextFile(folder.path("questions.jsonl"), text);
      return await search();
    };
    const withQuery = (question: Question, query: string): Question => ({
      ...question,
      queries: { openalex_keyword: { query } },
    });
    const { code, stderr } = await ask(withQuery(first, unclosed), second, third);
    assertEquals([code, rows().length], [3, 1], stderr);
    assertEquals(failures().map(({ query, status }) => [query === unclosed, status]), [
      [true, null],
      [false, 400],
    ]);
    assertEquals((await ask(first, withQuery(second, "another"), third)).code, 1);
    // Taken out, it fails for want of a query.
    assertEquals((await ask({ ...first, queries: {} }, second, third)).code, 3);
    const again = await ask(first, second, third);
    assertEquals([again.code, rows().length], [0, 2], again.stderr);
    assertEquals(server.count(first.question_id), server.count(third.question_id));
  });
});

Deno.test("a redirect to another origin stops the run and is not followed", async () => {
  await scene(
    "openalex_keyword",
    { faults: () => ({ kind: "redirect", to: "other_origin" }) },
    async ({ search, server, failures }) => {
      const { code, stderr } = await search();
      assertEquals([code, server.strayRequests, failures()], [1, [], []]);
      assertStringIncludes(stderr, "not followed: it leads to another origin");
    },
  );
});

Deno.test("a body above the limit fails its question, no other, and is not bought again", async () => {
  await scene("elicit", {
    faults: ({ questionId }) =>
      questionId!.endsWith("1") ? { kind: "huge", bytes: 70 * 2 ** 20 } : undefined,
  }, async ({ search, rows, failures, server }) => {
    assertEquals((await search()).code, 3);
    assertEquals([rows().length, failures().map(({ error }) => error)], [3, [
      "the answer is larger than 64 MiB",
    ]]);
    assertEquals((await search()).code, 0);
    assertEquals(server.calls.length, 4);
  });
});
