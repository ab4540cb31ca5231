import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { addressOf, checkEndpoint, toHttpRequest } from "../../lib/runner/page_url.ts";
import { exa } from "../../lib/providers/exa.ts";
import { openalex_keyword } from "../../lib/providers/openalex_keyword.ts";

Deno.test("path and parameters are appended to the base URL, the key last", () => {
  const request = toHttpRequest(
    { method: "GET", path: "/works", params: { search: "a & b", page: "1" } },
    {
      provider: openalex_keyword,
      baseUrl: new URL("https://proxy.test/openalex/"),
      key: "k+1",
      authHeaders: {},
    },
  );
  assertEquals(
    request.url.href,
    "https://proxy.test/openalex/works?search=a+%26+b&page=1&api_key=k%2B1",
  );
  assertEquals([request.method, request.body], ["GET", undefined]);
});

Deno.test("a body is sent as JSON, a key in its header", () => {
  const { url, headers, body } = toHttpRequest(
    { method: "POST", path: "/search", body: { query: "β" } },
    {
      provider: exa,
      baseUrl: new URL("https://api.exa.ai"),
      key: "k",
      authHeaders: { "X-More": "1" },
    },
  );
  assertEquals(url.href, "https://api.exa.ai/search");
  assertEquals(headers, { "X-More": "1", "x-api-key": "k", "Content-Type": "application/json" });
  assertEquals(body, '{"query":"β"}');
});

Deno.test("base URLs are https, or http on this machine", () => {
  for (
    const good of [
      "https://x.test",
      "https://x.test:8443/a/b",
      "http://localhost:1",
      "http://127.0.0.1:80",
      "http://127.8.9.10",
      "http://[::1]:9200",
    ]
  ) assertEquals(checkEndpoint(good, "X").href, new URL(good).href);
  for (
    const bad of [
      "http://x.test",
      "http://127.0.0.1.evil.test",
      "http://localhost.evil.test",
      "ftp://x.test",
      "x.test",
      "file:///etc/passwd",
      "",
    ]
  ) assertThrows(() => checkEndpoint(bad, "X_URL"), Error, "Cannot use X_URL");
});

Deno.test("a base URL that may hold a secret is refused without being shown", () => {
  for (
    const bad of [
      "https://me:s3cret@x.test",
      "https://x.test/?key=s3cret",
      "https://x.test/#s3cret",
    ]
  ) {
    const error = assertThrows(() => checkEndpoint(bad, "X_URL"), Error, "give the plain address");
    assertEquals(error.message.includes("s3cret"), false);
  }
});

Deno.test("no message shows the path of an address, where gateways take keys", () => {
  const error = assertThrows(
    () => checkEndpoint("http://gateway.test/sk-12345678/v1", "EXA_BASE_URL"),
    Error,
  );
  assertStringIncludes(error.message, "Cannot use EXA_BASE_URL, http://gateway.test: plain http");
  assert(!error.message.includes("sk-12345678"));
});

Deno.test("an address is recorded with the provider's own path, any other path by its hash", () => {
  const address = (url: string) => addressOf({ baseUrl: new URL(url) }, exa);
  assertEquals(address("https://api.exa.ai"), "https://api.exa.ai/");
  assertEquals(address("https://gateway.test/"), "https://gateway.test/");
  const secret = address("https://gateway.test/sk-12345678/v1/");
  assert(/^https:\/\/gateway\.test\/ \(path with SHA-256 [\da-f]{16}…\)$/.test(secret), secret);
  assertEquals(secret, address("https://gateway.test/sk-12345678/v1"));
  assert(secret !== address("https://gateway.test/sk-12345678/v2"));
});
