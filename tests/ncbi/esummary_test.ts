import { assert, assertEquals } from "@std/assert";
import { esummaryRequest, readEsummary } from "../../lib/ncbi/esummary.ts";
import { publicationYear } from "../../lib/ncbi/publication_year.ts";

function respond(status: number, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: new Headers(), text };
}

Deno.test("a request is a POST whose form has everything, the key included", () => {
  const contact = { tool: "a-tool", email: "a@example.org" };
  const request = esummaryRequest([1, 22], { ...contact, apiKey: "made-up" });
  assertEquals(request, {
    service: "eutils",
    method: "POST",
    path: "/esummary.fcgi",
    params: {},
    form: {
      db: "pubmed",
      retmode: "json",
      id: "1,22",
      tool: "a-tool",
      email: "a@example.org",
      api_key: "made-up",
    },
  });
  assertEquals("api_key" in (esummaryRequest([1], contact).form ?? {}), false);
});

Deno.test("records give dates; unknown and merged ones and those without a year are null; 7 is passed over", () => {
  const verdict = readEsummary(respond(200, {
    header: { type: "esummary", version: "0.3" },
    result: {
      uids: ["23260561", "999999999", "5", "6", "7"],
      "23260561": {
        uid: "23260561",
        pubdate: "2013 Feb",
        epubdate: "2012 Dec 21",
        sortpubdate: "2013/02/01 00:00",
      },
      "99999999": { uid: "99999999", error: "cannot get document summary" },
      "5": { uid: "12345", pubdate: "2001" },
      "6": { pubdate: 2001, epubdate: null },
      "7": null,
      "x": { pubdate: "2001" },
    },
  }));
  assert(verdict.kind === "answer");
  assertEquals([...verdict.value], [
    [5, null],
    [6, null],
    [23260561, {
      pubdate: "2013 Feb",
      epubdate: "2012 Dec 21",
      sortpubdate: "2013/02/01 00:00",
    }],
    [99999999, null],
  ]);
});

Deno.test("an exceeded rate is passing, with HTTP 200 as with 429", () => {
  const body = { error: "API rate limit exceeded", "api-key": "1.2.3.4", count: "4", limit: "3" };
  for (const status of [200, 429]) {
    const verdict = readEsummary(respond(status, body));
    assertEquals(verdict, { kind: "retry", message: "API rate limit exceeded" });
  }
});

Deno.test("a wrong key stops, with what to do and without the key", () => {
  const verdict = readEsummary(
    respond(400, { error: "API key invalid", "api-key": "made-up-key", type: "client" }),
  );
  assert(verdict.kind === "stop");
  assertEquals(JSON.stringify(verdict).includes("made-up-key"), false);
  assert(verdict.remedy.includes("NCBI_API_KEY"));
});

Deno.test("errors of the list, passing troubles and final ones are told apart", () => {
  const kind = (status: number, body: unknown) => readEsummary(respond(status, body)).kind;
  assertEquals(kind(200, { error: "Invalid uid x", result: { uids: [] } }), "refused");
  assertEquals(kind(200, { error: "Too many UIDs in request." }), "refused");
  assertEquals(kind(400, { error: "cannot parse ids" }), "refused");
  assertEquals(
    kind(200, { error: "ID list is empty! Possibly it has no correct IDs." }),
    "refused",
  );
  assertEquals(kind(200, { esummaryresult: ["Invalid uid x at position=0"] }), "refused");
  const backend = "Search Backend failed: read request has failed";
  for (const status of [200, 400]) {
    assertEquals(kind(status, { header: {}, error: backend }), "retry");
    assertEquals(kind(status, { header: {}, error: "something new" }), "retry");
  }
  // An answer that has nothing passes over every id: it is up to the look-up what that means.
  const empty = readEsummary(respond(200, { result: { uids: [] } }));
  assertEquals(empty, { kind: "answer", value: new Map() });
  assertEquals(kind(200, { esummaryresult: ["Unable to obtain query #1"] }), "retry");
  assertEquals(kind(200, "<html>"), "retry");
  assertEquals(kind(200, '{"result":{"1":{"uid"'), "retry");
  assertEquals(kind(500, ""), "retry");
  assertEquals(kind(503, { error: "backend down" }), "retry");
  assertEquals(kind(414, ""), "stop");
  assertEquals(kind(403, "no"), "stop");
});

const recorded = new URL(
  "../../../shared/real/api_samples/ncbi_esummary_2015/esummary_25344497.json",
  import.meta.url,
);
let text: string | undefined;
try {
  text = await Deno.readTextFile(recorded);
} catch { /* real data is not everywhere */ }

Deno.test("a recorded answer", { ignore: text === undefined }, () => {
  const verdict = readEsummary(respond(200, text ?? ""));
  assert(verdict.kind === "answer");
  const dates = verdict.value.get(25344497);
  assert(dates);
  assertEquals(dates, {
    pubdate: "2015 Mar 1",
    epubdate: "2014 Oct 24",
    sortpubdate: "2015/03/01 00:00",
  });
  assertEquals(publicationYear(dates, "pubdate"), 2015);
  assertEquals(publicationYear(dates, "earliest"), 2014);
});
