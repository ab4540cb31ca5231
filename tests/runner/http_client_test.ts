import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { gzipSync } from "node:zlib";
import { createHttpClient, type SendRequest } from "../../lib/runner/http_client.ts";
import { TransportError, type TransportFault } from "../../lib/runner/http_errors.ts";

type Handler = (request: Request, url: URL) => Response | Promise<Response>;

/** Runs a test against a loopback server and counts its requests by path. */
async function withServer(
  handler: Handler,
  test: (base: string, calls: string[]) => Promise<void>,
) {
  const calls: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const url = new URL(request.url);
    await request.body?.cancel();
    calls.push(`${request.method} ${url.pathname}`);
    return handler(request, url);
  });
  try {
    await test(`http://127.0.0.1:${server.addr.port}`, calls);
  } finally {
    await server.shutdown();
  }
}

/** A server that writes raw bytes and closes: broken HTTP that Deno.serve would not send. */
async function withRawServer(answer: string, test: (base: string) => Promise<void>) {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(4096));
      if (answer !== "") await connection.write(new TextEncoder().encode(answer));
      connection.close();
    }
  })();
  try {
    await test(`http://127.0.0.1:${listener.addr.port}`);
  } finally {
    listener.close();
    await serving.catch(() => {});
  }
}

const send: SendRequest = async (...request) => {
  using client = createHttpClient({ userAgent: "test/1", timeoutSeconds: 5, maxBytes: 1000 });
  return await client.send(...request);
};
const get = (url: string) => ({ method: "GET" as const, url: new URL(url) });

async function faultOf(promise: Promise<unknown>): Promise<TransportFault> {
  const error = await assertRejects(() => promise, TransportError);
  return error.fault;
}

Deno.test("an answer of any status comes back with its text", async () => {
  await withServer(
    () => new Response('{"é":1}', { status: 503, headers: { "Retry-After": "3" } }),
    async (base) => {
      const response = await send(get(base));
      assertEquals([response.status, response.text, response.headers.get("retry-after")], [
        503,
        '{"é":1}',
        "3",
      ]);
    },
  );
});

Deno.test("user agent, method, headers and body are sent", async () => {
  let seen: unknown;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    seen = [
      request.method,
      request.headers.get("user-agent"),
      request.headers.get("x-api-key"),
      request.headers.get("accept"),
      await request.text(),
    ];
    return new Response("{}");
  });
  await send({
    method: "POST",
    url: new URL(`http://127.0.0.1:${server.addr.port}/`),
    headers: { "x-api-key": "k", accept: "text/plain" },
    body: '{"a":1}',
  });
  await server.shutdown();
  assertEquals(seen, ["POST", "test/1", "k", "text/plain", '{"a":1}']);
});

Deno.test("a compressed body is unpacked, and the limit counts what it unpacks to", async () => {
  const packed = async (text: string) =>
    await new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")),
    ).arrayBuffer();
  const small = await packed("small");
  const large = await packed("x".repeat(100_000));
  await withServer(
    (_, url) =>
      new Response(url.pathname === "/small" ? small : large, {
        headers: { "Content-Encoding": "gzip" },
      }),
    async (base) => {
      assertEquals((await send(get(`${base}/small`))).text, "small");
      assertEquals(await faultOf(send(get(`${base}/large`))), "too_large");
    },
  );
});

Deno.test("bytes that are no UTF-8 are an encoding fault of a success, an error keeps its status", async () => {
  // A page in Latin-1, as servers in front of an API send it: its status says that the key is wrong.
  const latin = new Uint8Array([...new TextEncoder().encode("Zugriff verweigert f"), 0xfc, 0x72]);
  await withServer(
    (_, url) => new Response(latin, { status: Number(url.pathname.slice(1)) }),
    async (base) => {
      assertEquals(await faultOf(send(get(`${base}/200`))), "encoding");
      for (const status of [401, 429, 503]) {
        const response = await send(get(`${base}/${status}`));
        assertEquals([response.status, response.text], [status, "Zugriff verweigert f\ufffdr"]);
      }
    },
  );
});

