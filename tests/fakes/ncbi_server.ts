/** A loopback NCBI: the PMC ID Converter and E-utilities esummary, with their quirks, scriptable to fail. */

/** One call as the server saw it. */
export interface NcbiCall {
  service: "idconv" | "esummary";
  ids: string[];
  /** Query parameters and form fields. */
  params: Record<string, string>;
  userAgent: string;
}

/** What a scripted call gets instead of its answer. */
export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The body is half of the right one, with a right ending of the HTTP message. */
  | "truncated";

/** What the server knows of a PMCID. */
export interface PmcRecord {
  pmid?: number | string;
  doi?: string;
  /** What is echoed as `pmcid`; the asked id where absent. */
  pmcid?: string;
  /** No record at all comes back for this id. */
  absent?: boolean;
  /** A list that has this id is refused with HTTP 400. */
  poison?: boolean;
}

/** What the server knows of a PMID: an esummary record, an error record, or nothing (null). */
export type SummaryRecord =
  | { pubdate: string; epubdate?: string; sortpubdate?: string; uid?: string }
  | { error: string }
  | null;

/** A started server. */
export interface NcbiServer extends AsyncDisposable {
  /** Environment variables that lead the program here. */
  env: { NCBI_EUTILS_BASE_URL: string; PMC_IDCONV_BASE_URL: string };
  calls: NcbiCall[];
  /** Known PMCIDs, canonical; others are "not found". May be changed at any time. */
  pmc: (pmcid: string) => PmcRecord | undefined;
  /** Known PMIDs; undefined for "cannot get document summary". */
  summaries: (pmid: string) => SummaryRecord | undefined;
  /** Faults for the next calls of a service, first come first served. */
  faults: { idconv: Fault[]; esummary: Fault[] };
  /** Called before each answer; may delay it. */
  before: (call: NcbiCall) => Promise<void> | void;
}

/** Starts the server on a free loopback port. */
export function startNcbiServer(
  options: {
    pmc?: Record<string, PmcRecord> | NcbiServer["pmc"];
    summaries?: Record<string, SummaryRecord> | NcbiServer["summaries"];
  } = {},
): NcbiServer {
  const { pmc = {}, summaries = {} } = options;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handle);
  const base = `http://127.0.0.1:${server.addr.port}`;
  const state: NcbiServer = {
    env: {
      NCBI_EUTILS_BASE_URL: `${base}/entrez/eutils`,
      PMC_IDCONV_BASE_URL: `${base}/tools/idconv/api/v1`,
    },
    calls: [],
    pmc: typeof pmc === "function" ? pmc : (id) => pmc[id],
    summaries: typeof summaries === "function" ? summaries : (id) => summaries[id],
    faults: { idconv: [], esummary: [] },
    before: () => {},
    [Symbol.asyncDispose]: () => server.shutdown(),
  };

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const params = Object.fromEntries(url.searchParams);
    const userAgent = request.headers.get("user-agent") ?? "";
    if (url.pathname === "/tools/idconv/api/v1/articles/" && request.method === "GET") {
      const ids = (params.ids ?? "").split(",");
      const call: NcbiCall = { service: "idconv", ids, params, userAgent };
      return await answer(call, () => idconv(ids, state));
    }
    if (url.pathname === "/entrez/eutils/esummary.fcgi" && request.method === "POST") {
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      const ids = (form.id ?? "").split(",");
      const call: NcbiCall = {
        service: "esummary",
        ids,
        params: { ...params, ...form },
        userAgent,
      };
      return await answer(call, () => esummary(ids, state));
    }
    return new Response("no such service", { status: 404 });
  }

  async function answer(call: NcbiCall, make: () => [number, unknown]): Promise<Response> {
    state.calls.push(call);
    await state.before(call);
    const fault = state.faults[call.service].shift();
    const [status, body] = make();
    const text = JSON.stringify(body);
    if (fault === "truncated") return new Response(text.slice(0, text.length / 2));
    if (fault) {
      return new Response(fault.body ?? "", {
        status: fault.status,
        headers: fault.headers ?? {},
      });
    }
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  }
  return state;
}

/** The ID Converter: one kind of id a list, 200 at the most, records in another order than asked. */
function idconv(ids: string[], state: NcbiServer): [number, unknown] {
  const refused = (message: string): [number, unknown] => [400, { status: "error", message }];
  if (ids.length > 200) return refused("too many ids");
  const bad = ids.find((id) => !/^PMC\d+$/.test(id) || state.pmc(id)?.poison);
  if (bad !== undefined) return refused(`Invalid id ${bad}`);
  const records = ids.flatMap((id): Record<string, unknown>[] => {
    const record = state.pmc(id);
    if (record?.absent) return [];
    if (!record) {
      return [{ "requested-id": id, status: "error", errmsg: "Identifier not found in PMC" }];
    }
    const { pmid, doi } = record;
    return [{
      "requested-id": id,
      pmcid: record.pmcid ?? id,
      ...(pmid === undefined ? {} : { pmid }),
      ...(doi === undefined ? {} : { doi }),
    }];
  });
  return [200, { status: "ok", request: { ids }, records: records.reverse() }];
}

/** esummary with JSON output: 500 ids at the most, an error with HTTP 200 above. */
function esummary(ids: string[], state: NcbiServer): [number, unknown] {
  const header = { type: "esummary", version: "0.3" };
  if (ids.length > 500) {
    return [200, { header, error: "Too many UIDs in request. Maximum number of UIDs is 500" }];
  }
  const bad = ids.find((id) => !/^\d{1,8}$/.test(id));
  if (bad !== undefined) {
    return [200, { header, error: `Invalid uid ${bad}`, result: { uids: [] } }];
  }
  const result: Record<string, unknown> = {};
  const uids: string[] = [];
  for (const id of ids) {
    const record = state.summaries(id);
    if (record === null) continue;
    uids.push(id);
    result[id] = { uid: id, ...(record ?? { error: "cannot get document summary" }) };
  }
  return [200, { header, result: { uids, ...result } }];
}
