import { assertEquals, assertRejects } from "@std/assert";
import { LineWriter, WriteError } from "../../lib/runner/line_writer.ts";

/** A file in memory whose disk has a size; it writes a few bytes at a time. */
function fakeFile(capacity = Infinity) {
  let bytes = new Uint8Array();
  let synced = 0;
  const events: string[] = [];
  return {
    text: () => new TextDecoder().decode(bytes),
    syncedText: () => new TextDecoder().decode(bytes.subarray(0, synced)),
    events,
    write(chunk: Uint8Array) {
      const room = Math.min(chunk.length, 7, capacity - bytes.length);
      if (room <= 0) return Promise.reject(new Error("No space left on device"));
      bytes = new Uint8Array([...bytes, ...chunk.subarray(0, room)]);
      return Promise.resolve(room);
    },
    syncData() {
      synced = bytes.length;
      events.push("sync");
      return Promise.resolve();
    },
    truncate(length = 0) {
      bytes = bytes.slice(0, length);
      return Promise.resolve();
    },
  };
}

Deno.test("a line is reported when it is synced, and lines that wait share a sync", async () => {
  const file = fakeFile();
  const writer = new LineWriter(file, "x.jsonl", 0);
  const reported = ["first line", "second line", "third line"].map((line) =>
    writer.append(line).then(() => assertEquals(file.syncedText().includes(line), true))
  );
  await Promise.all(reported);
  assertEquals(file.text(), "first line\nsecond line\nthird line\n");
  assertEquals(file.events.length <= 2, true);
});

Deno.test("a full disk leaves the whole lines, none that is torn, and refuses further ones", async () => {
  for (let capacity = 11; capacity < 22; capacity++) {
    const file = fakeFile(capacity);
    const writer = new LineWriter(file, "x.jsonl", 0);
    await writer.append("first line");
    const error = await assertRejects(() => writer.append("second line"), WriteError);
    assertEquals(
      error.message,
      "Cannot write x.jsonl: No space left on device; make room, then run the same command again",
    );
    await assertRejects(() => writer.append("x"), WriteError);
    assertEquals(file.text(), "first line\n");
    await writer.settled();
  }
});
