/**
 * The fake providers, asked by the real adapters over real sockets: each
 * adapter gets back exactly the ranking that the test gave the server.
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Candidate, Question } from "../../lib/benchmark/records.ts";
import { judgeResponse } from "../../lib/providers/failures.ts";
import type { HttpProvider } from "../../lib/providers/provider.ts";
import type { PageContext, PageRequest, ProviderResponse } from "../../lib/providers/page.ts";
import { providers } from "../../lib/providers/registry.ts";
import { toHttpRequest } from "../../lib/runner/page_url.ts";
import { firstPage } from "../providers/walk.ts";
import { type Fault, type ProviderServer, startProviderServer } from "./provider_server.ts";

const http = providers.filter((provider) => provider.kind === "http");

const question: Question = {
  question_id: "q:1",
  question: "Is caffeine safe & useful in “preterm” infants?",
  max_year: 2014,
  gold: [],
  queries: {
    semantic_scholar: {
      query: "caffeine-citrate preterm",
      request_query: "caffeine citrate preterm",
    },
    openalex_keyword: { query: 'caffeine AND (preterm OR "premature infant")' },
    google_scholar: { query: "caffeine preterm" },
  },
};

const other: Question = {
  ...question,
  question_id: "q:2",
  question: "What else is there to be asked?",
  queries: {},
};

/** 300 papers; every tenth is too new. */
const papers: Candidate[] = Array.from({ length: 300 }, (_, index) => ({
  rank: index + 1,
  provider_id: null,
  pmid: String(1000 + index),
  doi: `10.1234/paper.${1000 + index}`,
  title: `Paper <${index}> & more`,
  year: index % 10 === 9 ? 2020 : 2010,
}));

function queryOf(provider: HttpProvider): string {
  if (provider.query === "question") return question.question;
  const frozen = question.queries[provider.query]!;
  return frozen.request_query ?? frozen.query;
}

function contextOf(provider: HttpProvider, set: Record<string, string> = {}): PageContext {
  const needed: Record<string, string> = provider.name === "opensearch" ? { index: "papers" } : {};
  return firstPage(provider, queryOf(provider), question.max_year, { ...needed, ...set });
}

