/** Ctrl+C, SIGTERM and a closed terminal, as signals to the process. */
import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { startSearch } from "../search_process.ts";
import { FAST, pause, scene } from "./scene.ts";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  Deno.test(`${signal} finishes what is in flight, writes it and exits with 130; the rest is asked later`, async () => {
    await scene(
      "elicit",
      { questions: 20, faults: () => ({ kind: "late", milliseconds: 300 }) },
      async ({ options, search, server, rows }) => {
        const child = startSearch(options([...FAST, "--concurrency=3"]));
        const ended = child.output();
        while (server.calls.length < 4) await pause(5);
        child.kill(signal);
        const { code, stdout } = await ended;
        assertEquals(code, 130);
        assertEquals(rows().length, server.calls.length);
        assertLess(server.calls.length, 10);
        assertMatch(
          new TextDecoder().decode(stdout),
          /^end +interrupted: by a signal; run the same command again to go on from here$/m,
        );
        assertEquals((await search([...FAST, "--concurrency=16"])).code, 0);
        assertEquals([rows().length, server.calls.length], [20, 20]);
      },
    );
  });
}

Deno.test("a second interrupt after half a second drops what is in flight", async () => {
  await scene(
    "elicit",
    { faults: () => ({ kind: "silent" }) },
    async ({ options, server, rows }) => {
      const child = startSearch(options());
      const ended = child.output();
      while (server.calls.length < 1) await pause(5);
      child.kill("SIGINT");
      await pause(1);
      child.kill("SIGINT");
      await pause(700);
      child.kill("SIGINT");
      assertEquals([(await ended).code, rows()], [130, []]);
    },
  );
});

Deno.test("an interrupt ends a long wait at once", async () => {
  await scene(
    "elicit",
    { faults: () => ({ kind: "rate_limited", retryAfter: "200" }) },
    async ({ options, server, failures }) => {
      const child = startSearch(options());
      const ended = child.output();
      while (!server.calls.some(({ done }) => done)) await pause(5);
      await pause(100);
      child.kill("SIGINT");
      assertEquals([(await ended).code, failures()], [130, []]);
    },
  );
});
