/**
 * Resolves a file against an NCBI inside this process that answers at once: what is left is this
 * program's own work. `resolve_unpaced.ts RESULTS OUTPUT CACHE`
 */
import { NcbiCache } from "../lib/ncbi/cache.ts";
import { resolveResults } from "../lib/ncbi/resolve_results.ts";
import { NcbiError, type NcbiTransport } from "../lib/ncbi/transport.ts";

const [results, output, path] = Deno.args as [string, string, string];

/** One PMCID in twenty is unknown; PMID and year follow from the number. */
const transport: NcbiTransport = (request, judge) => {
  const text = request.service === "idconv"
    ? JSON.stringify({
      status: "ok",
      records: request.params.ids!.split(",").map((id) => {
        const number = Number(id.slice(3));
        return number % 20 === 0
          ? { "requested-id": id, status: "error", errmsg: "Identifier not found in PMC" }
          : { "requested-id": id, pmcid: id, pmid: number };
      }),
    })
    : JSON.stringify({
      result: Object.fromEntries(
        request.form!.id!.split(",").map((uid) => [uid, {
          uid,
          pubdate: `${2000 + Number(uid) % 24} Feb`,
          epubdate: "",
          sortpubdate: `${2000 + Number(uid) % 24}/02/01 00:00`,
        }]),
      ),
    });
  const verdict = judge({ status: 200, headers: new Headers(), text });
  if (verdict.kind !== "answer" && verdict.kind !== "refused") throw new NcbiError(verdict.message);
  return Promise.resolve(verdict);
};

using cache = await NcbiCache.open(path);
await resolveResults({
  results,
  output,
  cutoffApplies: () => true,
  yearField: "pubdate",
  keepDuplicates: false,
  cache,
  network: { transport, contact: { tool: "bench", email: "bench@example.org" }, concurrency: 3 },
  goldOf: () => undefined,
  notice: (text) => {
    throw new Error(text);
  },
});
