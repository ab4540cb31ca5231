import { assert, assertEquals, assertRejects } from "@std/assert";
import { FileError } from "../../lib/benchmark/text_source.ts";
import { MISS_DAYS } from "../../lib/ncbi/answer_table.ts";
import { DATES_DAYS, NcbiCache } from "../../lib/ncbi/cache.ts";

const DAY = 86_400_000;
const dates = { pubdate: "2013 Feb", epubdate: "", sortpubdate: "2013/02/01 00:00" };
const later = { pubdate: "2014 Jan", epubdate: "", sortpubdate: "2014/01/01 00:00" };

async function inFolder(work: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(`${folder}/sub/cache.sqlite`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
const open = (path: string, now?: () => number) => NcbiCache.open(path, now ? { now } : {});

Deno.test("what was kept is there after reopening: found, missed, never asked", async () => {
  await inFolder(async (path) => {
    {
      using cache = await open(path);
      cache.keepPmids([1, 2], new Map([[1, 11]]));
      cache.keepDates([11, 12], new Map([[11, dates]]));
    }
    using cache = await open(path);
    assertEquals([1, 2, 3].map((id) => cache.pmidOf(id)), [11, null, undefined]);
    assertEquals([11, 12, 13].map((id) => cache.datesOf(id)), [dates, null, undefined]);
    assertEquals([1, 2, 3].map((id) => cache.knowsPmcid(id)), [true, true, false]);
    assertEquals([11, 12, 13].map((id) => cache.knowsDates(id)), [true, true, false]);
  });
});

Deno.test("a miss is asked again after its age, a found PMID is not", async () => {
  await inFolder(async (path) => {
    let now = 1_000 * DAY;
    using cache = await open(path, () => now);
    cache.keepPmids([1, 2], new Map([[1, 11]]));
    cache.keepDates([11, 12], new Map([[11, dates]]));
    now += MISS_DAYS * DAY - 1;
    assertEquals([cache.knowsPmcid(2), cache.knowsDates(12)], [true, true]);
    now += 1;
    assertEquals([cache.knowsPmcid(2), cache.knowsDates(12)], [false, false]);
    assertEquals([cache.knowsPmcid(1), cache.knowsDates(11)], [true, true]);
    // Dates change, when an issue is made up; until they are known the old ones stand.
    now += (DATES_DAYS - MISS_DAYS) * DAY;
    assertEquals([cache.knowsPmcid(1), cache.knowsDates(11)], [true, false]);
    cache.keepDates([11], new Map());
    assertEquals([cache.knowsDates(11), cache.datesOf(11)], [true, dates]);
    cache.keepDates([11], new Map([[11, later]]));
    assertEquals(cache.datesOf(11), later);
    // Asked again and missed again: its age starts anew.
    cache.keepPmids([2], new Map());
    assertEquals(cache.knowsPmcid(2), true);
    // Asked again and found.
    cache.keepDates([12], new Map([[12, dates]]));
    assertEquals(cache.datesOf(12), dates);
  });
});

Deno.test("what was kept under a clock that was years ahead is asked again", async () => {
  await inFolder(async (path) => {
    let now = 9_000 * DAY;
    using cache = await open(path, () => now);
    cache.keepPmids([1, 2], new Map([[1, 11]]));
    cache.keepDates([11, 12], new Map([[11, dates]]));
    // The clocks of two machines that share the file differ a little.
    now -= DAY / 2;
    assertEquals([cache.knowsPmcid(2), cache.knowsDates(11), cache.knowsDates(12)], [
      true,
      true,
      true,
    ]);
    now = 1_000 * DAY;
    assertEquals([cache.knowsPmcid(2), cache.knowsDates(11), cache.knowsDates(12)], [
      false,
      false,
      false,
    ]);
    assertEquals([cache.knowsPmcid(1), cache.pmidOf(1), cache.datesOf(11)], [true, 11, dates]);
    cache.keepDates([11], new Map());
    assertEquals(cache.knowsDates(11), true);
  });
});

Deno.test("a miss does not replace what another run found", async () => {
  await inFolder(async (path) => {
    using one = await open(path);
    using other = await open(path);
    one.keepPmids([1], new Map([[1, 11]]));
    one.keepDates([11], new Map([[11, dates]]));
    other.keepPmids([1], new Map());
    other.keepDates([11], new Map());
    assertEquals(one.pmidOf(1), 11);
    assertEquals(one.datesOf(11), dates);
  });
});

Deno.test("four processes that make and fill one file at once lose nothing", async () => {
  await inFolder(async (path) => {
    const script = `
      import { NcbiCache } from "${new URL("../../lib/ncbi/cache.ts", import.meta.url)}";
      const [path, part] = Deno.args;
      using cache = await NcbiCache.open(path);
      for (let batch = 0; batch < 25; batch++) {
        const ids = Array.from({ length: 40 }, (_, i) => batch * 160 + i * 4 + Number(part) + 1);
        cache.keepPmids(ids, new Map(ids.map((id) => [id, id * 10])));
      }`;
    const module = await Deno.makeTempFile({ suffix: ".ts" });
    try {
      await Deno.writeTextFile(module, script);
      const runs = [0, 1, 2, 3].map((part) =>
        new Deno.Command(Deno.execPath(), {
          args: [
            "run",
            "--no-prompt",
            "--no-check",
            "-A",
            `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
            module,
            path,
            String(part),
          ],
          stderr: "piped",
        }).output()
      );
      for (const { success, stderr } of await Promise.all(runs)) {
        assert(success, new TextDecoder().decode(stderr));
      }
    } finally {
      await Deno.remove(module);
    }
    using cache = await open(path);
    for (let id = 1; id <= 4000; id++) assertEquals(cache.pmidOf(id), id * 10);
  });
});

Deno.test("a file that is something else is refused and left as it is", async () => {
  await inFolder(async (path) => {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")));
    const text = "This is a text and no database. ".repeat(100);
    await Deno.writeTextFile(path, text);
    const error = await assertRejects(() => open(path), FileError, `${path}: cannot be used`);
    assert(error.message.includes("--cache"));
    assertEquals(await Deno.readTextFile(path), text);
  });
  await inFolder(async (path) => {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")));
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE mine (x)");
    db.close();
    await assertRejects(() => open(path), Error, "another program's");
  });
});

Deno.test("a cache that is damaged, or has no place, is told with its name", async () => {
  await inFolder(async (path) => {
    {
      using cache = await open(path);
      const ids = Array.from({ length: 2000 }, (_, index) => index + 1);
      cache.keepPmids(ids, new Map(ids.map((id) => [id, id])));
    }
    const bytes = await Deno.readFile(path);
    bytes.fill(0xff, 3 * 4096);
    await Deno.writeFile(path, bytes);
    await assertRejects(() => open(path), FileError, `${path}: cannot be used`);
    await assertRejects(() => open(`${path}/below/a/file`), FileError, "--cache");
  });
});

Deno.test("a cache that was cut off within a page is refused: what is missing would read as zeros", async () => {
  await inFolder(async (path) => {
    const ids = Array.from({ length: 500 }, (_, at) => at + 1);
    {
      using cache = await open(path);
      cache.keepDates(ids, new Map(ids.map((id) => [id, dates])));
    }
    const whole = await Deno.readFile(path);
    for (const missing of [644, 100, 4096, 5000, whole.length - 50]) {
      await Deno.writeFile(path, whole.slice(0, whole.length - missing));
      await assertRejects(() => open(path), FileError, `${path}: cannot be used`);
    }
    await Deno.writeFile(path, whole);
    using cache = await open(path);
    assertEquals(ids.filter((id) => !cache.knowsDates(id)), []);
  });
});

Deno.test("a cache that is only read is not written, not made, and may lie where nobody may write", async () => {
  await inFolder(async (path) => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    {
      using absent = await NcbiCache.open(path, { readOnly: true });
      assertEquals([absent.exists, absent.pmidOf(1), absent.datesOf(1)], [
        false,
        undefined,
        undefined,
      ]);
    }
    await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
    {
      using cache = await open(path);
      cache.keepPmids([1, 2], new Map([[1, 11]]));
    }
    const bytes = await Deno.readFile(path);
    await Deno.chmod(path, 0o444);
    await Deno.chmod(folder, 0o555);
    try {
      // A process of its own, whose files can be looked at afterwards.
      const script = `
        import { NcbiCache } from "${new URL("../../lib/ncbi/cache.ts", import.meta.url)}";
        using cache = await NcbiCache.open(Deno.args[0], { readOnly: true });
        console.log(JSON.stringify([cache.exists, cache.pmidOf(1), cache.pmidOf(2)]));`;
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", script, path],
        cwd: new URL("../../", import.meta.url),
      }).output();
      assertEquals(
        new TextDecoder().decode(stdout),
        "[true,11,null]\n",
        new TextDecoder().decode(stderr),
      );
      assertEquals(await Deno.readFile(path), bytes);
      assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["cache.sqlite"]);
    } finally {
      await Deno.chmod(folder, 0o755);
    }
  });
});

Deno.test("an empty file is an empty cache", async () => {
  await inFolder(async (path) => {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")));
    await Deno.writeFile(path, new Uint8Array());
    {
      using cache = await NcbiCache.open(path, { readOnly: true });
      assertEquals([cache.exists, cache.pmidOf(1)], [true, undefined]);
    }
    using cache = await open(path);
    cache.keepPmids([1], new Map());
    assertEquals(cache.pmidOf(1), null);
  });
});

Deno.test("tables of a newer version are refused, those of an older one lose their misses", async () => {
  await inFolder(async (path) => {
    {
      using cache = await open(path);
      cache.keepPmids([1, 2], new Map([[1, 11]]));
      cache.keepDates([11, 12], new Map([[11, dates]]));
    }
    const { DatabaseSync } = await import("node:sqlite");
    const setVersion = (version: number) => {
      const db = new DatabaseSync(path);
      // As the version before wrote it.
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${version}`);
      db.close();
    };
    setVersion(99);
    for (const readOnly of [false, true]) {
      await assertRejects(
        () => NcbiCache.open(path, { readOnly }),
        FileError,
        "newer version of this program made it (tables of version 99)",
      );
    }
    setVersion(0);
    using cache = await open(path);
    assertEquals([1, 2].map((id) => cache.pmidOf(id)), [11, undefined]);
    assertEquals([11, 12].map((id) => cache.datesOf(id)), [dates, undefined]);
  });
});

Deno.test("an open that fails lets go of the file", async () => {
  await inFolder(async (path) => {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")));
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(path);
    // The program's own mark and version, but other columns: preparing the statements fails.
    db.exec(`CREATE TABLE pmcid (x); CREATE TABLE dates (x);
      PRAGMA application_id = ${0x4e434249}; PRAGMA user_version = 1`);
    db.close();
    await assertRejects(() => open(path), FileError, "no such column");
    // Closed, so another connection gets the file for itself at once.
    const other = new DatabaseSync(path);
    other.exec("BEGIN EXCLUSIVE; COMMIT");
    other.close();
  });
});

Deno.test("a cache that was left in the middle of a batch is read as it was before it", async () => {
  await inFolder(async (path) => {
    {
      using cache = await open(path);
      cache.keepPmids([1], new Map([[1, 11]]));
    }
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(path);
    const left = `${path}.left`;
    try {
      // With next to no memory SQLite writes pages before the batch is through, as a long one does.
      db.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE pmcid SET pmid = 666");
      const insert = db.prepare("INSERT INTO pmcid (id, pmid, asked) VALUES (?, 666, 0)");
      for (let id = 2; id < 5000; id++) insert.run(id);
      await Deno.copyFile(path, left);
      await Deno.copyFile(`${path}-journal`, `${left}-journal`);
    } finally {
      db.close();
    }
    using cache = await NcbiCache.open(left, { readOnly: true });
    assertEquals([1, 2, 4999].map((id) => cache.pmidOf(id)), [11, undefined, undefined]);
  });
});
