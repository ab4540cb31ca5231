import { assert, assertEquals, assertRejects } from "@std/assert";
import { delay } from "@std/async/delay";
import { join } from "@std/path";
import { openLocked } from "../../lib/runner/locked_file.ts";

async function inFolder(test: (path: (name: string) => string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test((name) => join(folder, name));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a file that was made and stayed empty is removed; one that was there stays", async () => {
  await inFolder(async (path) => {
    const made = await openLocked(path("new/made.jsonl"));
    assert((await Deno.stat(made.path)).isFile);
    made.close();
    await assertRejects(() => Deno.stat(made.path), Deno.errors.NotFound);
    await Deno.writeTextFile(path("there.jsonl"), "");
    (await openLocked(path("there.jsonl"))).close();
    assertEquals(await Deno.readTextFile(path("there.jsonl")), "");
  });
});

Deno.test("a lock that is given up in a moment is waited for, one that stays is not", async () => {
  await inFolder(async (path) => {
    using holder = await Deno.open(path("a.jsonl"), { write: true, create: true });
    await holder.lock(true);
    await assertRejects(() => openLocked(path("a.jsonl")), Error, "another run is writing it");
    // As a forked process does that becomes a program of its own.
    const opened = openLocked(path("a.jsonl"));
    await delay(30);
    await holder.unlock();
    (await opened).close();
  });
});

Deno.test({
  name: "links stay, and so does what they lead to",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await inFolder(async (path) => {
      await Deno.writeTextFile(path("real.jsonl"), "");
      for (const target of ["real.jsonl", "not_there_yet.jsonl"]) {
        await Deno.symlink(path(target), path("link.jsonl"));
        (await openLocked(path("link.jsonl"))).close();
        assert((await Deno.lstat(path("link.jsonl"))).isSymlink);
        assertEquals(await Deno.readTextFile(path("link.jsonl")), "");
        await Deno.remove(path("link.jsonl"));
      }
    });
  },
});

Deno.test({
  name: "what is no file is refused and stays",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await inFolder(async (path) => {
      await new Deno.Command("mkfifo", { args: [path("pipe")] }).output();
      for (const name of ["/dev/null", path("pipe"), path(".")]) {
        const before = await Deno.lstat(name);
        await assertRejects(
          () => openLocked(name),
          Error,
          "it is no ordinary file; choose another",
        );
        assertEquals((await Deno.lstat(name)).ino, before.ino);
      }
    });
  },
});

Deno.test("a file that was renamed or replaced is no longer in place, and what came instead stays", async () => {
  await inFolder(async (path) => {
    const held = await openLocked(path("a.jsonl"));
    assertEquals(await held.inPlace(), true);
    await Deno.rename(path("a.jsonl"), path("b.jsonl"));
    assertEquals(await held.inPlace(), false);
    await Deno.writeTextFile(path("a.jsonl"), "");
    assertEquals(await held.inPlace(), false);
    held.close();
    assertEquals([...Deno.readDirSync(path("."))].length, 2);
  });
});
