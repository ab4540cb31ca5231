/** What a search may reach. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { FAST, scene } from "./scene.ts";

Deno.test("a base URL outside the grant is answered with the whole command", async () => {
  await scene("elicit", {}, async ({ search, folder, server }) => {
    const { code, stderr } = await search(FAST, {
      permissions: [
        "--allow-net=elicit.com",
        "--allow-env",
        "--allow-read",
        `--allow-write=${folder.directory}`,
      ],
    });
    assertEquals([code, server.calls.length], [1, 0]);
    assertMatch(
      stderr,
      /run: deno run .*--allow-net=\S*,127\.0\.0\.1:\d+ .*search\.ts elicit --input=questions\.jsonl/,
    );
  });
});

Deno.test("plain http outside this machine is refused", async () => {
  await scene("elicit", {}, async ({ search }) => {
    const { code, stderr } = await search(FAST, { baseUrl: "http://example.org" });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "Cannot use ELICIT_BASE_URL, http://example.org: plain http");
  });
});

Deno.test("where the whole network was granted a notice says so", async () => {
  await scene("elicit", {}, async ({ search, folder }) => {
    const { code, stderr } = await search(FAST, {
      permissions: [
        "--allow-net",
        "--allow-env",
        "--allow-read",
        `--allow-write=${folder.directory}`,
      ],
    });
    assertEquals(code, 0);
    assertStringIncludes(stderr, "notice: the whole network was granted and cannot be given up");
  });
});

Deno.test("hosts that were granted by list are given up, and the runtime refuses them then", async () => {
  const script = fromFileUrl(new URL("../fixtures/runner/narrowed.ts", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-net=127.0.0.1:1,127.0.0.1:2,127.0.0.1:3", script],
  }).output();
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
    everything: false,
    "127.0.0.1:1": "TypeError", // allowed: nobody listens there
    "127.0.0.1:2": "NotCapable",
    "127.0.0.1:3": "NotCapable",
  });
});

Deno.test("hosts that were granted with their port are given up too, the one that is kept stays", async () => {
  const script = fromFileUrl(new URL("../fixtures/runner/narrowed_names.ts", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-net=a.example:443,b.example,c.example:443,c.example",
      script,
      "c.example",
    ],
  }).output();
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
    "a.example:443": "prompt",
    "b.example": "prompt",
    "c.example": "granted",
    "c.example:443": "granted",
  });
});
