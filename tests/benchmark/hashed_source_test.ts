import { assertEquals, assertNotEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { HashedSource } from "../../lib/benchmark/hashed_source.ts";
import { forEachLine } from "../../lib/benchmark/lines.ts";
import { TempFolder } from "../support/run_script.ts";

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Lines that gzip cannot make much smaller, so that a large file is unpacked by the worker. */
function randomLines(count: number): Uint8Array<ArrayBuffer> {
  const line = () => crypto.getRandomValues(new Uint8Array(1 << 15)).toBase64();
  return new TextEncoder().encode(`${Array.from({ length: count }, line).join("\n")}\n`);
}

Deno.test("the hash is that of the bytes as they are stored, plain or packed, in one read or many", async () => {
  await using folder = await TempFolder.create();
  const path = `${folder.path}/file`;
  const large = randomLines(160);
  const stored = [
    new Uint8Array(),
    new TextEncoder().encode("\ufeffa\r\nb"),
    new Uint8Array(gzipSync("a\n")),
    large,
    new Uint8Array(gzipSync(large)),
    // The zeros that pad a gzip file are part of it.
    new Uint8Array([...gzipSync("a\n"), ...gzipSync("b\n"), 0, 0, 0]),
  ];
  for (const bytes of stored) {
    await Deno.writeFile(path, bytes);
    const source = new HashedSource(path);
    await forEachLine(source, () => {});
    assertEquals([source.sha256, source.sha256], Array(2).fill(await sha256(bytes)));
  }
});

Deno.test("the hash is that of what was read, not of what the file holds later", async () => {
  await using folder = await TempFolder.create();
  const path = await folder.write("run.jsonl", "a\n");
  const source = new HashedSource(path);
  await forEachLine(source, () => {});
  await Deno.writeTextFile(path, "b\n", { append: true });
  assertEquals(source.sha256, await sha256(new TextEncoder().encode("a\n")));
  assertNotEquals(source.sha256, await sha256(await Deno.readFile(path)));
});
