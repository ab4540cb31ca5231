import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { lookUp, type LookUpOptions } from "../../lib/ncbi/look_up.ts";
import { NcbiError } from "../../lib/ncbi/transport.ts";

/** A service that refuses any list with a poisoned id and finds the even ids. */
function setUp(poison: (id: number) => boolean) {
  const asked: number[][] = [];
  const kept = new Map<number, number | null>();
  let keptTwice = 0;
  const options: Omit<LookUpOptions<number>, "ids"> = {
    batch: 8,
    concurrency: 2,
    ask: (ids) => {
      asked.push([...ids]);
      return Promise.resolve(
        ids.some(poison) ? { kind: "refused", message: "bad id" } : {
          kind: "answer",
          value: new Map(ids.filter((id) => id % 2 === 0).map((id) => [id, id])),
        },
      );
    },
    keep: (ids, found) => {
      for (const id of ids) {
        if (kept.has(id)) keptTwice++;
        kept.set(id, found.get(id) ?? null);
      }
    },
  };
  return { asked, kept, options, repeats: () => keptTwice };
}
const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

Deno.test("ids go out in as few batches as they fit in", async () => {
  const { asked, kept, options } = setUp(() => false);
  const count = await lookUp({ ...options, ids: range(20) });
  assertEquals(asked.map((ids) => ids.length), [8, 8, 4]);
  assertEquals(count, { calls: 3, ids: 20, refused: [] });
  assertEquals([kept.get(2), kept.get(3), kept.size], [2, null, 20]);
});

Deno.test("no ids, no call", async () => {
  const { asked, options } = setUp(() => false);
  assertEquals(await lookUp({ ...options, ids: [] }), { calls: 0, ids: 0, refused: [] });
  assertEquals(asked, []);
});

Deno.test("a refused batch is halved until the bad id stands alone", async () => {
  const { asked, kept, options } = setUp((id) => id === 6);
  const count = await lookUp({ ...options, ids: range(8), concurrency: 1 });
  assertEquals(asked, [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [5, 6],
    [5],
    [6],
    [7, 8],
  ]);
  assertEquals(count, { calls: 7, ids: 8, refused: [{ id: 6, message: "bad id" }] });
  assertEquals([kept.get(4), kept.get(6), kept.get(8)], [4, null, 8]);
});

Deno.test("wherever bad ids are, every id is settled once and only they are lost", async () => {
  await fc.assert(fc.asyncProperty(
    fc.nat(40),
    fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
    fc.integer({ min: 1, max: 4 }),
    async (length, bad, concurrency) => {
      const { kept, options, repeats } = setUp((id) => bad.includes(id));
      const count = await lookUp({ ...options, ids: range(length), concurrency });
      assertEquals(repeats(), 0);
      for (const id of range(length)) {
        assertEquals(kept.get(id), id % 2 === 0 && !bad.includes(id) ? id : null);
      }
      const expected = [...new Set(bad)].filter((id) => id <= length).sort((a, b) => a - b);
      assertEquals(count.refused.map(({ id }) => id).sort((a, b) => a - b), expected);
    },
  ));
});

Deno.test("a service that refuses everything is not asked for every id alone", async () => {
  const { asked, options } = setUp(() => true);
  const error = await assertRejects(
    () => lookUp({ ...options, batch: 200, concurrency: 1, ids: range(1000) }),
    NcbiError,
  );
  assertEquals(error.message.includes("bad id"), true);
  assertEquals(asked.length < 40, true, `${asked.length} calls`);
});

Deno.test("when a batch fails, those in flight are kept and no new one starts", async () => {
  const { kept, options } = setUp(() => false);
  let calls = 0;
  await assertRejects(
    () =>
      lookUp({
        ...options,
        ids: range(80),
        ask: async (ids) => {
          if (++calls === 1) throw new NcbiError("no answer");
          // Another turn of the event loop: the failure comes first.
          await new Promise((done) => setTimeout(done, 1));
          return await options.ask(ids);
        },
      }),
    NcbiError,
    "no answer",
  );
  assertEquals(calls, 2);
  assertEquals([...kept.keys()], range(16).slice(8));
});
