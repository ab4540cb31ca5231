import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { ResultRow } from "../../lib/benchmark/records.ts";
import { type Journal, openJournal } from "../../lib/runner/journal.ts";
import { createRedactor } from "../../lib/runner/redact.ts";
import { type RunFiles, runFiles } from "../../lib/runner/run_files.ts";
import type { RunIdentity } from "../../lib/runner/run_identity.ts";

const identity: RunIdentity = {
  provider: "p",
  settings: { mode: "fast" },
  corpusSha256: null,
  endpoint: "https://x.test/",
  endpointMatters: false,
  questions: new Map(["q1", "q2", "q3"].map((question_id) => [
    question_id,
    { question_id, query: `query of ${question_id} – “β”`, max_year: 2015 },
  ])),
};

function row(question_id: string, title = "Naïve “title” β"): ResultRow {
  return {
    question_id,
    provider: "p",
    query: `query of ${question_id} – “β”`,
    max_year: 2015,
    candidates: [{ rank: 1, provider_id: "1", pmid: "1", doi: null, title, year: 2000 }],
  };
}

const page = (question_id: string, number: number) => ({
  question_id,
  provider: "p",
  query: `query of ${question_id} – “β”`,
  max_year: 2015,
  page: number,
  last_rank: number + 1,
  next: `cursor ${number}`,
  candidates: [],
});

const failure = (question_id: string, retryable: boolean) => ({
  question_id,
  provider: "p",
  query: `query of ${question_id} – “β”`,
  error: "HTTP 500",
  status: 500,
  retryable,
  response: "",
});

const start = (settings: Record<string, string>) => ({
  event: "start" as const,
  time: "2026-11-30T12:00:00.000Z",
  version: "0",
  provider: "p",
  flags: {},
  settings,
  input: { path: "x", sha256: "0" },
  corpus_sha256: null as string | null,
  endpoint: "https://x.test/",
  questions: { in_scope: 3, done_before: 0, to_ask: 3 },
});

function open(files: RunFiles, other: Partial<RunIdentity> = {}, secret?: string) {
  return openJournal(files, { ...identity, ...other }, createRedactor([secret]));
}

