/** An output belongs to one input, one provider, one set of settings and one run. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { makeDirectory, SEARCH, startSearch } from "../search_process.ts";
import { FAST, pause, scene } from "./scene.ts";

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

Deno.test("a setting that cannot change what is found may differ", async () => {
  await scene("pubmed", {}, async ({ search, server }) => {
    assertEquals((await search([...FAST, "--limit=2"])).code, 0);
    assertEquals((await search([...FAST, "--set=tool=other"])).code, 0);
    assertEquals(server.calls.length, 4);
  });
});

Deno.test("a run can be continued whose index has the name with which the password begins", async () => {
  const env = {
    OPENSEARCH_USERNAME: "me",
    OPENSEARCH_PASSWORD: "papers2026",
    OPENSEARCH_API_KEY: "",
  };
  await scene("opensearch", {}, async ({ search, rows, server }) => {
    const first = await search([...FAST, "--max-calls=2"], { env });
    assertStringIncludes(first.stderr, "--max-calls 2 is reached");
    assertEquals((await search(FAST, { env })).code, 0);
    assertEquals([rows().length, server.calls.length], [4, 4]);
  });
});

Deno.test("a setting that holds the key is refused, since settings are recorded", async () => {
  await scene("opensearch", {}, async ({ search, server, folder }) => {
    const { code, stderr } = await search(FAST, {
      env: { OPENSEARCH_USERNAME: "me", OPENSEARCH_PASSWORD: "all_my_papers_2026" },
      index: "all_my_papers_2026-v2",
    });
    assertEquals([code, server.calls.length], [1, 0]);
    assertStringIncludes(
      stderr,
      "Cannot use the setting index: it contains the key or the password",
    );
    assertEquals([...Deno.readDirSync(folder.directory)].length, 1);
  });
});

Deno.test("an own index under another address is refused; a provider under another address is noticed", async () => {
  for (const [provider, code] of [["opensearch", 1], ["elicit", 0]] as const) {
    await scene(provider, {}, async ({ search, server }) => {
      assertEquals((await search([...FAST, "--limit=2"])).code, 0);
      const moved = server.baseUrlFor(provider).replace("127.0.0.1", "localhost");
      const other = await search(FAST, { baseUrl: moved });
      assertEquals(other.code, code, other.stderr);
      assertMatch(
        other.stderr,
        code === 1
          ? /it was made with the index at http:\/\/127\.0\.0\.1:\d+\/.*, not http:\/\/localhost:/
          : /notice: runs\/elicit.jsonl was begun with the address http:\/\/127\.0\.0\.1:\d+\/.* and goes on with http:\/\/localhost:/,
      );
      assertEquals(server.calls.length, code === 1 ? 2 : 4);
    });
  }
});

Deno.test("a run of the built-in engine is not continued with another corpus", async () => {
  await using folder = await makeDirectory([]);
  const sample = fromFileUrl(new URL("../../data/sample/", import.meta.url));
  await Deno.mkdir(folder.path("data"));
  for (const { name } of Deno.readDirSync(sample)) {
    await Deno.copyFile(`${sample}${name}`, folder.path(`data/${name}`));
  }
  const search = async (...args: string[]) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", SEARCH, "local", "--dataset=data", "--quiet", ...args],
      cwd: folder.directory,
    }).output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  };
  assertEquals(await search("--limit=3"), { code: 0, stderr: "" });
  const papers = folder.path("data/papers.jsonl");
  const text = Deno.readTextFileSync(papers).split("\n").slice(1).join("\n");
  Deno.writeTextFileSync(papers, text);
  const hex = (bytes: ArrayBuffer) =>
    Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const hash = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const manifest = JSON.parse(Deno.readTextFileSync(folder.path("data/manifest.json")));
  const before = manifest.artifacts.papers.sha256;
  manifest.artifacts.papers.sha256 = hash;
  Deno.writeTextFileSync(folder.path("data/manifest.json"), JSON.stringify(manifest));
  const other = await search();
  assertEquals(other.code, 1);
  assertStringIncludes(
    other.stderr,
    `it was made with the corpus with SHA-256 ${before}, not ${hash}; use the dataset it was made with`,
  );
});

Deno.test("rows that an earlier version bought with a blank query do not stop the run", async () => {
  await scene("elicit", {}, async ({ search, server, folder, questions, rows }) => {
    const texts = ["", " \n", ...questions.slice(2).map(({ question }) => question)];
    const all = questions.map((question, at) => ({ ...question, question: texts[at]! }));
    await Deno.writeTextFile(
      folder.path("questions.jsonl"),
      all.map((question) => JSON.stringify(question) + "\n").join(""),
    );
    await Deno.mkdir(folder.path("runs"), { recursive: true });
    const row = (at: number) => {
      const { question_id, question: query, max_year } = all[at]!;
      return JSON.stringify({ question_id, provider: "elicit", query, max_year, candidates: [] });
    };
    await Deno.writeTextFile(folder.path("runs/elicit.jsonl"), `${row(0)}\n${row(1)}\n`);
    const { code, stderr } = await search();
    assertEquals([code, rows().length, server.calls.length], [0, 4, 2], stderr);
    // A query that the input has no longer is another matter.
    const gone = all.map((question) => ({ ...question, question: "" }));
    gone[3] = all[3]!;
    await Deno.writeTextFile(
      folder.path("questions.jsonl"),
      gone.map((question) => JSON.stringify(question) + "\n").join(""),
    );
    assertMatch(
      (await search()).stderr,
      /^error: runs\/elicit.jsonl:\d: .* but the input has null/,
    );
  });
});

Deno.test("a question file without texts is refused before a call is paid for", async () => {
  await scene("elicit", {}, async ({ search, server, folder, questions }) => {
    const qrels = questions.map(({ question_id }) => `${question_id} 0 123 1\n`).join("");
    await Deno.writeTextFile(folder.path("questions.jsonl"), qrels);
    for (const args of [FAST, ["--dry-run"]]) {
      const { code, stderr } = await search(args);
      assertEquals([code, stderr], [
        1,
        "error: Cannot search with elicit: questions.jsonl has no question texts (TREC qrels hold " +
        'ids alone); give a question file with the field "question"\n',
      ]);
    }
    assertEquals(server.calls.length, 0);
  });
});
