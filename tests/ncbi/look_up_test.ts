import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { lookUp, type LookUpOptions } from "../../lib/ncbi/look_up.ts";
import { NcbiError } from "../../lib/ncbi/transport.ts";

const WITNESS = 1000;

/** A service that refuses any list with a poisoned id, passes over mute ones and finds the even ids. */
function setUp(poison: (id: number) => boolean, mute: (id: number) => boolean = () => false) {
  const asked: number[][] = [];
  const kept = new Map<number, number | null>();
  let keptTwice = 0;
  const options: Omit<LookUpOptions<number>, "ids"> = {
    batch: 8,
    concurrency: 2,
    witness: WITNESS,
    pause: () => {
      asked.push([]);
      return Promise.resolve();
    },
    ask: (ids) => {
      asked.push([...ids]);
      return Promise.resolve(
        ids.some(poison) ? { kind: "refused", message: "bad id" } : {
          kind: "answer",
          value: new Map(
            ids.filter((id) => !mute(id)).map((id) => [id, id % 2 === 0 ? id : null]),
          ),
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
  assertEquals(count, { calls: 3, refused: [] });
  assertEquals([kept.get(2), kept.get(3), kept.size], [2, null, 20]);
});

Deno.test("no ids, no call", async () => {
  const { asked, options } = setUp(() => false);
  assertEquals(await lookUp({ ...options, ids: [] }), { calls: 0, refused: [] });
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
    [], // a pause, then the bad one again and one that was answered
    [6],
    [7],
  ]);
  assertEquals(count, { calls: 9, refused: [{ id: 6, message: "bad id" }] });
  assertEquals([kept.get(4), kept.get(6), kept.get(8)], [4, null, 8]);
});

Deno.test("wherever bad and mute ids are, every id is settled once and only they are lost", async () => {
  await fc.assert(fc.asyncProperty(
    fc.nat(40),
    fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
    fc.array(fc.integer({ min: 1, max: 40 })),
    fc.integer({ min: 1, max: 4 }),
    async (length, bad, mute, concurrency) => {
      const { kept, options, repeats } = setUp(
        (id) => bad.includes(id),
        (id) => mute.includes(id),
      );
      const isLost = (id: number) => bad.includes(id) || mute.includes(id);
      const count = await lookUp({ ...options, ids: range(length), concurrency });
      assertEquals(repeats(), 0);
      for (const id of range(length)) {
        assertEquals(kept.get(id), id % 2 === 0 && !isLost(id) ? id : null);
      }
      const expected = range(length).filter(isLost);
      assertEquals(count.refused.map(({ id }) => id).sort((a, b) => a - b), expected);
    },
  ));
});

Deno.test("a service that refuses everything is not asked for every id alone", async () => {
  const { asked, kept, options } = setUp(() => true);
  const error = await assertRejects(
    () => lookUp({ ...options, batch: 200, concurrency: 1, ids: range(1000) }),
    NcbiError,
  );
  assertEquals(error.message.includes("bad id"), true);
  assertEquals(asked.length < 40, true, `${asked.length} calls`);
  assertEquals(kept.size, 0, "a failure of the service is no miss");
});

Deno.test("a service that answers with nothing is no service that knows none of the ids", async () => {
  for (const length of [1, 20, 1000]) {
    const { asked, kept, options } = setUp(() => false, () => true);
    const error = await assertRejects(
      () => lookUp({ ...options, ids: range(length) }),
      NcbiError,
      "it answers for none of the last",
    );
    assertEquals(error.message.includes(String(WITNESS)), true);
    assertEquals(kept.size, 0);
    assertEquals(asked.length < 20, true, `${asked.length} calls`);
  }
});

Deno.test("when refusals begin in the middle, what was refused is asked again by the next run", async () => {
  let asked = 0;
  const { kept, options } = setUp(() => ++asked > 5);
  // Batches of eight: five are answered, then the service refuses whatever it is asked.
  await assertRejects(() => lookUp({ ...options, concurrency: 1, ids: range(80) }), NcbiError);
  assertEquals([...kept.keys()].length < 80, true);
  assertEquals([...kept].every(([id, found]) => found === (id % 2 === 0 ? id : null)), true);
});

Deno.test("ten bad ids in a row are ten bad ids, where the service works", async () => {
  const { kept, options } = setUp((id) => id > 50 && id <= 70);
  const count = await lookUp({ ...options, batch: 200, concurrency: 1, ids: range(70) });
  assertEquals(count.refused.map(({ id }) => id), range(70).slice(50));
  assertEquals([kept.get(50), kept.get(51), kept.get(70)], [50, null, null]);
});

Deno.test("an id that was refused or passed over only once is found", async () => {
  const troubles = new Map([[2, 4], [4, 1]]);
  const passing = (ids: readonly number[], id: number) => {
    const left = ids.includes(id) ? troubles.get(id) ?? 0 : 0;
    if (left > 0) troubles.set(id, left - 1);
    return left > 0;
  };
  const { kept, options } = setUp(() => false);
  const count = await lookUp({
    ...options,
    ids: range(8),
    // 2 is refused in batches of 8, 4 and 2 and alone, and no more; 4 is passed over once.
    ask: async (ids, giveUp) => {
      if (passing(ids, 2)) return { kind: "refused", message: "hiccup" };
      const answer = await options.ask(ids, giveUp);
      if (answer.kind === "answer" && passing(ids, 4)) {
        return { kind: "answer", value: new Map([...answer.value].filter(([id]) => id !== 4)) };
      }
      return answer;
    },
  });
  assertEquals(count.refused, []);
  assertEquals([kept.get(2), kept.get(4), kept.size], [2, 4, 8]);
});

Deno.test("after a failure no half of a refused batch is asked, and nobody goes on trying", async () => {
  const { options } = setUp(() => false);
  const asked: number[][] = [];
  const failed = Promise.withResolvers<void>();
  let gaveUp: unknown;
  await assertRejects(
    () =>
      lookUp({
        ...options,
        ids: range(16),
        ask: async (ids, giveUp) => {
          asked.push([...ids]);
          if (asked.length === 1) {
            queueMicrotask(failed.resolve);
            throw new NcbiError("no answer");
          }
          await failed.promise;
          await new Promise((done) => setTimeout(done, 1));
          gaveUp = giveUp.reason;
          return { kind: "refused", message: "bad id" };
        },
      }),
    NcbiError,
    "no answer",
  );
  assertEquals(asked.map((ids) => ids.length), [8, 8]);
  assertEquals((gaveUp as Error).message, "no answer");
});

Deno.test("when a batch fails, those in flight are kept and no new one starts", async () => {
  const { kept, options } = setUp(() => false);
  let calls = 0;
  await assertRejects(
    () =>
      lookUp({
        ...options,
        ids: range(80),
        ask: async (ids, giveUp) => {
          if (++calls === 1) throw new NcbiError("no answer");
          // Another turn of the event loop: the failure comes first.
          await new Promise((done) => setTimeout(done, 1));
          return await options.ask(ids, giveUp);
        },
      }),
    NcbiError,
    "no answer",
  );
  assertEquals(calls, 2);
  assertEquals([...kept.keys()], range(16).slice(8));
});
