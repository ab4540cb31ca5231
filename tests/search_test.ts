/** The search command as a process, against the fake providers. */
import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import type { Candidate, FailureRow, Question, ResultRow } from "../lib/benchmark/records.ts";
import { providers } from "../lib/providers/registry.ts";
import {
  type Call,
  type Fault,
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
} from "./fakes/provider_server.ts";
import {
  KEY,
  makeDirectory,
  makeQuestions,
  papersFor,
  rowsOf,
  runSearch,
  type SearchOptions,
  startSearch,
  type TestDirectory,
} from "./search_process.ts";

const SCORE = fromFileUrl(new URL("../score.ts", import.meta.url));
const FAST = ["--rate=10000"];

interface Scene {
  questions: Question[];
  folder: TestDirectory;
  server: ProviderServer;
  /** Runs the search to its end. */
  search(args?: readonly string[], change?: Partial<SearchOptions>): ReturnType<typeof runSearch>;
  options(args?: readonly string[]): SearchOptions;
  rows(): ResultRow[];
  failures(): FailureRow[];
}

async function scene(
  provider: string,
  set: {
    questions?: number;
    papers?: number;
    faults?: (call: Call) => Fault | undefined;
  } & Partial<Omit<ProviderServerOptions, "questions" | "faults">>,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { questions: count = 4, papers = 30, faults, ...more } = set;
  const questions = makeQuestions(count);
  await using folder = await makeDirectory(questions);
  await using server = await startProviderServer({
    questions,
    rank: (question) => papersFor(question, papers),
    ...(faults ? { faults } : {}),
    ...more,
  });
  const options = (args: readonly string[] = FAST) => ({
    provider,
    baseUrl: server.baseUrlFor(provider),
    directory: folder.directory,
    args,
  });
  await play({
    questions,
    folder,
    server,
    options,
    search: (args, change) => runSearch({ ...options(args), ...change }),
    rows: () => rowsOf<ResultRow>(folder.path(`runs/${provider}.jsonl`)),
    failures: () => rowsOf<FailureRow>(folder.path(`runs/${provider}.failures.jsonl`)),
  });
}

/** Recall of a result file, by score.ts. */
async function recallOf(folder: TestDirectory, provider: string): Promise<Record<string, number>> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-read",
      SCORE,
      `--input=${folder.path("questions.jsonl")}`,
      `--results=${folder.path(`runs/${provider}.jsonl`)}`,
      "--json",
    ],
    cwd: folder.directory,
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout)).macro_recall;
}

for (const provider of providers.filter(({ kind }) => kind === "http")) {
  Deno.test(`${provider.name}: search, then score, gives the recall of the fake's ranking`, async () => {
    // The gold paper is third for even questions and fifteenth for odd ones: half of them by rank 10, all by 20.
    const rank = (question: Question): Candidate[] => {
      const papers = papersFor(question, 18);
      const number = Number(question.question_id.split(":")[1]);
      if (number % 2 === 0) return papers;
      const [gold, other] = [papers[2]!, papers[14]!];
      return papers.with(2, { ...other, rank: 3 }).with(14, { ...gold, rank: 15 });
    };
    const withDoi = (questions: Question[]) =>
      questions.map((question) => {
        const gold = papersFor(question, 3)[2]!;
        return { ...question, gold: [{ pmid: gold.pmid!, doi: gold.doi!, title: gold.title! }] };
      });
    await scene(provider.name, { rank }, async ({ search, folder, questions, rows, server }) => {
      await Deno.writeTextFile(
        folder.path("questions.jsonl"),
        withDoi(questions).map((question) => JSON.stringify(question) + "\n").join(""),
      );
      const { code, stderr } = await search();
      assertEquals([code, stderr], [0, ""]);
      assertEquals(rows().map((row) => row.question_id), questions.map((each) => each.question_id));
      for (const { key } of server.calls) assert(key === null || key.includes(KEY));
      const recall = await recallOf(folder, provider.name);
      assertEquals([recall["10"], recall["20"]], [0.5, 1]);
    });
  });
}

