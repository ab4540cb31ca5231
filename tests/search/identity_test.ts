/** An output belongs to one input, one provider, one set of settings and one run. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startSearch } from "../search_process.ts";
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
