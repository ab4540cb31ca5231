/** A folder in which a result file is resolved, and rows for it. */
import { NcbiCache } from "../../lib/ncbi/cache.ts";
import { type ResolveOptions, resolveResults } from "../../lib/ncbi/resolve_results.ts";
import { loopbackTransport } from "../fakes/loopback_transport.ts";
import type { NcbiServer } from "../fakes/ncbi_server.ts";

/** Who asks. */
export const contact = { tool: "test", email: "test@example.org" };

/** A folder with a result file, a cache and, unless it is offline, a fake NCBI. */
export async function inFolder(
  rows: unknown[] | string | Uint8Array,
  server: NcbiServer | null,
  work: (
    run: (options?: Partial<ResolveOptions>) => ReturnType<typeof resolveResults>,
    folder: string,
  ) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const results = `${folder}/run.jsonl`;
    const content = Array.isArray(rows)
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join("")
      : rows;
    await Deno.writeFile(
      results,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
    using cache = await NcbiCache.open(`${folder}/cache.sqlite`);
    await work((options = {}) =>
      resolveResults({
        results,
        output: `${folder}/out.jsonl`,
        cutoffApplies: () => true,
        yearField: "pubdate",
        keepDuplicates: false,
        cache,
        network: server && { transport: loopbackTransport(server.env), contact, concurrency: 3 },
        goldOf: () => undefined,
        notice: (text) => {
          throw new Error(`unexpected notice: ${text}`);
        },
        ...options,
      }), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A row of a result file. */
export interface Row {
  question_id: string;
  provider: string;
  query: string;
  max_year: number | null;
  candidates: Record<string, unknown>[];
}

/** Makes a row; candidates that have no rank get that of their place. */
export function result(
  id: string,
  candidates: Record<string, unknown>[],
  maxYear: number | null = 2015,
): Row {
  return {
    question_id: id,
    provider: "brave",
    query: `query ${id}`,
    max_year: maxYear,
    candidates: candidates.map((candidate, index) => ({ rank: index + 1, ...candidate })),
  };
}

/** The rows of a file in JSON Lines. */
export async function readRows(path: string): Promise<Record<string, unknown>[]> {
  return (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) => JSON.parse(line));
}