Deno.test("no answer and an answer that breaks off are connection faults with their cause", async () => {
  for (const answer of ["", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"]) {
    await withRawServer(answer, async (base) => {
      const error = await assertRejects(() => send(get(base)), TransportError);
      assertEquals(error.fault, "connection");
      assert(error.cause instanceof Error);
    });
  }
});

Deno.test("no message shows the URL, in which fetch may name a key or two hundred ids", async () => {
  const messageOf = async (base: string) =>
    (await assertRejects(() => send(get(`${base}/?api_key=k&ids=1,2`)), TransportError)).message;
  await withRawServer("", async (base) => {
    assertMatch(await messageOf(base), /^no whole answer: error sending request: \D+$/);
  });
  // Nobody listens there any more.
  let closed = "";
  await withRawServer("", (base) => Promise.resolve(void (closed = base)));
  assertMatch(await messageOf(closed), /^no whole answer: error sending request: [^?]+$/);
});

Deno.test("the timeout covers a body that drips", async () => {
  using quick = createHttpClient({ userAgent: "test/1", timeoutSeconds: 0.2 });
  let dripping: ReturnType<typeof setInterval> | undefined;
  await withServer(() =>
    new Response(
      new ReadableStream({
        start(controller) {
          dripping = setInterval(() => controller.enqueue(new Uint8Array([32])), 20);
        },
        cancel() {
          clearInterval(dripping);
        },
      }),
    ), async (base) => {
    assertEquals(await faultOf(quick.send(get(base))), "timeout");
  });
  clearInterval(dripping);
});

Deno.test("an abort ends a request with its own reason", async () => {
  const controller = new AbortController();
  let answer = (_: Response) => {};
  await withServer(() => new Promise((resolve) => answer = resolve), async (base) => {
    const sending = send(get(base), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("interrupted")), 50);
    await assertRejects(() => sending, Error, "interrupted");
    answer(new Response(""));
  });
});

Deno.test("a redirect within the origin is followed by GET, each hop admitted", async () => {
  await withServer(
    (_, url) =>
      url.pathname === "/a"
        ? new Response(null, { status: 302, headers: { Location: "/b" } })
        : new Response("end"),
    async (base, calls) => {
      let admitted = 0;
      const admit = () => Promise.resolve(void admitted++);
      assertEquals((await send(get(`${base}/a`), { admit })).text, "end");
      assertEquals([calls, admitted], [["GET /a", "GET /b"], 2]);
    },
  );
});

Deno.test("a redirect to another origin is refused and the other server hears nothing", async () => {
  await withServer(() => new Response("stolen"), async (other, otherCalls) => {
    await withServer(
      () => new Response(null, { status: 307, headers: { Location: `${other}/steal` } }),
      async (base) => {
        assertEquals(await faultOf(send(get(base))), "redirect");
        assertEquals(otherCalls, []);
      },
    );
  });
});

Deno.test("a redirected POST is not sent again, and a circle of redirects ends", async () => {
  await withServer(
    () => new Response(null, { status: 307, headers: { Location: "/again" } }),
    async (base, calls) => {
      assertEquals(
        await faultOf(send({ method: "POST", url: new URL(base), body: "{}" })),
        "redirect",
      );
      assertEquals(calls.length, 1);
      assertEquals(await faultOf(send(get(base))), "redirect");
      assertEquals(calls.length, 5);
    },
  );
});

Deno.test("a request on a connection that the server has closed is not repeated", async () => {
  let requests = 0;
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serving = (async () => {
    for await (const connection of listener) {
      (async () => {
        const buffer = new Uint8Array(4096);
        let heads = 0;
        for (let read; (read = await connection.read(buffer)) !== null;) {
          // Head and body of a request may come in one piece or in two.
          const piece = new TextDecoder().decode(buffer.subarray(0, read));
          if (/^(GET|POST) /.test(piece)) requests++, heads++;
          if (piece.startsWith("POST ") && !piece.endsWith("{}")) continue;
          // Answers the first request of a connection and cuts it on the second.
          if (heads > 1) break;
          await connection.write(
            new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
          );
        }
        connection.close();
      })();
    }
  })();
  const url = new URL(`http://127.0.0.1:${listener.addr.port}/`);
  for (let sent = 1; sent <= 3; sent++) {
    await send({ method: "POST", url, body: "{}" });
    await send({ method: "GET", url });
    assertEquals(requests, 2 * sent);
  }
  listener.close();
  await serving.catch(() => {});
});

Deno.test("plain http goes to its address and past every proxy, which would read the key", async () => {
  const script = fromFileUrl(new URL("../fixtures/runner/ask_once.ts", import.meta.url));
  await withServer(() => new Response("the proxy"), async (proxy, proxied) => {
    await withServer(() => new Response("the server"), async (base) => {
      for (const more of [[], ["--allow-env=NO_PROXY,no_proxy"]]) {
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "--no-prompt", "--allow-net=127.0.0.1", ...more, script, `${base}/x`],
          env: { HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, NO_PROXY: "" },
        }).output();
        assertEquals(new TextDecoder().decode(stdout), "the server\n");
      }
      assertEquals(proxied, []);
    });
  });
});

Deno.test({
  name: "a small body that unpacks to more than the limit does not fill the memory",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const script = fromFileUrl(new URL("../fixtures/runner/ask_once.ts", import.meta.url));
    const packed = new Uint8Array(gzipSync(new Uint8Array(80 * 2 ** 20)));
    await withServer(
      () => new Response(packed, { headers: { "Content-Encoding": "gzip" } }),
      async (base) => {
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", script, base, "peak"],
        }).output();
        const [message, kilobytes] = new TextDecoder().decode(stdout).trim().split("\n");
        assertEquals(message, "the answer is larger than 64 MiB");
        // Deno itself takes 70 MB; 64 MiB are kept, twice while the buffer grows.
        assert(Number(kilobytes) < 400_000, `${kilobytes} kB`);
      },
    );
  },
});
