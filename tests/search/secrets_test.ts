/** The key stays where it belongs. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { statusVerdict } from "../../lib/ncbi/status_verdict.ts";
import { judgeResponse } from "../../lib/providers/failures.ts";
import { createRedactor } from "../../lib/runner/redact.ts";
import type { Fault } from "../fakes/provider_server.ts";
import { KEY } from "../search_process.ts";
import { FIRST_PAGE } from "../support/first_page.ts";
import { FAST, scene } from "./scene.ts";

for (const provider of ["elicit", "openalex_keyword", "google_scholar", "brave"]) {
  Deno.test(`${provider}: the key is in no file and no output, whatever the server does with it`, async () => {
    const faults: Fault[] = [
      { kind: "echo_key", status: 400 },
      { kind: "echo_key", status: 500 },
      { kind: "reset_before" },
      { kind: "reset_within" },
      { kind: "truncated_json" },
      { kind: "html" },
      { kind: "silent" },
      { kind: "invalid_utf8" },
      { kind: "rate_limited", retryAfter: "0" },
    ];
    let forAll: Fault | undefined;
    await scene(provider, {
      questions: faults.length,
      faults: ({ questionId }) => forAll ?? faults[Number(questionId!.split(":")[1])],
    }, async ({ search, folder, failures }) => {
      const outputs: Awaited<ReturnType<typeof search>>[] = [];
      const run = async (...args: string[]) => {
        outputs.push(await search([...FAST, ...args, "--timeout=1", "--concurrency=8"]));
      };
      await run("--attempts=2");
      assertEquals(outputs[0]!.code, 3, outputs[0]!.stderr);
      assertEquals(failures().length, faults.length);
      // With status 200, which may be taken for an answer, and with one that stops the run.
      forAll = { kind: "echo_key", status: 200 };
      await run("--attempts=1", "--retry-terminal");
      forAll = { kind: "echo_key", status: 401 };
      await run("--retry-terminal");
      assertEquals(outputs[2]!.code, 1);
      const texts = outputs.flatMap(({ stdout, stderr }) => [stdout, stderr]);
      for (const { name } of Deno.readDirSync(folder.path("runs"))) {
        texts.push(Deno.readTextFileSync(folder.path(`runs/${name}`)));
      }
      const spellings = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1), btoa(KEY)];
      for (const text of texts) {
        for (const spelling of spellings) assert(!text.includes(spelling), text.slice(0, 2000));
      }
    });
  });
}

Deno.test("the key is in no file and no output, however the server spells it", async () => {
  const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");
  const each = (spell: (c: string) => string) => [...KEY].map(spell).join("");
  const spelled = [
    KEY.replaceAll("/", "\\/"),
    each((c) => c === "+" ? "\\u002B" : c),
    each((c) => `\\u00${hex(c)}`),
    each((c) => /[\w/]/.test(c) ? c : `%${hex(c).toUpperCase()}`),
    each((c) => `%${hex(c)}`),
    encodeURIComponent(encodeURIComponent(KEY)),
    each((c) => /\w/.test(c) ? c : `&#${c.charCodeAt(0)};`),
    each((c) => /\w/.test(c) ? c : `&#x${hex(c)};`),
    each(hex),
    btoa(KEY),
    btoa(`user:${KEY}`),
    `${KEY.slice(0, 8)}****`,
  ];
  await scene("elicit", {
    questions: 2 * spelled.length,
    faults: ({ questionId }) => {
      const number = Number(questionId!.split(":")[1]);
      const text = spelled[number % spelled.length]!;
      return number < spelled.length
        ? { kind: "status", status: 422, body: { error: `no ${text} here`, echo: text } }
        : { kind: "status", status: 200, body: { papers: [{ title: `no ${text} here` }] } };
    },
  }, async ({ search, folder }) => {
    const { code, stdout, stderr } = await search([...FAST, "--retry-terminal"]);
    assertEquals(code, 3, stderr);
    const texts = [stdout, stderr];
    for (const { name } of Deno.readDirSync(folder.path("runs"))) {
      texts.push(Deno.readTextFileSync(folder.path(`runs/${name}`)));
    }
    for (const text of texts) {
      // What a mask leaves is data in a title; in messages it goes.
      for (const form of spelled.slice(0, -1)) {
        for (const written of [form, JSON.stringify(form).slice(1, -1)]) {
          assert(!text.includes(written), `${written} in ${text.slice(0, 2000)}`);
        }
      }
    }
    assert(!Deno.readTextFileSync(folder.path("runs/elicit.failures.jsonl")).includes("sk-Zq3"));
  });
});

Deno.test("of a key that a cut message would end in nothing is left, whatever follows the cut", () => {
  const { clean } = createRedactor([KEY]);
  const { headers } = new Response();
  const spelled = [
    KEY,
    encodeURIComponent(KEY),
    JSON.stringify(KEY.replaceAll("/", "\\/")).slice(1, -1),
    btoa(KEY),
    [...KEY].map((c) => c.charCodeAt(0).toString(16)).join(""),
  ];
  for (const form of spelled) {
    // Of the beginning of an encoded key so much tells nothing.
    const telling = form === KEY || form.startsWith("sk-") ? 4 : 8;
    for (let before = 150; before < 320; before++) {
      const error = `${"y ".repeat(before).slice(0, before)} ${form} is no key`;
      const json = { error };
      const text = JSON.stringify(json);
      const provider = judgeResponse({}, { status: 401, headers, text, json }, FIRST_PAGE)!;
      const plain = judgeResponse(
        {},
        { status: 401, headers, text: error, json: null },
        FIRST_PAGE,
      )!;
      const ncbi = statusVerdict({ status: 401, headers, text: error }, "NCBI");
      for (const { message } of [provider, plain, ncbi]) {
        const told = clean(`Cannot go on: ${message}; check the API key`);
        assert(!told.includes(form.slice(0, telling)), told);
      }
    }
  }
});

Deno.test("a megabyte of error text is no megabyte of message", async () => {
  const error = `Your account has run out of searches. ${"x".repeat(1e6)}`;
  await scene("google_scholar", {
    faults: () => ({ kind: "status", status: 200, body: { error } }),
  }, async ({ search, folder }) => {
    const { code, stdout, stderr } = await search();
    assertEquals(code, 1);
    assertStringIncludes(stderr, "error: Cannot go on: Your account has run out of searches. xxx");
    const record = Deno.readTextFileSync(folder.path("runs/google_scholar.run.jsonl"));
    assertEquals([stdout, stderr, record].map((text) => text.length < 3000), [true, true, true]);
  });
});

Deno.test("a key that is shorter than any provider's is used, with a notice", async () => {
  await scene("elicit", {}, async ({ search }) => {
    const { code, stderr } = await search(FAST, { env: { ELICIT_API_KEY: "k1" } });
    assertEquals(code, 0, stderr);
    assertStringIncludes(stderr, "notice: the key is so short that it may be a word of a title");
  });
});

Deno.test("a missing key and unknown names are told in one line", async () => {
  await scene("elicit", {}, async ({ search }) => {
    const noKey = await search(FAST, { env: { ELICIT_API_KEY: "" } });
    assertEquals([noKey.code, noKey.stderr], [
      1,
      "error: Cannot search with Elicit: no API key; set ELICIT_API_KEY in the environment or in .env\n",
    ]);
    const curly = await search(FAST, { env: { ELICIT_API_KEY: "“abcdef”" } });
    assertEquals(curly.code, 1);
    assertStringIncludes(curly.stderr, "Cannot use the key in ELICIT_API_KEY: it has characters");
    assert(!curly.stderr.includes("abcdef"));
    const setting = await search([...FAST, "--set=max_result=5"]);
    assertEquals(setting.code, 2);
    assertStringIncludes(setting.stderr, 'did you mean "max_results"?');
    assertEquals((await search(["--set=x"])).code, 2);
    const value = await search([...FAST, "--set=max_results=abc"]);
    assertEquals(value.code, 2);
    assertStringIncludes(value.stderr, 'error: Cannot set max_results="abc"');
    assertEquals((await search(["--lmit=5"])).code, 2);
  });
});
