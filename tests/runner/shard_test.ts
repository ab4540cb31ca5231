import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseShard, shardOf } from "../../lib/runner/shard.ts";

Deno.test("every N-th question from the K-th on", () => {
  assertEquals(shardOf(["a", "b", "c", "d", "e"], parseShard("2/2")), ["b", "d"]);
});

Deno.test("all shards together are the whole, each question once, of even sizes", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 9 }), (all, n) => {
    const shards = Array.from({ length: n }, (_, at) => shardOf(all, { k: at + 1, n }));
    assertEquals(shards.flat().toSorted(), all.toSorted());
    const sizes = shards.map((shard) => shard.length);
    assert(Math.max(...sizes) - Math.min(...sizes) <= 1);
  }));
});

Deno.test("what is no K/N is refused with an example", () => {
  for (const text of ["0/4", "5/4", "1/0", "1", "a/b", "1/2/3", "-1/2", ""]) {
    assertThrows(() => parseShard(text), Error, "--shard 1/4");
  }
});