async function send(
  server: ProviderServer,
  provider: HttpProvider,
  request: PageRequest,
  key: string | null = "KEY-1",
): Promise<ProviderResponse> {
  const made = toHttpRequest(request, {
    provider,
    baseUrl: new URL(server.baseUrlFor(provider.name)),
    key: key ?? undefined,
    authHeaders: {},
  });
  const response = await fetch(made.url, {
    method: made.method,
    headers: made.headers ?? {},
    redirect: "manual",
    ...made.body !== undefined && { body: made.body },
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

async function searchAll(
  server: ProviderServer,
  provider: HttpProvider,
  set: Record<string, string> = {},
  query = queryOf(provider),
): Promise<Candidate[]> {
  let context = { ...contextOf(provider, set), query };
  const candidates: Candidate[] = [];
  for (;;) {
    const response = await send(server, provider, provider.request(context));
    assertEquals(response.status, 200, response.text);
    assertEquals(judgeResponse(provider, response, context), null);
    const page = provider.parse(response.json, context);
    candidates.push(...page.candidates);
    if (page.next === null) return candidates;
    context = {
      ...context,
      page: context.page + 1,
      cursor: page.next,
      collected: candidates.length,
      lastRank: page.lastRank,
    };
  }
}

function start(faults?: (nth: number) => Fault | undefined): Promise<ProviderServer> {
  return startProviderServer({
    questions: [question, other],
    rank: (asked) => asked === question ? papers : [],
    ...faults && { faults: ({ nth }) => faults(nth) },
  });
}

Deno.test("thirteen providers speak HTTP", () => {
  assertEquals(http.length, 13);
});

for (const provider of http) {
  Deno.test(`${provider.name}: the whole ranking comes back, to its depth, in its number of calls`, async () => {
    await using server = await start();
    const found = await searchAll(server, provider);
    const visible = papers.filter(({ year }) => !provider.filtersYear || year! <= 2014);
    const wanted = visible.slice(0, provider.depth);
    assertEquals(found.map(({ rank }) => rank), wanted.map((_, index) => index + 1));
    const noPmid = ["consensus", "google_scholar"].includes(provider.name);
    assertEquals(found.map(({ pmid }) => pmid), wanted.map(({ pmid }) => noPmid ? null : pmid));
    if (provider.name !== "pubmed") {
      assertEquals(found.map(({ title }) => title), wanted.map(({ title }) => title));
    }
    assertEquals(server.count("q:1"), provider.callsPerQuestion);
    assertEquals(
      server.calls.map(({ page }) => page),
      Array.from({ length: provider.callsPerQuestion }, (_, page) => page),
    );
    const sent = provider.key.place.kind === "none" ? null : "KEY-1";
    assert(server.calls.every(({ key, done, nth }) => key === sent && done && nth === 1));
    assertEquals(server.strayRequests, []);
  });

  Deno.test(`${provider.name}: a rejected key and an exhausted quota stop, whatever the status`, async () => {
    await using server = await start((nth) => nth === 1 ? { kind: "bad_key" } : { kind: "quota" });
    const context = contextOf(provider);
    for (const _ of ["bad key", "quota"]) {
      const response = await send(server, provider, provider.request(context));
      const verdict = judgeResponse(provider, response, context);
      assertEquals(verdict?.class, "stop", response.text);
      assert(verdict!.remedy);
    }
  });

  if (provider.key.required) {
    Deno.test(`${provider.name}: without its key it is refused`, async () => {
      await using server = await start();
      const context = contextOf(provider);
      const response = await send(server, provider, provider.request(context), null);
      assertEquals(judgeResponse(provider, response, context)?.class, "stop");
    });
  }
}

Deno.test("queries too long for a URL are posted, with the key and each page's cursor", async () => {
  const query = `(${Array.from({ length: 900 }, (_, n) => `"word ${n}"`).join(" OR ")})`;
  const long: Question = { ...question, queries: { openalex_keyword: { query } } };
  await using server = await startProviderServer({ questions: [long], rank: () => papers });
  for (const name of ["pubmed", "europe_pmc"]) {
    const provider = http.find((each) => each.name === name)!;
    const found = await searchAll(server, provider, {}, query);
    assertEquals(found.length, provider.depth);
    const calls = server.calls.filter((call) => call.provider === name);
    assertEquals(calls.map(({ page }) => page), name === "pubmed" ? [0] : [0, 1]);
    for (const { method, target, key } of calls) {
      assertEquals([method, key], ["POST", name === "pubmed" ? "KEY-1" : null]);
      assert(!target.includes("?"), "nothing is in the URL");
    }
    const context = { ...contextOf(provider), query };
    const { form, ...request } = provider.request(context);
    const got = await send(server, provider, { ...request, method: "GET", params: form! });
    assertEquals(got.status, 414, "a URL of that length is refused");
  }
});

Deno.test("both ways of restricting Brave and both endpoints of Consensus work", async () => {
  await using server = await start();
  const named = (name: string) => http.find((provider) => provider.name === name)!;
  assertEquals((await searchAll(server, named("brave"), { restriction: "operators" })).length, 100);
  assertEquals(
    (await searchAll(server, named("consensus"), { endpoint: "/v1/search" })).length,
    20,
  );
});

const elicit = http[0]!;

function askElicit(server: ProviderServer): Promise<ProviderResponse> {
  return send(server, elicit, elicit.request(contextOf(elicit)));
}

Deno.test("faults are chosen call by call, and every call is counted", async () => {
  await using server = await start((nth) =>
    nth === 1
      ? { kind: "rate_limited", retryAfter: "3" }
      : nth === 2
      ? { kind: "status", status: 503, body: { error: "busy" } }
      : undefined
  );
  const first = await askElicit(server);
  assertEquals([first.status, first.headers.get("retry-after")], [429, "3"]);
  assertEquals((await askElicit(server)).status, 503);
  assertEquals((await askElicit(server)).status, 200);
  assertEquals(server.count("q:1", 0), 3);
  assertEquals(server.calls.map(({ nth, sequence }) => [nth, sequence]), [[1, 1], [2, 2], [3, 3]]);
  assertEquals(server.calls.map(({ fault }) => fault), ["rate_limited", "status", null]);
});

for (const kind of ["reset_before", "reset_within", "closed_within"] as const) {
  Deno.test(`${kind}: the client gets an error, not an answer`, async () => {
    await using server = await start(() => ({ kind }));
    await assertRejects(() => askElicit(server), TypeError);
    assert(server.calls.length >= 1);
  });
}

Deno.test("a reset is a reset, not a closed connection", async () => {
  await using server = await start(() => ({ kind: "reset_before" }));
  const { hostname, port } = new URL(server.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(
    new TextEncoder().encode("GET /pubmed/esearch.fcgi?term=x HTTP/1.1\r\nHost: x\r\n\r\n"),
  );
  await assertRejects(
    () => connection.read(new Uint8Array(10)),
    Deno.errors.ConnectionReset,
  );
});

Deno.test("bodies that are no JSON: cut, HTML, bytes that are no UTF-8", async () => {
  const kinds = ["truncated_json", "html", "invalid_utf8"] as const;
  await using server = await start((nth) => ({ kind: kinds[nth - 1]! }));
  const cut = await askElicit(server);
  assertEquals([cut.status, cut.json], [200, undefined]);
  assertStringIncludes((await askElicit(server)).text, "<html>");
  assertStringIncludes((await askElicit(server)).text, "\uFFFD");
});

Deno.test("right answers that come slowly, late, compressed or under a wrong type", async () => {
  const faults: Fault[] = [
    { kind: "slow_body", milliseconds: 5 },
    { kind: "late", milliseconds: 5 },
    { kind: "gzip" },
    { kind: "wrong_content_type" },
  ];
  await using server = await start((nth) => faults[nth - 1]);
  for (const { kind } of faults) {
    const { json, headers } = await askElicit(server);
    assertEquals((json as { papers: unknown[] }).papers.length, 200, kind);
    if (kind === "wrong_content_type") assertEquals(headers.get("content-type"), "text/html");
  }
});

Deno.test("a huge body is as large as asked", async () => {
  await using server = await start(() => ({ kind: "huge", bytes: 3_000_000 }));
  const { text, json } = await askElicit(server);
  assert(text.length >= 3_000_000);
  assertEquals(json, {});
});

Deno.test("a redirect leads to the other origin, which notes who comes", async () => {
  await using server = await start(() => ({ kind: "redirect", to: "other_origin" }));
  const { status, headers } = await askElicit(server);
  assertEquals(status, 302);
  const target = new URL(headers.get("location")!);
  assert(target.origin !== server.url);
  await (await fetch(target)).text();
  assertEquals(server.strayRequests.length, 1);
});

Deno.test("a key is echoed in the error body where asked", async () => {
  await using server = await start(() => ({ kind: "echo_key", status: 400 }));
  const { status, text } = await askElicit(server);
  assertEquals(status, 400);
  assertStringIncludes(text, "KEY-1");
});

Deno.test("a silent server lets go when it is closed", async () => {
  const server = await start(() => ({ kind: "silent" }));
  const asked = askElicit(server);
  const refused = assertRejects(() => asked, TypeError);
  while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await server.close();
  await refused;
});
