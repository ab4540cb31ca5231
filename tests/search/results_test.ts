/** What a search writes, for every provider. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Candidate, Question, ResultRow } from "../../lib/benchmark/records.ts";
import { providers } from "../../lib/providers/registry.ts";
import { KEY, papersFor, rowsOf, startSearch } from "../search_process.ts";
import { FAST, recallOf, scene } from "./scene.ts";

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

Deno.test("an empty list is a result", async () => {
  await scene("elicit", { rank: () => [] }, async ({ search, rows }) => {
    assertEquals((await search()).code, 0);
    assertEquals(rows().map((row) => row.candidates), [[], [], [], []]);
  });
});

Deno.test("a plan that caps every list is pointed out, after ten questions and at the end", async () => {
  await scene("elicit", { questions: 12, papers: 100 }, async ({ search }) => {
    const { stderr } = await search();
    const [early, end] = [
      "notice: none of the first 10 lists has more than 100 of 200",
      "notice: none of the 12 lists is as long as asked: the longest has 100 of 200",
    ].map((notice) => stderr.indexOf(notice));
    assert(0 <= early! && early! < end!, stderr);
    // After the last question there is nothing left to think over: what is told at the end says it all.
    const trial = await search([...FAST, "--limit=10", "--output=runs/trial.jsonl"]);
    assertEquals(trial.stderr.match(/none of the .{0,9}10 lists/g)?.length, 1, trial.stderr);
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

Deno.test("a summary that nobody reads does not change the exit code", async () => {
  for (const [fault, code] of [[{ kind: "bad_key" }, 1], [undefined, 0]] as const) {
    await scene("elicit", { faults: () => fault }, async ({ options }) => {
      const child = startSearch(options());
      await child.stdout.cancel();
      const [status] = await Promise.all([child.status, child.stderr.cancel()]);
      assertEquals(status.code, code);
    });
  }
});
