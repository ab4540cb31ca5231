/** A disk that is full in the middle of a run: a small tmpfs, where the user may mount one. */
import { assert, assertEquals, assertLessOrEqual, assertStringIncludes } from "@std/assert";
import type { ResultRow } from "../lib/benchmark/records.ts";
import { startProviderServer } from "./fakes/provider_server.ts";
import { makeDirectory, makeQuestions, papersFor, rowsOf, runSearch } from "./search_process.ts";

async function mount(...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command("mount", { args, stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

async function unmount(folder: string): Promise<void> {
  const { success } = await new Deno.Command("umount", { args: [folder] }).output();
  assert(success, `${folder} stays mounted`);
}

async function mayMount(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    if (!await mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", folder)) return false;
    await unmount(folder);
    return true;
  } finally {
    await Deno.remove(folder);
  }
}

Deno.test({
  name: "a full disk stops the run without a torn line; with room again it goes on",
  ignore: Deno.build.os !== "linux" || !await mayMount(),
  async fn() {
    for (const [provider, pages] of [["elicit", 1], ["google_scholar", 10]] as const) {
      const questions = makeQuestions(20);
      await using folder = await makeDirectory(questions);
      await using server = await startProviderServer({
        questions,
        rank: (question) => papersFor(question, 200),
      });
      const disk = folder.path("runs");
      await Deno.mkdir(disk);
      assert(await mount("-t", "tmpfs", "-o", "size=300k", "tmpfs", disk));
      try {
        const search = () =>
          runSearch({
            provider,
            baseUrl: server.baseUrlFor(provider),
            directory: folder.directory,
            args: ["--rate=10000", "--concurrency=4"],
          });
        const full = await search();
        assertEquals(full.code, 1);
        assertStringIncludes(full.stderr, "No space left on device");
        assertStringIncludes(full.stderr, "make room, then run the same command again");
        const output = folder.path(`runs/${provider}.jsonl`);
        const kept = rowsOf<ResultRow>(output).length;
        const text = Deno.readTextFileSync(output);
        assert(text === "" || text.endsWith("}\n"));

        assert(await mount("-o", "remount,size=20m", disk));
        const resumed = await search();
        assertEquals(resumed.code, 0, resumed.stderr);
        const rows = rowsOf<ResultRow>(output);
        assertEquals(new Set(rows.map((row) => row.question_id)).size, 20);
        assertEquals(rows.length, 20);
        assertLessOrEqual(server.calls.length, 20 * pages + 4);
        assertEquals(text, Deno.readTextFileSync(output).slice(0, text.length));
        assertLessOrEqual(kept, 20);
      } finally {
        await unmount(disk);
      }
    }
  },
});
