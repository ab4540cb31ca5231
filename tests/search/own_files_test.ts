/** A run touches its own files only, and notices what happens to them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { startSearch } from "../search_process.ts";
import { FAST, pause, scene } from "./scene.ts";

const REFUSED = { faults: () => ({ kind: "bad_key" }) as const };

Deno.test({
  name: "an output that is a link stays one, also where the run ends without a result",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    let broken = true;
    await scene("elicit", {
      faults: () => broken ? { kind: "bad_key" } : undefined,
    }, async ({ search, folder }) => {
      await Deno.writeTextFile(folder.path("real.jsonl"), "");
      await Deno.symlink(folder.path("real.jsonl"), folder.path("link.jsonl"));
      assertEquals((await search([...FAST, "--output=link.jsonl"])).code, 1);
      assert(Deno.lstatSync(folder.path("link.jsonl")).isSymlink);
      broken = false;
      assertEquals((await search([...FAST, "--output=link.jsonl"])).code, 0);
      assert(Deno.lstatSync(folder.path("link.jsonl")).isSymlink);
      assertEquals(Deno.readTextFileSync(folder.path("real.jsonl")).split("\n").length, 5);
    });
  },
});

Deno.test({
  name: "a pipe or a device as output is refused and stays",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await scene("elicit", REFUSED, async ({ search, folder, server }) => {
      await new Deno.Command("mkfifo", { args: [folder.path("pipe")] }).output();
      for (const [more, does] of [[[], "write"], [["--dry-run"], "read"]] as const) {
        const { code, stderr } = await search([...FAST, "--output=pipe", ...more]);
        assertEquals([code, server.calls.length], [1, 0]);
        assertStringIncludes(stderr, `error: Cannot ${does} pipe: it is no ordinary file`);
      }
      assert(Deno.lstatSync(folder.path("pipe")).isFifo);
    });
  },
});

Deno.test("a file that is no run is refused and left as it is, whatever it lacks", async () => {
  await scene("elicit", {}, async ({ search, folder, server }) => {
    const gzip = "\x1f\x8b\b and so on";
    for (const text of ["my precious notes", '{"question": "is this mine?', gzip, "notes\n"]) {
      await Deno.writeTextFile(folder.path("notes.txt"), text);
      for (const flag of ["--output=notes.txt", "--failures=notes.txt"]) {
        const { code, stderr } = await search([...FAST, flag]);
        assertEquals(code, 1);
        assertStringIncludes(stderr, "notes.txt");
        assertEquals(Deno.readTextFileSync(folder.path("notes.txt")), text);
      }
    }
    assertEquals(server.calls.length, 0);
    assertEquals(
      [...Deno.readDirSync(folder.directory)].filter(({ name }) => name.endsWith(".torn")),
      [],
    );
  });
});

Deno.test("a packed output is refused by its name, before anything is asked", async () => {
  await scene("elicit", {}, async ({ search, server }) => {
    const { code, stderr } = await search([...FAST, "--output=runs/x.jsonl.gz"]);
    assertEquals([code, server.calls.length], [1, 0]);
    assertStringIncludes(stderr, "Cannot write runs/x.jsonl.gz: results are written as plain text");
  });
});

for (const [what, act] of [["removed", Deno.removeSync], ["renamed", rename]] as const) {
  Deno.test({
    name: `an output that is ${what} under a run ends it with an error`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      await scene("elicit", {
        questions: 20,
        faults: () => ({ kind: "late", milliseconds: 60 }),
      }, async ({ options, folder, rows }) => {
        const running = startSearch(options()).output();
        while (rows().length < 3) await pause(10);
        act(folder.path("runs/elicit.jsonl"));
        const { code, stderr } = await running;
        assertEquals(code, 1);
        assertStringIncludes(
          new TextDecoder().decode(stderr),
          "error: Cannot go on: Cannot write runs/elicit.jsonl: it was removed or renamed",
        );
      });
    },
  });
}

function rename(path: string): void {
  Deno.renameSync(path, `${path}.elsewhere`);
}
