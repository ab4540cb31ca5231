import { assert, assertAlmostEquals, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { idconvRequest, readIdconv } from "../../lib/ncbi/idconv.ts";
import { esummaryRequest, readEsummary } from "../../lib/ncbi/esummary.ts";
import { NcbiError } from "../../lib/ncbi/transport.ts";
import { createHttpClient } from "../../lib/runner/http_client.ts";
import { TransportError } from "../../lib/runner/http_errors.ts";
import { createNcbiTransport, type NcbiTransportOptions } from "../../lib/runner/ncbi_transport.ts";
import { createRedactor } from "../../lib/runner/redact.ts";
import { sleep } from "../../lib/runner/sleep.ts";
import { startNcbiServer } from "../fakes/ncbi_server.ts";

const contact = { tool: "test-tool", email: "test@example.org" };

/** A transport to a fake NCBI on a clock of its own, which only its pauses move. */
function setUp(env: Record<string, string>, options: Partial<NcbiTransportOptions> = {}) {
  const client = createHttpClient({ userAgent: "test/1 (mailto:test@example.org)" });
  const slept: number[] = [];
  let clock = 0;
  const transport = createNcbiTransport({
    send: client.send,
    baseUrls: {
      idconv: `${env.PMC_IDCONV_BASE_URL}/`,
      eutils: `${env.NCBI_EUTILS_BASE_URL}/`,
    },
    hasKey: false,
    random: () => 0,
    clock: () => clock,
    sleep: (ms) => {
      slept.push(ms);
      clock += ms;
      return Promise.resolve();
    },
    ...options,
  });
  return { client, slept, transport };
}

Deno.test("both services are asked as they want it", async () => {
  await using server = startNcbiServer({
    pmc: { PMC1: { pmid: 11 } },
    summaries: { "11": { pubdate: "2010" } },
  });
  const { client, transport } = setUp(server.env);
  using _ = client;
  const pmids = await transport(idconvRequest([1, 2], contact), readIdconv);
  assertEquals(pmids, { kind: "answer", value: new Map([[1, 11], [2, null]]) });
  const dates = await transport(
    esummaryRequest([11], { ...contact, apiKey: "made-up" }),
    readEsummary,
  );
  assert(dates.kind === "answer" && dates.value.get(11)?.pubdate === "2010");
  assertEquals(server.calls.map(({ service, params }) => [service, params.tool, params.email]), [
    ["idconv", "test-tool", "test@example.org"],
    ["esummary", "test-tool", "test@example.org"],
  ]);
  assertEquals(server.calls.map(({ params }) => params.api_key), [undefined, "made-up"]);
  assertEquals(server.calls[0]?.params.idtype, "pmcid");
  assertEquals(server.calls[0]?.userAgent, "test/1 (mailto:test@example.org)");
});

Deno.test("passing troubles are tried again after a growing pause, or the one that was asked for", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 } } });
  server.faults.idconv = [
    { status: 429, headers: { "retry-after": "7" } },
    { status: 200, body: "<html>" },
    { status: 503, headers: { "retry-after": new Date(20_000).toUTCString() } },
  ];
  const retries: [string, number][] = [];
  const { client, transport } = setUp(server.env, {
    now: () => 5000,
    onRetry: (message, seconds) => retries.push([message, seconds]),
    send: (request, options) =>
      retries.length > 0 ? client.send(request, options) : Promise.reject(
        new TransportError("connection", "no whole answer: refused"),
      ),
  });
  using _ = client;
  const answer = await transport(idconvRequest([1], contact), readIdconv);
  assertEquals(answer.kind, "answer");
  assertEquals(retries.map(([, seconds]) => seconds), [1, 7, 4, 15]);
  assertMatch(retries[0]?.[0] ?? "", /^127\.0\.0\.1:\d+: no whole answer: refused$/);
  assertEquals(server.calls.length, 4);
});

Deno.test("after the last try the error says what was wrong and that the work is kept", async () => {
  await using server = startNcbiServer();
  server.faults.idconv = [{ status: 500 }, { status: 502 }];
  const { client, transport } = setUp(server.env, { attempts: 2 });
  using _ = client;
  const error = await assertRejects(
    () => transport(idconvRequest([1], contact), readIdconv),
    NcbiError,
  );
  assert(error.message.includes("HTTP 502") && error.message.includes("is kept"), error.message);
  assertEquals(server.calls.length, 2);
});

