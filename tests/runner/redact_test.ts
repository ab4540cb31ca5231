import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createRedactor } from "../../lib/runner/redact.ts";

const KEY = 'sk/live+9"8&7 é';

Deno.test("a key goes in every spelling", () => {
  const { clean } = createRedactor([KEY]);
  for (
    const spelled of [
      KEY,
      encodeURIComponent(KEY),
      encodeURIComponent(KEY).toLowerCase(),
      new URLSearchParams({ q: KEY }).toString().slice(2),
      JSON.stringify(KEY).slice(1, -1),
      "sk/live+9&quot;8&amp;7 é",
    ]
  ) assertEquals(clean(`before <${spelled}> after`), "before <[REDACTED]> after");
});

Deno.test("a key inside Base64 is not readable after cleaning", () => {
  const { clean } = createRedactor(["s3cret-pass-word"]);
  for (const user of ["a", "ab", "abc", "elastic"]) {
    const header = btoa(`${user}:s3cret-pass-word`);
    assert(clean(`echo ${header}`).includes("[REDACTED]"), user);
    assert(!clean(`echo ${header}`).includes(header));
  }
});

Deno.test("key parameters and authorization headers go whatever their value", () => {
  const { clean } = createRedactor([]);
  assertEquals(
    clean("GET https://x.test/works?search=a&api_key=abc&page=2 failed"),
    "GET https://x.test/works?search=a&api_key=[REDACTED]&page=2 failed",
  );
  assertEquals(clean("Authorization: Bearer abc.def"), "Authorization: Bearer [REDACTED]");
  assertEquals(clean("https://me:pw@host/x"), "https://[REDACTED]@host/x");
});

Deno.test("the beginning of a key at a cut end goes too", () => {
  const { clean } = createRedactor(["elk_live_1234567890"]);
  assertEquals(clean("you sent elk_live_1234"), "you sent [REDACTED]");
});

Deno.test("data keeps its URL parameters but not the key", () => {
  const { cleanData } = createRedactor(["elk_live_1234567890"]);
  assertEquals(
    cleanData('{"url":"https://x.test/?token=1","title":"elk_live_1234567890"}'),
    '{"url":"https://x.test/?token=1","title":"[REDACTED]"}',
  );
});

Deno.test("no text around a key lets it through", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 8, maxLength: 40 }),
      fc.string(),
      fc.string(),
      (key, before, after) => {
        fc.pre(!"[REDACTED]".toLowerCase().includes(key.toLowerCase()));
        const { clean, cleanData } = createRedactor([key]);
        assert(!clean(before + key + after).replaceAll("[REDACTED]", "\0").includes(key));
        assert(!cleanData(before + key + after).replaceAll("[REDACTED]", "\0").includes(key));
      },
    ),
  );
});