async function inFolder(test: (files: RunFiles, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(runFiles(join(folder, "runs", "p.jsonl")), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const read = (path: string) => Deno.readTextFileSync(path);

async function using(files: RunFiles, work: (journal: Journal) => Promise<unknown>): Promise<void> {
  await using journal = await open(files);
  await work(journal);
}

Deno.test("what was written is known to the next run, and empty companions do not stay", async () => {
  await inFolder(async (files, folder) => {
    await using(files, async (journal) => {
      await journal.record(start(identity.settings));
      await Promise.all([journal.result(row("q1")), journal.failure(failure("q2", false))]);
    });
    assertEquals(read(files.output), JSON.stringify(row("q1")) + "\n");
    await using(files, (journal) => {
      assertEquals([...journal.state.done], ["q1"]);
      assertEquals(journal.state.failed.get("q2")?.retryable, false);
      return journal.result(row("q2"));
    });
    await using(files, (journal) => {
      assertEquals([...journal.state.failed], []);
      return Promise.resolve();
    });
    const names = [...Deno.readDirSync(join(folder, "runs"))].map(({ name }) => name);
    assertEquals(names.toSorted(), ["p.failures.jsonl", "p.jsonl", "p.run.jsonl"]);
  });
});

Deno.test("a row that is torn at any byte is moved away, one that only lacks its end is kept", async () => {
  const first = new TextEncoder().encode(JSON.stringify(row("q1")) + "\n");
  const second = new TextEncoder().encode(JSON.stringify(row("q2")));
  for (let length = 0; length <= second.length; length++) {
    await inFolder(async (files, folder) => {
      await Deno.mkdir(join(folder, "runs"));
      const torn = second.subarray(0, length);
      await Deno.writeFile(files.output, new Uint8Array([...first, ...torn]));
      const whole = length === second.length;
      await using(files, async (journal) => {
        assertEquals([...journal.state.done], whole ? ["q1", "q2"] : ["q1"]);
        assertEquals(
          journal.state.notices.some((notice) => notice.includes(`${length} bytes were moved`)),
          length > 0 && !whole,
        );
        if (!whole) await journal.result(row("q2"));
        await journal.result(row("q3"));
      });
      assertEquals(
        read(files.output),
        ["q1", "q2", "q3"].map((id) => JSON.stringify(row(id)) + "\n").join(""),
      );
      if (length > 0 && !whole) {
        assertEquals(Deno.readFileSync(join(folder, "runs/p.torn")), new Uint8Array([...torn, 10]));
      }
    });
  }
});

Deno.test("torn tails of the companions are repaired too", async () => {
  await inFolder(async (files) => {
    await using(files, async (journal) => {
      await journal.record(start(identity.settings));
      await journal.failure(failure("q1", true));
      await journal.page(page("q2", 0));
    });
    for (const path of [files.failures, files.runRecord, files.pages]) {
      await Deno.writeTextFile(path, '{"question_id":"q3","pro', { append: true });
    }
    await using(files, (journal) => {
      assertEquals(journal.state.notices.length, 3);
      assertEquals([...journal.state.failed.keys()], ["q1"]);
      assertEquals(journal.state.pages.get("q2")?.length, 1);
      return Promise.resolve();
    });
    for (const path of [files.failures, files.runRecord, files.pages]) {
      assert(read(path).endsWith("}\n"), path);
    }
  });
});

Deno.test("pages are kept until their question is whole", async () => {
  await inFolder(async (files) => {
    await using(files, async (journal) => {
      for (const number of [0, 1]) await journal.page(page("q1", number));
      await journal.page(page("q2", 0));
    });
    await using(files, async (journal) => {
      assertEquals(journal.state.pages.get("q1")?.map(({ next }) => next), [
        "cursor 0",
        "cursor 1",
      ]);
      await journal.result(row("q1"));
    });
    assertEquals(read(files.pages), JSON.stringify(page("q2", 0)) + "\n");
    await using(files, (journal) => journal.result(row("q2")));
    await assertRejects(() => Deno.stat(files.pages), Deno.errors.NotFound);
  });
});

Deno.test("a second run on the output or on a companion is refused", async () => {
  await inFolder(async (files, folder) => {
    await using _first = await open(files);
    await assertRejects(() => open(files), Error, "another run is writing it");
    const other = { ...runFiles(join(folder, "other.jsonl")), failures: files.failures };
    await assertRejects(() => open(other), Error, `Cannot write ${files.failures}: another run`);
  });
});

Deno.test("rows that are not this run's are refused with file and line, and nothing is changed", async () => {
  const changes: [Record<string, unknown>, string][] = [
    [{ provider: "other" }, 'a row of provider "other"'],
    [{ query: "else" }, 'asked with the query "else"'],
    [{ max_year: 2014 }, "asked with max_year 2014, but the input has 2015"],
    [{ max_year: null }, "asked with max_year null"],
    [{ question_id: "q9" }, 'question "q9" is not in the input'],
    [{ question_id: "q1", query: row("q1").query }, 'question "q1" stands in this file twice'],
  ];
  for (const [change, reason] of changes) {
    await inFolder(async (files, folder) => {
      await Deno.mkdir(join(folder, "runs"));
      // The torn tail must stay too.
      const text = `${JSON.stringify(row("q1"))}\n${
        JSON.stringify({ ...row("q2"), ...change })
      }\n{"torn`;
      await Deno.writeTextFile(files.output, text);
      const error = await assertRejects(() => open(files), Error, reason);
      assertStringIncludes(error.message, `${files.output}:2: `);
      assertEquals(read(files.output), text);
      assertEquals([...Deno.readDirSync(join(folder, "runs"))].length, 1);
    });
  }
});

Deno.test("a run that was made with other settings is refused, one without rows is not", async () => {
  await inFolder(async (files) => {
    await using(files, (journal) => journal.record(start({ mode: "slow" })));
    await using(files, async (journal) => {
      await journal.record(start({ mode: "fast" }));
      await journal.result(row("q1"));
    });
    await assertRejects(
      () => open(files, { settings: { mode: "slow" } }),
      Error,
      "it was made with the setting mode=fast, not mode=slow; use --set mode=fast or another --output",
    );
    // A setting that is new since then is no difference.
    await using _ = await open(files, { settings: { mode: "fast", added: "x" } });
  });
});

Deno.test("a key in candidates, failures and records is not written", async () => {
  const secret = "sk-12345678/9";
  await inFolder(async (files) => {
    await using journal = await open(files, {}, secret);
    await journal.result(row("q1", `echo ${secret}`));
    await journal.page({ ...page("q2", 0), candidates: row("q2", secret).candidates });
    await journal.failure({ ...failure("q3", true), response: `x ${encodeURIComponent(secret)}` });
    await journal.record({ ...start({}), flags: { set: [`a=${secret}`] } });
    for (const path of Object.values(files)) {
      const text = read(path);
      assert(!text.includes(secret) && !text.includes(encodeURIComponent(secret)), path);
      assertStringIncludes(text, "[REDACTED]");
      for (const line of text.trimEnd().split("\n")) JSON.parse(line);
    }
  });
});

Deno.test("a page whose cursor holds the key is not written, nor are those after it", async () => {
  const secret = "sk-12345678/9";
  await inFolder(async (files) => {
    {
      await using journal = await open(files, {}, secret);
      assertEquals(await journal.page(page("q1", 0)), true);
      const cursors = [`cur-${secret}`, { after: [encodeURIComponent(secret)] }];
      for (const [at, next] of cursors.entries()) {
        assertEquals(await journal.page({ ...page("q1", at + 1), next }), false);
      }
      assertEquals(await journal.page(page("q1", 3)), false);
    }
    assertEquals(read(files.pages), JSON.stringify(page("q1", 0)) + "\n");
    await using journal = await open(files, {}, secret);
    assertEquals(journal.state.pages.get("q1")?.length, 1);
  });
});

Deno.test("a page that says nothing of the next one is refused: its list would pass as whole", async () => {
  for (const change of [{ next: undefined }, { next: null }]) {
    await inFolder(async (files, folder) => {
      await Deno.mkdir(join(folder, "runs"));
      const text = JSON.stringify({ ...page("q1", 0), ...change }) + "\n";
      await Deno.writeTextFile(files.pages, text);
      await assertRejects(() => open(files), Error, `p.pages.jsonl:1: "next"`);
      assertEquals(read(files.pages), text);
    });
  }
});

Deno.test("corpus and own index must be those of the start record", async () => {
  await inFolder(async (files) => {
    const made = { ...start(identity.settings), corpus_sha256: "a1" };
    await using(files, async (journal) => {
      await journal.record(made);
      await journal.result(row("q1"));
    });
    await assertRejects(
      () => open(files, { corpusSha256: "b2" }),
      Error,
      "it was made with the corpus with SHA-256 a1, not b2",
    );
    const other = { corpusSha256: "a1", endpoint: "https://y.test/" };
    await assertRejects(
      () => open(files, { ...other, endpointMatters: true }),
      Error,
      "it was made with the index at https://x.test/, not https://y.test/",
    );
    await using journal = await open(files, other);
    assertEquals(journal.state.notices, [
      `${files.output} was begun with the address https://x.test/ and goes on with https://y.test/`,
    ]);
  });
});

Deno.test("settings are recorded as they are, also where they look like the key", async () => {
  await inFolder(async (files) => {
    await using journal = await open(files, {}, "pubmed2026");
    await journal.record({ ...start({ index: "pubmed" }), flags: { set: ["x=pubmed2026"] } });
    const record = JSON.parse(read(files.runRecord));
    assertEquals([record.settings, record.flags], [{ index: "pubmed" }, { set: ["x=[REDACTED]"] }]);
  });
});

Deno.test("a record is refused once a file of the run is gone", async () => {
  await inFolder(async (files) => {
    await using journal = await open(files);
    await journal.record(start({}));
    await Deno.rename(files.output, files.output + ".old");
    await assertRejects(
      () => journal.record(start({})),
      Error,
      `Cannot write ${files.output}: it was removed or renamed`,
    );
  });
});