Deno.test("a pause of hours is not waited for", async () => {
  await using server = startNcbiServer();
  server.faults.idconv = [{ status: 429, headers: { "retry-after": "54000" } }];
  const { client, slept, transport } = setUp(server.env);
  using _ = client;
  await assertRejects(
    () => transport(idconvRequest([1], contact), readIdconv),
    NcbiError,
    "asks to wait 54000 s",
  );
  assertEquals(slept, []);
});

Deno.test("a redirect to another origin is not followed, and says what to set", async () => {
  await using server = startNcbiServer();
  server.faults.idconv = [{ status: 301, headers: { location: "https://new.example.org/x" } }];
  const { client, transport } = setUp(server.env);
  using _ = client;
  const error = await assertRejects(
    () => transport(idconvRequest([1], contact), readIdconv),
    NcbiError,
  );
  assertMatch(
    error.message,
    /^Cannot look up ids at NCBI: 127\.0\.0\.1:\d+: redirect \(301\) not followed: .* https:\/\/new\.example\.org; .*set PMC_IDCONV_BASE_URL/,
  );
  assertEquals(server.calls.length, 1);
});

Deno.test("a refused key ends it at once, and is in no message", async () => {
  await using server = startNcbiServer();
  server.faults.esummary = [{
    status: 400,
    body: '{"error":"API key invalid","api-key":"k-made-up"}',
  }];
  const { client, transport } = setUp(server.env);
  using _ = client;
  const error = await assertRejects(
    () => transport(esummaryRequest([1], { ...contact, apiKey: "k-made-up" }), readEsummary),
    NcbiError,
    "NCBI_API_KEY",
  );
  assert(!error.message.includes("k-made-up"));
  assertEquals(server.calls.length, 1);
});

Deno.test("what NCBI says of ids that it refuses is cleaned: it is told in a notice", async () => {
  await using server = startNcbiServer();
  const key = "k-0123-made-up";
  server.faults.esummary = [{ status: 400, body: `{"error":"Invalid uid 1 (sent with ${key})"}` }];
  const { client, transport } = setUp(server.env, { clean: createRedactor([key]).clean });
  using _ = client;
  const verdict = await transport(esummaryRequest([1], contact), readEsummary);
  assertEquals(verdict, { kind: "refused", message: "Invalid uid 1 (sent with [REDACTED])" });
});

Deno.test("three calls a second without a key, ten to the E-utilities with one", async () => {
  await using server = startNcbiServer();
  const pace = async (hasKey: boolean, service: "idconv" | "eutils") => {
    const { client, slept, transport } = setUp(server.env, { hasKey });
    using _ = client;
    for (let call = 0; call < 31; call++) {
      if (service === "idconv") await transport(idconvRequest([1], contact), readIdconv);
      else await transport(esummaryRequest([1], contact), readEsummary);
    }
    return slept.reduce((sum, ms) => sum + ms, 0);
  };
  // Thirty gaps between 31 calls.
  assertAlmostEquals(await pace(false, "eutils"), 10_000, 1);
  assertAlmostEquals(await pace(false, "idconv"), 10_000, 1);
  assertAlmostEquals(await pace(true, "eutils"), 3_000, 1);
  assertAlmostEquals(await pace(true, "idconv"), 10_000, 1);
});

Deno.test("an abort ends the wait", async () => {
  await using server = startNcbiServer();
  server.faults.idconv = [{ status: 503, headers: { "retry-after": "60" } }];
  const controller = new AbortController();
  const { client, transport } = setUp(server.env, {
    onRetry: () => queueMicrotask(() => controller.abort(new Error("stop"))),
    sleep: (ms, signal) =>
      new Promise((done, fail) => {
        if (ms < 1000) return setTimeout(done, ms);
        signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
      }),
  });
  using _ = client;
  await assertRejects(
    () => transport(idconvRequest([1], contact), readIdconv, controller.signal),
    Error,
    "stop",
  );
});

Deno.test("who is told to give up does not try again, nor waits for its turn", async () => {
  await using server = startNcbiServer({ pmc: { PMC1: { pmid: 11 } } });
  server.faults.idconv = [{ status: 503 }, { status: 503 }];
  const giveUp = new AbortController();
  const reason = new NcbiError("another request failed for good");
  const { client, transport } = setUp(server.env, {
    sleep,
    clock: () => performance.now(),
    onRetry: () => giveUp.abort(reason),
  });
  using _ = client;
  const ask = () => transport(idconvRequest([1], contact), readIdconv, undefined, giveUp.signal);
  assertEquals(await assertRejects(ask), reason);
  assertEquals(server.calls.length, 1);
  assertEquals(await assertRejects(ask), reason);
  assertEquals(server.calls.length, 1);
});
