/** The JSON files that people write by hand, and the resolver's own reader of results. */
import { readManifest } from "../../../lib/benchmark/read_manifest.ts";
import { readReported } from "../../../lib/benchmark/reported.ts";
import { readRun } from "../../../lib/benchmark/read_run.ts";
import { FileError } from "../../../lib/benchmark/text_source.ts";
import { keywordQueryRows } from "../../../lib/benchmark/keyword_queries.ts";
import { readQuestions } from "../../../lib/benchmark/read_questions.ts";
import { forEachResult } from "../../../lib/ncbi/result_lines.ts";
import { mutateDocument, mutateLines } from "../mutate_file.ts";
import { accepted, same, type Target, target, Violation } from "../target.ts";
import * as valid from "./made_up.ts";

const data = new URL("../../../data/", import.meta.url);
const json = (path: string): unknown => JSON.parse(Deno.readTextFileSync(new URL(path, data)));
const manifests = [json("manifest.json"), json("sample/manifest.json")];
const reported = json("reported.json");

const parsed = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

/** Every field that the reader gives must be in the file as it is. */
function within(part: unknown, whole: unknown, key: string): void {
  // A base URL is kept in the form that URL gives it.
  if (key.endsWith(".base_url") && typeof part === "string") {
    same(part.replace(/\/+$/, ""), new URL(whole as string).href.replace(/\/+$/, ""), key);
    return;
  }
  if (typeof part !== "object" || part === null) {
    same(part ?? null, whole ?? null, key);
    return;
  }
  if (Array.isArray(part)) same(part.length, (whole as unknown[]).length, key);
  for (const [name, value] of Object.entries(part)) {
    within(value, (whole as Record<string, unknown>)[name], `${key}.${name}`);
  }
}

const clear = (error: Error) => /^Cannot read \S+: /.test(error.message);

/** A reader of a file by its path. */
function fileTarget(
  name: string,
  documents: readonly unknown[],
  read: (path: string) => Promise<unknown>,
  checkValue: (value: unknown) => void = () => {},
): Target {
  return target<Uint8Array>({
    name,
    weight: 3,
    make: (random) => mutateDocument(random, random.pick(documents)),
    check: async (bytes, folder) => {
      const path = `${folder}/file.json`;
      await Deno.writeFile(path, bytes);
      const first = await accepted(() => read(path), clear);
      if ("error" in first) return "refused";
      within(first.value, parsed(bytes), name);
      checkValue(first.value);
      return "accepted";
    },
  });
}

function checkManifest(value: unknown): void {
  const { artifacts } = value as { artifacts: Record<string, { path: string; sha256: string }> };
  for (const { path, sha256 } of Object.values(artifacts)) {
    const url = new URL(path, "http://h/base/");
    if (!url.href.startsWith("http://h/base/") || /^\/|\\|(^|\/)\.\.(\/|$)/.test(path)) {
      throw new Violation(`path ${path} leads elsewhere`);
    }
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Violation(`SHA-256 ${sha256}`);
  }
}

const resolver: Target = target<Uint8Array>({
  name: "results (resolver)",
  weight: 4,
  make: (random) => mutateLines(random, valid.results),
  check: async (bytes, folder) => {
    const path = `${folder}/results.jsonl`;
    await Deno.writeFile(path, bytes);
    const isClear = (error: Error) => error instanceof FileError && error.message.startsWith(path);
    const rows: unknown[] = [];
    const lists: unknown[] = [];
    const first = await accepted(
      () => forEachResult(path, (row) => rows.push(JSON.parse(row.text))),
      isClear,
    );
    const second = await accepted(
      () => readRun({ name: path }, { format: "jsonl", onRow: ({ row }) => lists.push(row) }),
      isClear,
    );
    if ("error" in first) return "refused";
    if ("error" in second) {
      // Only what the resolver passes through untouched may be wrong.
      if (/title/.test(second.error.message)) return "accepted";
      throw new Violation(`accepted, but the scorer's reader says: ${second.error.message}`);
    }
    same(rows.length, lists.length, "the number of rows");
    return "accepted";
  },
});

const keywordQueries: Target = target<Uint8Array>({
  name: "keyword queries",
  weight: 3,
  make: (random) =>
    mutateLines(random, [
      { ...(valid.questions[0] as Record<string, unknown>) },
      {
        question_id: "k",
        question: "",
        max_year: null,
        gold: [],
        queries: {
          semantic_scholar: { query: "a-b", request_query: "a b", prompt: "p", prompt_sha256: "x" },
          openalex_keyword: { query: "c", model: null, source: "s", query_version_id: "v" },
        },
      },
    ]),
  check: async (bytes) => {
    const rows: unknown[] = [];
    const read = await accepted(
      () =>
        readQuestions({ name: "questions", bytes }, {
          format: "jsonl",
          onQuestion: (question) => rows.push(...keywordQueryRows(question)),
        }),
      (error) => error instanceof FileError && /^questions:(\d+:)? \S/.test(error.message),
    );
    if ("error" in read) return "refused";
    const naive = new TextDecoder().decode(bytes).split("\n").filter((line) => line.trim() !== "")
      .flatMap((line) => {
        const row = JSON.parse(line) as { question_id: unknown; queries?: Record<string, never> };
        return Object.entries(row.queries ?? {}).map((
          [name, query]: [string, Record<string, unknown>],
        ) => [
          String(row.question_id),
          name,
          query.query,
          query.request_query ?? query.query,
        ]);
      });
    same(
      (rows as Record<string, unknown>[]).map((row) => [
        row.question_id,
        row.provider,
        row.generated_query,
        row.request_query_used,
      ]),
      naive,
      "the queries",
    );
    return "accepted";
  },
});

/** All targets of this file. */
export const jsonFiles: readonly Target[] = [
  fileTarget("manifest", manifests, readManifest, checkManifest),
  fileTarget("reported figures", [reported], readReported),
  resolver,
  keywordQueries,
];
