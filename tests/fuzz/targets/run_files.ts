/** The files of a run that is to be continued, torn and corrupted in every way. */
import { openJournal } from "../../../lib/runner/journal.ts";
import { createRedactor } from "../../../lib/runner/redact.ts";
import { runFiles } from "../../../lib/runner/run_files.ts";
import type { RunIdentity } from "../../../lib/runner/run_identity.ts";
import { mutateLines } from "../mutate_file.ts";
import { accepted, same, type Target, target, Violation } from "../target.ts";

type Name = "output" | "failures" | "pages" | "runRecord";
type Files = Record<Name, Uint8Array>;

const identity: RunIdentity = {
  provider: "p",
  settings: { mode: "fast" },
  corpusSha256: null,
  endpoint: null,
  endpointMatters: false,
  questions: new Map(["q1", "q2", "q3", "q4"].map((question_id) => [
    question_id,
    { question_id, query: `query of ${question_id} – “β”`, max_year: 2015 },
  ])),
};
const head = (question_id: string) => ({
  question_id,
  provider: "p",
  query: `query of ${question_id} – “β”`,
  max_year: 2015,
});
const candidate = { rank: 1, provider_id: "1", pmid: "1", doi: null, title: "Naïve “β”", year: 1 };
const records: Record<Name, unknown[]> = {
  output: [
    { ...head("q1"), candidates: [candidate] },
    { ...head("q2"), candidates: [] },
    { ...head("q3"), candidates: [candidate, { ...candidate, rank: 2 }] },
  ],
  failures: [
    { ...head("q4"), error: "HTTP 500", status: 500, retryable: true, response: "" },
    { ...head("q1"), error: "HTTP 400: “é”", status: 400, retryable: false, response: "" },
    { ...head("unknown"), error: "", status: null, retryable: false, response: "" },
  ],
  pages: [
    { ...head("q4"), page: 0, last_rank: 1, next: "c", candidates: [candidate] },
    { ...head("q4"), page: 1, last_rank: 2, next: { at: 2 }, candidates: [] },
    { ...head("q3"), page: 0, last_rank: 1, next: "c", candidates: [candidate] },
  ],
  runRecord: [
    { event: "start", time: "2026-01-01T00:00:00Z", settings: { mode: "fast" } },
    { event: "end", time: "2026-01-01T00:00:00Z", reason: "interrupted", calls: 1 },
  ],
};
const names = Object.keys(records) as Name[];
const lines = (rows: readonly unknown[]) =>
  new TextEncoder().encode(rows.map((row) => JSON.stringify(row) + "\n").join(""));

/** What is continued: questions with a result, by reading the lines one by one. */
function naiveDone(output: Uint8Array): string[] {
  const texts = new TextDecoder().decode(output).split("\n");
  const broken = texts.at(-1)!.includes("\ufffd");
  return texts.flatMap((text, at) => {
    if (text.trim() === "") return [];
    const last = at === texts.length - 1;
    try {
      const row: unknown = JSON.parse(text);
      // A last line without its end counts where it is a row; one with broken bytes is torn.
      const torn = last && (typeof row !== "object" || broken);
      return torn ? [] : [(row as { question_id: string }).question_id];
    } catch {
      if (last) return [];
      // A row that begins and ends as this program writes it is taken as it is.
      return [(JSON.parse(/^\{"question_id":("(?:[^"\\]|\\.)*")/.exec(text)![1]!)) as string];
    }
  });
}

async function check(files: Files, folder: string): Promise<"accepted" | "refused"> {
  const directory = await Deno.makeTempDir({ dir: folder });
  try {
    const paths = runFiles(`${directory}/p.jsonl`);
    for (const name of names) await Deno.writeFile(paths[name], files[name]);
    const open = () => openJournal(paths, identity, createRedactor([]));
    const first = await accepted(open, isClear);
    if ("error" in first) {
      for (const name of names) {
        same([...await bytesOf(paths[name])], [...files[name]], `${name} of a refused run`);
      }
      return "refused";
    }
    const done = [...first.value.state.done];
    await first.value[Symbol.asyncDispose]();
    same(done, naiveDone(files.output), "the questions that are done");
    await checkRepaired(paths, files, first.value.state.stalePages);
    const again = await open();
    const { notices, repairs } = again.state;
    await again[Symbol.asyncDispose]();
    same([...again.state.done], done, "done at the second look");
    for (const repair of Object.values(repairs)) same(repair, { kind: "none" }, "a second repair");
    if (notices.some((notice) => notice.includes("in the middle of a line"))) {
      throw new Violation(`told again: ${notices}`);
    }
    return "accepted";
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

function isClear(error: Error): boolean {
  return /\.jsonl:\d+: \S|^Cannot continue \S/.test(error.message);
}

/** A file that is empty may be gone. */
async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

/** Nothing but torn ends has gone, and those are in the .torn files. */
async function checkRepaired(
  paths: Record<Name, string>,
  files: Files,
  pagesMayBeDropped: boolean,
): Promise<void> {
  for (const name of names) {
    if (name === "pages" && pagesMayBeDropped) continue;
    const now = await bytesOf(paths[name]);
    const before = files[name];
    if (now.length > 0 && now.at(-1) !== 10) throw new Violation(`${name} has no last line feed`);
    const ended = before.length > 0 && before.at(-1) !== 10;
    if (now.length >= before.length) {
      same([...now], [...before, ...(ended ? [10] : [])], `${name} after the repair`);
      continue;
    }
    same([...now], [...before.subarray(0, now.length)], `${name} after the repair`);
    const torn = await Deno.readFile(paths[name].replace(/\.jsonl$/, ".torn"));
    same([...torn], [...before.subarray(now.length), 10], `the torn end of ${name}`);
  }
}

/** One target: one of a run's files is spoilt. */
export const runFileTargets: readonly Target[] = [
  target<Files>({
    name: "files of a run to continue",
    weight: 6,
    make: (random) => {
      const spoilt = random.pick([...names, "output", "pages"] as Name[]);
      return Object.fromEntries(names.map((name) => [
        name,
        name === spoilt ? mutateLines(random, records[name]) : lines(records[name]),
      ])) as Files;
    },
    check,
  }),
];
