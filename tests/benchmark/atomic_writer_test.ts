import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { writeFileAtomically } from "../../lib/benchmark/atomic_file.ts";
import { AtomicWriter } from "../../lib/benchmark/atomic_writer.ts";
import { FileError } from "../../lib/benchmark/text_source.ts";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("the old file stays until the new one is whole", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a.jsonl`;
    await Deno.writeTextFile(path, "old");
    await using file = await AtomicWriter.create(path);
    // More than is gathered, so that some of it is on disk.
    const text = "naïve β\\n".repeat(50_000);
    file.write(text);
    file.write("end");
    assertEquals(await Deno.readTextFile(path), "old");
    await file.commit();
    assertEquals(await Deno.readTextFile(path), text + "end");
    assertEquals(names(folder), ["a.jsonl"]);
  });
});

Deno.test("without commit nothing is left and the old file stays", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a.jsonl`;
    await Deno.writeTextFile(path, "old");
    {
      await using file = await AtomicWriter.create(path);
      file.write("x".repeat(1_000_000));
    }
    assertEquals(await Deno.readTextFile(path), "old");
    assertEquals(names(folder), ["a.jsonl"]);
  });
});

Deno.test("what a killed process left is removed; what another one writes, and other files, are not", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/a.jsonl`;
    const long = new Date(Date.now() - 60_000);
    const make = async (name: string, time?: Date) => {
      await Deno.writeTextFile(`${folder}/${name}`, "");
      if (time) await Deno.utime(`${folder}/${name}`, time, time);
    };
    await make("a.jsonl.0123abcd.tmp", long);
    await make("a.jsonl.89abcdef.tmp");
    await make("a.jsonl.mine.tmp", long);
    await make("b.jsonl.0123abcd.tmp", long);
    await using other = await AtomicWriter.create(path);
    const held = names(folder).find((name) =>
      /^a\.jsonl\.[0-9a-f]{8}\.tmp$/.test(name) && name !== "a.jsonl.89abcdef.tmp"
    )!;
    await Deno.utime(`${folder}/${held}`, long, long);
    await using file = await AtomicWriter.create(path);
    file.write("new");
    await file.commit();
    assertEquals(
      names(folder),
      ["a.jsonl", "a.jsonl.89abcdef.tmp", held, "a.jsonl.mine.tmp", "b.jsonl.0123abcd.tmp"].sort(),
    );
    other.write("newer");
    await other.commit();
    assertEquals(await Deno.readTextFile(path), "newer");
  });
});

Deno.test("a folder that is not there is made", async () => {
  await inFolder(async (folder) => {
    await using file = await AtomicWriter.create(`${folder}/new/er/a`);
    file.write("text");
    await file.commit();
    assertEquals(await Deno.readTextFile(`${folder}/new/er/a`), "text");
  });
});

Deno.test("errors are about the output: a folder that is a file, a full disk", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/no`, "");
    const error = await assertRejects(() => AtomicWriter.create(`${folder}/no/a`), FileError);
    assertMatch(error.message, /no\/a: cannot be written: .*(?:not a directory|exists)/i);
    await using file = await AtomicWriter.create(`${folder}/a`);
    const write = Deno.FsFile.prototype.writeSync;
    Deno.FsFile.prototype.writeSync = () => {
      throw new Error("No space left on device (os error 28)");
    };
    try {
      assertThrows(
        () => file.write("x".repeat(1_000_000)),
        FileError,
        `${folder}/a: cannot be written: the disk is full`,
      );
    } finally {
      Deno.FsFile.prototype.writeSync = write;
    }
  });
});

Deno.test("a link is followed and the mode of the old file is kept", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a`, "old", { mode: 0o600 });
    await Deno.symlink(`${folder}/a`, `${folder}/link`);
    await writeFileAtomically(`${folder}/link`, ["new"]);
    assertEquals(await Deno.readTextFile(`${folder}/a`), "new");
    assertEquals((await Deno.stat(`${folder}/a`)).mode! & 0o777, 0o600);
    assertEquals((await Deno.lstat(`${folder}/link`)).isSymlink, true);
  });
});

Deno.test("a pipe is written through, not replaced", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/pipe`;
    await new Deno.Command("mkfifo", { args: [path] }).output();
    const [read] = await Promise.all([
      Deno.readTextFile(path),
      writeFileAtomically(path, ["a", "b"]),
    ]);
    assertEquals(read, "ab");
    assertEquals((await Deno.stat(path)).isFile, false);
  });
});

Deno.test("a directory is no output", async () => {
  await inFolder(async (folder) => {
    const error = await assertRejects(() => writeFileAtomically(folder, ["a"]), FileError);
    assertEquals(
      error.message,
      `${folder}: cannot be written: it is a directory; name a file in it`,
    );
  });
});