Deno.test("a run that is finished is started again at no cost", async () => {
  await scene("elicit", {}, async ({ search, server, folder }) => {
    assertEquals((await search()).code, 0);
    const text = Deno.readTextFileSync(folder.path("runs/elicit.jsonl"));
    const { code, stdout } = await search();
    assertEquals([code, server.calls.length], [0, 4]);
    assertStringIncludes(stdout, "4 done before, 0 to ask");
    assertEquals(Deno.readTextFileSync(folder.path("runs/elicit.jsonl")), text);
    const events = rowsOf<{ event: string }>(folder.path("runs/elicit.run.jsonl"));
    assertEquals(events.map(({ event }) => event), ["start", "end", "start", "end"]);
  });
});

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
    { kind: "truncated_json" },
    { kind: "html" },
    { kind: "invalid_utf8" },
    { kind: "silent" },
    { kind: "slow_body", milliseconds: 3000 },
    { kind: "rate_limited", retryAfter: new Date(Date.now() - 1000).toUTCString() },
  ];
  await scene("elicit", {
    questions: faults.length,
    faults: ({ questionId, nth }) =>
      nth === 1 ? faults[Number(questionId!.split(":")[1])] : undefined,
  }, async ({ search, rows, server, questions, failures }) => {
    const { code, stdout } = await search([...FAST, "--concurrency=16", "--timeout=1"]);
    assertEquals(code, 0, stdout);
    assertEquals([rows().length, failures()], [faults.length, []]);
    for (const { question_id } of questions) {
      assertEquals(server.count(question_id), 2, question_id);
    }
    assertStringIncludes(stdout, `${2 * faults.length}, of these ${faults.length} again`);
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

Deno.test("Google's no-results answer is recorded, counts as answered and is not bought again", async () => {
  await scene("google_scholar", { rank: () => [] }, async ({ search, rows, failures, server }) => {
    assertEquals((await search()).code, 0);
    assertEquals([rows().length, failures().map((row) => row.retryable)], [0, [
      false,
      false,
      false,
      false,
    ]]);
    assertEquals((await search()).code, 0);
    assertEquals(server.calls.length, 4);
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

Deno.test("an empty list is a result", async () => {
  await scene("elicit", { rank: () => [] }, async ({ search, rows }) => {
    assertEquals((await search()).code, 0);
    assertEquals(rows().map((row) => row.candidates), [[], [], [], []]);
  });
});

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
      assertEquals((await search([...FAST, "--max-calls=3"])).code, 1);
      assertEquals([server.calls.length, failures()], [3, []]);
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

Deno.test("a body above the limit fails its question and no other", async () => {
  await scene("elicit", {
    faults: ({ questionId }) =>
      questionId!.endsWith("1") ? { kind: "huge", bytes: 70 * 2 ** 20 } : undefined,
  }, async ({ search, rows, failures }) => {
    assertEquals((await search()).code, 3);
    assertEquals([rows().length, failures().map(({ error }) => error)], [3, [
      "the answer is larger than 64 MiB",
    ]]);
  });
});

for (const provider of ["elicit", "openalex_keyword", "google_scholar", "brave"]) {
  Deno.test(`${provider}: the key is in no file and no output, whatever the server does with it`, async () => {
    const faults: Fault[] = [
      { kind: "echo_key", status: 400 },
      { kind: "echo_key", status: 500 },
      { kind: "reset_before" },
      { kind: "reset_within" },
      { kind: "truncated_json" },
      { kind: "html" },
      { kind: "silent" },
      { kind: "invalid_utf8" },
      { kind: "rate_limited", retryAfter: "0" },
    ];
    let forAll: Fault | undefined;
    await scene(provider, {
      questions: faults.length,
      faults: ({ questionId }) => forAll ?? faults[Number(questionId!.split(":")[1])],
    }, async ({ search, folder, failures }) => {
      const outputs: Awaited<ReturnType<typeof search>>[] = [];
      const run = async (...args: string[]) => {
        outputs.push(await search([...FAST, ...args, "--timeout=1", "--concurrency=8"]));
      };
      await run("--attempts=2");
      assertEquals(outputs[0]!.code, 3, outputs[0]!.stderr);
      assertEquals(failures().length, faults.length);
      // With status 200, which may be taken for an answer, and with one that stops the run.
      forAll = { kind: "echo_key", status: 200 };
      await run("--attempts=1", "--retry-terminal");
      forAll = { kind: "echo_key", status: 401 };
      await run("--retry-terminal");
      assertEquals(outputs[2]!.code, 1);
      const texts = outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]);
      for (const { name } of Deno.readDirSync(folder.path("runs"))) {
        texts.push(Deno.readTextFileSync(folder.path(`runs/${name}`)));
      }
      const spellings = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1), btoa(KEY)];
      for (const text of texts) {
        for (const spelling of spellings) assert(!text.includes(spelling), text.slice(0, 2000));
      }
    });
  });
}

Deno.test("an output that was made for another input, provider or setting is refused untouched", async () => {
  await scene("elicit", {}, async ({ search, folder, questions }) => {
    assertEquals((await search()).code, 0);
    const text = Deno.readTextFileSync(folder.path("runs/elicit.jsonl"));
    const other = await search([...FAST, "--set=max_results=50"]);
    assertEquals(other.code, 1);
    assertStringIncludes(other.stderr, "it was made with the setting max_results=200");
    await Deno.writeTextFile(
      folder.path("questions.jsonl"),
      questions.map((question) => JSON.stringify({ ...question, max_year: 1999 }) + "\n").join(""),
    );
    const years = await search();
    assertEquals(years.code, 1);
    assertMatch(
      years.stderr,
      /^error: runs\/elicit.jsonl:1: .*max_year 2010, but the input has 1999/,
    );
    assertEquals(Deno.readTextFileSync(folder.path("runs/elicit.jsonl")), text);
  });
});

Deno.test("a second run on one output stops with an error", async () => {
  await scene(
    "elicit",
    { questions: 30, faults: () => ({ kind: "late", milliseconds: 30 }) },
    async ({ search, options, server }) => {
      const first = startSearch(options());
      const ended = first.output();
      while (server.calls.length === 0) await pause(5);
      const second = await search();
      assertEquals(second.code, 1);
      assertStringIncludes(
        second.stderr,
        "Cannot write runs/elicit.jsonl: another run is writing it",
      );
      assertEquals((await ended).code, 0);
    },
  );
});

Deno.test("a dry run tells calls, price and time, and touches nothing", async () => {
  await scene("brave", { questions: 150 }, async ({ search, server, folder }) => {
    const { code, stdout } = await search(["--dry-run"]);
    assertEquals([code, server.calls.length], [0, 0]);
    assertStringIncludes(stdout, "150: 0 done before, 150 to ask");
    assertStringIncludes(stdout, "750 at the most");
    assertMatch(stdout, /about \$3\.75 at \$0\.005 a call \(.*, read 20\d\d/);
    const json = JSON.parse((await search(["--dry-run", "--json", "--limit=10"])).stdout);
    assertEquals([json.calls_to_make, json.questions.to_ask], [50, 10]);
    assertEquals([...Deno.readDirSync(folder.directory)].map(({ name }) => name), [
      "questions.jsonl",
    ]);
  });
});

Deno.test("more than 100 questions want to be confirmed", async () => {
  await scene("elicit", { questions: 101 }, async ({ search, server, rows }) => {
    const { code, stderr } = await search();
    assertEquals([code, server.calls.length], [1, 0]);
    assertMatch(stderr, /101 questions unconfirmed: this needs 101 calls, .*--confirm-large-run/);
    assertEquals((await search([...FAST, "--limit=1"])).code, 0);
    assertEquals((await search([...FAST, "--concurrency=8"])).code, 0);
    assertEquals(rows().length, 101);
  });
});

Deno.test("a plan that caps every list is pointed out", async () => {
  await scene("elicit", { questions: 12, papers: 100 }, async ({ search }) => {
    const { stderr } = await search();
    assertStringIncludes(
      stderr,
      "none of the 12 lists is as long as asked: the longest has 100 of 200",
    );
  });
});

Deno.test("shards share the questions that --limit leaves", async () => {
  await scene("elicit", { questions: 7 }, async ({ search, folder }) => {
    for (const k of [1, 2]) {
      assertEquals((await search([...FAST, "--limit=5", `--shard=${k}/2`])).code, 0);
    }
    const ids = (k: number) =>
      rowsOf<ResultRow>(folder.path(`runs/elicit.shard-${k}-of-2.jsonl`)).map((row) =>
        row.question_id
      );
    assertEquals([ids(1), ids(2)], [
      ["made_up:0000", "made_up:0002", "made_up:0004"],
      ["made_up:0001", "made_up:0003"],
    ]);
    assertEquals((await search(["--shard=3/2"])).code, 2);
  });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`${signal} finishes what is in flight, writes it and exits with 130; the rest is asked later`, async () => {
    await scene(
      "elicit",
      { questions: 20, faults: () => ({ kind: "late", milliseconds: 300 }) },
      async ({ options, search, server, rows }) => {
        const child = startSearch(options([...FAST, "--concurrency=3"]));
        const ended = child.output();
        while (server.calls.length < 4) await pause(5);
        child.kill(signal);
        const { code, stdout } = await ended;
        assertEquals(code, 130);
        assertEquals(rows().length, server.calls.length);
        assertLess(server.calls.length, 10);
        assertStringIncludes(new TextDecoder().decode(stdout), "interrupted");
        assertEquals((await search([...FAST, "--concurrency=16"])).code, 0);
        assertEquals([rows().length, server.calls.length], [20, 20]);
      },
    );
  });
}

Deno.test("a second interrupt after half a second drops what is in flight", async () => {
  await scene(
    "elicit",
    { faults: () => ({ kind: "silent" }) },
    async ({ options, server, rows }) => {
      const child = startSearch(options());
      const ended = child.output();
      while (server.calls.length < 1) await pause(5);
      child.kill("SIGINT");
      await pause(1);
      child.kill("SIGINT");
      await pause(700);
      child.kill("SIGINT");
      assertEquals([(await ended).code, rows()], [130, []]);
    },
  );
});

Deno.test("an interrupt ends a long wait at once", async () => {
  await scene(
    "elicit",
    { faults: () => ({ kind: "rate_limited", retryAfter: "200" }) },
    async ({ options, server, failures }) => {
      const child = startSearch(options());
      const ended = child.output();
      while (!server.calls.some(({ done }) => done)) await pause(5);
      await pause(100);
      child.kill("SIGINT");
      assertEquals([(await ended).code, failures()], [130, []]);
    },
  );
});

Deno.test("a base URL outside the grant is answered with the whole command", async () => {
  await scene("elicit", {}, async ({ search, folder, server }) => {
    const { code, stderr } = await search(FAST, {
      permissions: [
        "--allow-net=elicit.com",
        "--allow-env",
        "--allow-read",
        `--allow-write=${folder.directory}`,
      ],
    });
    assertEquals([code, server.calls.length], [1, 0]);
    assertMatch(
      stderr,
      /run: deno run .*--allow-net=\S*,127\.0\.0\.1:\d+ .*search\.ts elicit --input=questions\.jsonl/,
    );
  });
});

Deno.test("plain http outside this machine is refused", async () => {
  await scene("elicit", {}, async ({ search }) => {
    const { code, stderr } = await search(FAST, { baseUrl: "http://example.org" });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "Cannot use ELICIT_BASE_URL=http://example.org: plain http");
  });
});

Deno.test("where the whole network was granted a notice says so", async () => {
  await scene("elicit", {}, async ({ search, folder }) => {
    const { code, stderr } = await search(FAST, {
      permissions: [
        "--allow-net",
        "--allow-env",
        "--allow-read",
        `--allow-write=${folder.directory}`,
      ],
    });
    assertEquals(code, 0);
    assertStringIncludes(stderr, "notice: the whole network was granted and cannot be given up");
  });
});

Deno.test("hosts that were granted by list are given up, and the runtime refuses them then", async () => {
  const script = fromFileUrl(new URL("fixtures/runner/narrowed.ts", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-net=127.0.0.1:1,127.0.0.1:2,127.0.0.1:3", script],
  }).output();
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
    everything: false,
    "127.0.0.1:1": "TypeError", // allowed: nobody listens there
    "127.0.0.1:2": "NotCapable",
    "127.0.0.1:3": "NotCapable",
  });
});

Deno.test("a missing key and unknown names are told in one line", async () => {
  await scene("elicit", {}, async ({ search }) => {
    const noKey = await search(FAST, { env: { ELICIT_API_KEY: "" } });
    assertEquals([noKey.code, noKey.stderr], [
      1,
      "error: Cannot search with Elicit: no API key; set ELICIT_API_KEY in the environment or in .env\n",
    ]);
    const curly = await search(FAST, { env: { ELICIT_API_KEY: "“abcdef”" } });
    assertEquals(curly.code, 1);
    assertStringIncludes(curly.stderr, "Cannot use the key in ELICIT_API_KEY: it has characters");
    assert(!curly.stderr.includes("abcdef"));
    const setting = await search([...FAST, "--set=max_result=5"]);
    assertEquals(setting.code, 1);
    assertStringIncludes(setting.stderr, 'did you mean "max_results"?');
    assertEquals((await search(["--set=x"])).code, 2);
    assertEquals((await search(["--lmit=5"])).code, 2);
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
