import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createRedactor } from "../../lib/runner/redact.ts";

/** As in tests/search_process.ts. */
const TEST_KEY = "sk-Zq3/v+9T=77_secret";

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

/** Every way of writing a character of a key that has been seen in answers, and mixtures. */
const SPELLERS: Record<string, (character: string) => string> = {
  plain: (c) => c,
  percent: (c) => `%${hex(c)}`,
  "percent twice": (c) => `%25${hex(c).toUpperCase()}`,
  "percent, punctuation only": (c) => /\w/.test(c) ? c : `%${hex(c)}`,
  "percent but for slashes (Python)": (c) => /[\w/]/.test(c) ? c : `%${hex(c).toUpperCase()}`,
  json: (c) => `\\u00${hex(c)}`,
  "json, punctuation only": (c) => /\w/.test(c) ? c : `\\u00${hex(c).toUpperCase()}`,
  "json in json": (c) => c === "/" ? "\\\\\\/" : c,
  javascript: (c) => `\\x${hex(c)}`,
  "decimal entities": (c) => /\w/.test(c) ? c : `&#${c.charCodeAt(0)};`,
  "hexadecimal entities": (c) => `&#x${hex(c)};`,
  "entities in entities": (c) => /\w/.test(c) ? c : `&amp;#0${c.charCodeAt(0)};`,
  "named entities": (c) => ({ "/": "&sol;", "+": "&plus;", "=": "&equals;" })[c] ?? c,
};
const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");

Deno.test("a key goes in every spelling that quoters use, from messages and from data", () => {
  const { clean, cleanData } = createRedactor([TEST_KEY]);
  for (const [name, spell] of Object.entries(SPELLERS)) {
    const text = `before <${[...TEST_KEY].map(spell).join("")}> after`;
    assertEquals(clean(text), "before <[REDACTED]> after", name);
    assertEquals(cleanData(text), "before <[REDACTED]> after", name);
  }
  const bytes = [...TEST_KEY].map(hex);
  for (const text of [bytes.join(""), bytes.join("").toUpperCase(), bytes.join(" ")]) {
    assertEquals(clean(`<${text}>`), "<[REDACTED]>");
  }
  for (const before of ["", "a", "ab"]) {
    const text = btoa(before + TEST_KEY + "/after");
    assert(cleanData(text).includes("[REDACTED]") && !cleanData(text).includes(text.slice(4, 20)));
  }
});

Deno.test("any mixture of spellings goes", () => {
  const spellers = Object.values(SPELLERS);
  const mixture = fc.array(fc.nat(spellers.length - 1), {
    minLength: TEST_KEY.length,
    maxLength: TEST_KEY.length,
  });
  const { clean, cleanData } = createRedactor([TEST_KEY]);
  fc.assert(fc.property(mixture, (choice) => {
    const text = [...TEST_KEY].map((c, at) => spellers[choice[at]!]!(c)).join("");
    assertEquals([clean(text), cleanData(text)], ["[REDACTED]", "[REDACTED]"]);
  }));
});

Deno.test("what a mask shows of a key goes", () => {
  const { clean } = createRedactor([TEST_KEY]);
  assertEquals(
    clean("Incorrect API key provided: sk-Zq3/v****. Find"),
    "Incorrect API key provided: [REDACTED] Find",
  );
  for (const masked of ["sk-Zq3****cret", "sk-Z…cret", "sk-Zq3/v...", "********ecret"]) {
    assertEquals(clean(`key ${masked} is bad`), "key [REDACTED] is bad");
  }
  assertEquals(clean("**bold** and so on... ****"), "**bold** and so on... ****");
});

Deno.test("a key that was cut in the middle of an escape goes", () => {
  const { clean } = createRedactor([TEST_KEY]);
  for (const cut of ["sk-Z", "sk-Zq3%2", "sk-Zq3\\u00", "sk-Zq3\\", "sk-Zq3&#4", "sk%2DZq3"]) {
    assertEquals(clean(`you sent ${cut}`), "you sent [REDACTED]");
  }
});

Deno.test("hostile texts do not keep the redactor busy", () => {
  const { clean, cleanData } = createRedactor([TEST_KEY]);
  for (const text of ["*", "\\", "x", ".", "sk-Z", "%25", "&amp;", "sk-Zq3/v+9T=77_secre"]) {
    const long = text.repeat(50_000 / text.length);
    assert(clean(long).length > 0 && cleanData(long).length > 0);
  }
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
