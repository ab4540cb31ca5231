import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { artifactUrl, checkBaseUrl } from "../../../lib/benchmark/artifacts/artifact_url.ts";
import { ArtifactServer } from "../../fakes/artifact_server.ts";
import { artifactOf, sampleBytes, Workplace } from "./workplace.ts";

Deno.test("a path is appended to the base URL with one slash, each part encoded", () => {
  for (
    const base of [
      "https://host.example/a/b",
      "https://host.example/a/b/",
      "https://host.example/a/b//",
    ]
  ) {
    assertEquals(
      artifactUrl(base, "data/x y#?.jsonl").href,
      "https://host.example/a/b/data/x%20y%23%3F.jsonl",
    );
  }
  assertEquals(checkBaseUrl("https://host.example"), "https://host.example/");
});

Deno.test("plain http is for loopback addresses only", () => {
  for (const host of ["localhost", "127.0.0.1:8000", "127.1.2.3", "[::1]:80"]) {
    assertEquals(checkBaseUrl(`http://${host}/x/`), new URL(`http://${host}/x/`).href);
  }
  for (
    const url of [
      "http://example.org/",
      "http://127.0.0.1.example.org/",
      "http://localhost.example/",
      "file:///tmp/",
      "ftp://example.org/",
    ]
  ) {
    assertThrows(() => checkBaseUrl(url), Error, `must use https (plain http`);
  }
});

Deno.test("what could be a secret in a base URL is refused without repeating it", () => {
  for (
    const url of [
      "https://me:hunter2@example.org/",
      "https://example.org/?key=hunter2",
      "https://example.org/#hunter2",
      "me:hunter2@",
      "//x?hunter2",
    ]
  ) {
    const error = assertThrows(
      () => checkBaseUrl(url),
      Error,
      "Cannot use the artifact base URL: ",
    );
    assert(!error.message.includes("hunter2"), error.message);
  }
  assertThrows(() => checkBaseUrl("mirror"), Error, '"mirror" is not an absolute URL');
});

Deno.test("a base URL that is refused is refused before anything is written or asked", async () => {
  await using server = new ArtifactServer({});
  await using place = await Workplace.create();
  const artifact = await artifactOf(sampleBytes(10));
  const baseUrl = `${server.baseUrl}?x`;
  await assertRejects(() => place.load(artifact, baseUrl), Error, "must not contain a query");
  assertEquals(await place.names(), []);
  assertEquals(server.requests, []);
});
