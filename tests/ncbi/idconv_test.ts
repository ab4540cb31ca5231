import { assert, assertEquals } from "@std/assert";
import { idconvRequest, readIdconv } from "../../lib/ncbi/idconv.ts";

const ok = (body: unknown) => respond(200, JSON.stringify(body));
function respond(status: number, text: string) {
  return { status, headers: new Headers(), text };
}
function found(body: unknown): [number, number | null][] {
  const verdict = readIdconv(ok(body));
  assert(verdict.kind === "answer", JSON.stringify(verdict));
  return [...verdict.value];
}

Deno.test("a request has canonical ids of one kind, tool and email, and no key", () => {
  const request = idconvRequest([3531190, 13900], {
    tool: "a-tool",
    email: "a@example.org",
    apiKey: "secret",
  });
  assertEquals(request, {
    service: "idconv",
    method: "GET",
    path: "/articles/",
    params: {
      ids: "PMC3531190,PMC13900",
      idtype: "pmcid",
      versions: "no",
      format: "json",
      tool: "a-tool",
      email: "a@example.org",
    },
  });
});

Deno.test("records are joined by requested-id, whatever their order and completeness", () => {
  assertEquals(
    found({
      status: "ok",
      records: [
        { "requested-id": "PMC2", pmcid: "PMC2", pmid: "22" },
        { "requested-id": "PMC1", pmcid: "PMC1.2", pmid: 11 },
        { "requested-id": "PMC3", status: "error", errmsg: "Identifier not found in PMC" },
        { "requested-id": "PMC1017419", pmcid: "PMC1017419", doi: "10.1/x" },
        { pmcid: "PMC5.1", pmid: 55, versions: [{ pmcid: "PMC5.1" }] },
        { "requested-id": "pmc6", pmid: 66 },
        { "requested-id": "PMC6", pmid: 67 },
        { "requested-id": "PMC7", pmid: "n/a" },
        // Nothing is said of PMC4 and PMC9, so they are not there.
        { "requested-id": "PMC8", pmid: 0 },
        null,
        "PMC9",
        { pmid: 99 },
      ],
    }),
    [[2, 22], [1, 11], [3, null], [1017419, null], [5, 55], [6, 66], [7, null], [8, null]],
  );
  assertEquals(found({ status: "ok", records: [] }), []);
});

Deno.test("a refused list is told from a passing trouble and from a final one", () => {
  const kind = (status: number, body: string) => readIdconv(respond(status, body)).kind;
  assertEquals(kind(400, '{"status":"error","message":"Invalid id"}'), "refused");
  assertEquals(kind(400, '{"errors":["mixed ids"]}'), "refused");
  assertEquals(kind(400, "<html>Bad Request</html>"), "refused");
  assertEquals(kind(422, '{"detail":"x"}'), "refused");
  // The former service answered 200 or 404 with an error body.
  assertEquals(kind(200, '{"status":"error","message":"x"}'), "refused");
  assertEquals(kind(404, '{"status":"error","message":"type mismatch"}'), "refused");
  // An error is an error, whatever records stand beside it.
  assertEquals(kind(200, '{"status":"error","message":"x","records":[]}'), "refused");
  for (
    const message of [
      "Service temporarily unavailable",
      "API rate limit exceeded",
      "Internal server error",
      "Something went wrong, try again later",
      "Backend timed out",
    ]
  ) {
    for (const status of [200, 400, 403, 404, 422]) {
      for (const body of [{ status: "error", message }, { error: message, records: [] }]) {
        if (status === 200 && !("status" in body)) continue;
        assertEquals(kind(status, JSON.stringify(body)), "retry", `${status} ${message}`);
      }
    }
  }
  assertEquals(
    readIdconv({
      status: 400,
      headers: new Headers({ "retry-after": "7" }),
      text: '{"status":"error","message":"slow down"}',
    }).kind,
    "retry",
  );
  assertEquals(kind(400, '{"message":"Invalid id x, please try again"}'), "refused");
  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    assertEquals(kind(status, ""), "retry", String(status));
  }
  assertEquals(kind(200, "<html>maintenance</html>"), "retry");
  assertEquals(kind(200, '{"status":"ok","records":[{"reque'), "retry");
  assertEquals(kind(200, "[]"), "retry");
  assertEquals(kind(200, '{"records":{}}'), "retry");
  assertEquals(kind(301, ""), "stop");
  assertEquals(kind(403, "forbidden"), "stop");
  assertEquals(kind(404, "<html>not found</html>"), "stop");
});

const real = new URL("../../../shared/real/api_samples/", import.meta.url);
const absent = !await exists(real);

Deno.test("recorded records of the present service", { ignore: absent }, async () => {
  const records = JSON.parse(
    await Deno.readTextFile(new URL("ncbi_idconv_2025/records_pmids_30003000-30003002.json", real)),
  );
  // They were asked for by PMID, so requested-id is none of a PMCID and pmcid takes its place.
  assertEquals(found({ status: "ok", records }), [
    [6039336, 30003000],
    [6031859, 30003001],
    [6031856, 30003002],
  ]);
});

Deno.test("a recorded answer with an unknown PMCID", { ignore: absent }, async () => {
  const text = await Deno.readTextFile(
    new URL("ncbi_idconv_2025/notebook_output_with_unknown_pmcid.txt", real),
  );
  // The notebook prints the records as CSV: doi, pmcid, pmid, requested-id; empty for the unknown one.
  const csv = text.split("\n");
  const rows = csv.slice(csv.indexOf("doi,pmcid,pmid,requested-id") + 1).filter((line) =>
    line.includes(",")
  );
  const records = rows.map((line) => {
    const [doi, pmcid, pmid, requested] = line.split(",");
    return pmid === ""
      ? { "requested-id": requested, status: "error", errmsg: "Identifier not found in PMC" }
      : { doi, pmcid, pmid: Number(pmid), "requested-id": requested };
  });
  assertEquals(records.length, 3);
  assertEquals(found({ status: "ok", records }), [
    [3531190, 23193287],
    [3531191123, null],
    [3531191, 23193288],
  ]);
});

Deno.test("recorded answers of the former service", { ignore: absent }, async () => {
  const body = async (file: string) => {
    const yaml = await Deno.readTextFile(new URL(`rcrossref/${file}`, real));
    const text = yaml.slice(yaml.indexOf("string: |") + 9, yaml.indexOf("recorded_at"));
    return JSON.parse(text);
  };
  assertEquals(found(await body("id_converter.yml")), [[2883744, 20495566]]);
  const refusal = await body("id_converter_fails_type_param_bad.yml");
  assertEquals(readIdconv(respond(404, JSON.stringify(refusal))).kind, "refused");
});

async function exists(path: URL): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}
