import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { forEachLine } from "../../lib/benchmark/lines.ts";
import { FileError, type TextSource } from "../../lib/benchmark/text_source.ts";
import { joined } from "../support/joined.ts";

const encode = (text: string) => new TextEncoder().encode(text);

async function linesOf(source: TextSource): Promise<[number, string, boolean][]> {
  const lines: [number, string, boolean][] = [];
  await forEachLine(source, ({ number, text, terminated }) => {
    lines.push([number, text, terminated]);
  });
  return lines;
}

Deno.test("lines end at line feeds only; BOM, carriage returns and blank lines are no text", async () => {
  assertEquals(
    await linesOf({ name: "x", bytes: encode("\ufeffa\u2028b\u0085c\r\n\n  \r\nd\re") }),
    [
      [1, "a\u2028b\u0085c", true],
      [4, "d\re", false],
    ],
  );
});

Deno.test("a BOM that is not at the start is text", async () => {
  assertEquals(await linesOf({ name: "x", bytes: encode("a\n\ufeffb\n") }), [[1, "a", true], [
    2,
    "\ufeffb",
    true,
  ]]);
});

Deno.test("gzip is told by content, several members are one file", async () => {
  const bytes = new Uint8Array([...gzipSync("a\nb"), ...gzipSync("c\nd\n")]);
  assertEquals(await linesOf({ name: "plain.txt", bytes }), [[1, "a", true], [2, "bc", true], [
    3,
    "d",
    true,
  ]]);
});

Deno.test("zero bytes behind gzip data are padding; anything else there is refused", async () => {
  const member = gzipSync("a\nb\n");
  const large = gzipSync(longText());
  for (
    const [packed, lines] of [[member, 2], [large, longText().split("\n").length - 1]] as const
  ) {
    const read = async (...tail: Uint8Array[]) =>
      (await linesOf({ name: "x", bytes: joined(packed, ...tail) })).length;
    assertEquals(await read(), lines);
    assertEquals(await read(new Uint8Array(1)), lines);
    assertEquals(await read(new Uint8Array(700_000)), lines);
    for (
      const tail of [
        [encode("xyz")],
        [new Uint8Array(3), encode("xyz")],
        [new Uint8Array(600_000), encode("x"), new Uint8Array(600_000)],
        [new Uint8Array(3), gzipSync("c\n")],
      ]
    ) await assertRejects(() => read(...tail), FileError, "cannot be unpacked");
  }
});

Deno.test("a last line may be cut off within a character; other bytes that are no UTF-8 are refused", async () => {
  for (const before of ["", "a\n"]) {
    for (const character of ["é", "€", "𝟏"]) {
      const whole = encode(`${before}b${character}`);
      for (let cut = 1; cut < encode(character).length; cut++) {
        const lines = await linesOf({ name: "x", bytes: whole.slice(0, whole.length - cut) });
        assertEquals(lines.at(-1), [before === "" ? 1 : 2, "b\ufffd", false]);
      }
    }
    const broken = joined(encode(`${before}b`), Uint8Array.of(0xff), encode("c"));
    await assertRejects(() => linesOf({ name: "x", bytes: broken }), FileError, "invalid UTF-8");
  }
});

/** Text that packs badly, so that its gzip form is large enough for the worker. */
function longText(): string {
  let state = 1;
  const line = () => {
    let text = "";
    for (let at = 0; at < 400; at++) {
      state = Math.imul(state, 1664525) + 1013904223 | 0;
      text += String.fromCharCode(33 + (state >>> 8) % 90) + (at % 97 === 0 ? "é\u2028" : "");
    }
    return text;
  };
  return Array.from({ length: 16_000 }, line).join("\n") + "\n";
}

Deno.test("a large gzip file unpacks in a worker to the same lines; one that is cut or damaged is refused with the line", async () => {
  const text = longText();
  const packed = new Uint8Array(gzipSync(text));
  assertEquals(packed.length > 5 * 2 ** 20, true);
  const lines = await linesOf({ name: "x", bytes: packed });
  assertEquals(lines.map(([, line]) => line).join("\n") + "\n" === text, true);
  for (
    const [bytes, reason] of [
      [packed.slice(0, -100_000), "truncated gzip"],
      [
        packed.map((byte, at) => at === packed.length - 100_000 ? byte ^ 1 : byte),
        "cannot be unpacked",
      ],
    ] as const
  ) {
    const error = await assertRejects(() => linesOf({ name: "x", bytes }), FileError, reason);
    assertEquals(error.line !== null && error.line > 10_000, true);
  }
});

Deno.test("reading may stop in the middle of a large gzip file", async () => {
  const bytes = new Uint8Array(gzipSync(longText()));
  let seen = 0;
  await forEachLine({ name: "x", bytes }, () => ++seen < 3);
  assertEquals(seen, 3);
});

Deno.test("a line that is too long is refused wherever the limit falls", async () => {
  const bytes = encode(`short\n${"x".repeat(100)}\n`);
  await assertRejects(
    () => forEachLine({ name: "x", bytes: bytes.slice(0, -1) }, () => {}, { maxBytes: 99 }),
    FileError,
    "x:2: the line is longer than 99 bytes",
  );
});

Deno.test("any bytes give lines or an error with file and line", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      try {
        await forEachLine({ name: "x", bytes }, () => {});
      } catch (error) {
        if (!(error instanceof FileError) || !error.message.startsWith("x:")) throw error;
      }
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("text comes back as its lines joined, whatever it holds", async () => {
  const text = fc.array(
    fc.string({ unit: "grapheme" }).filter((each) =>
      each.trim() !== "" && !/[\n\r\ufeff]/.test(each)
    ),
    { minLength: 1 },
  );
  await fc.assert(fc.asyncProperty(text, fc.boolean(), async (lines, packed) => {
    const plain = encode(lines.join("\n"));
    const found = await linesOf({
      name: "x",
      bytes: packed ? new Uint8Array(gzipSync(plain)) : plain,
    });
    assertEquals(found.map(([, line]) => line), lines);
  }));
});

for (const packed of [gzipSync("a\nb\n"), gzipSync(longText())]) {
  Deno.test(`zeros behind a gzip file of ${packed.length} bytes are padding, other data is not`, async () => {
    const lines = (tail: number[]) =>
      linesOf({ name: "x", bytes: new Uint8Array([...packed, ...tail]) });
    const zeros = new Array(300_000).fill(0);
    assertEquals(await lines(zeros), await lines([]));
    await assertRejects(() => lines([1, 2, 3]), FileError, "cannot be unpacked");
    await assertRejects(
      () => lines([...zeros, 1]),
      FileError,
      "there is other data behind its end",
    );
  });
}
