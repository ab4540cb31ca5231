import { assertAlmostEquals, assertEquals, assertLessOrEqual, assertRejects } from "@std/assert";
import fc from "fast-check";
import { createRateLimiter } from "../../lib/runner/rate_limiter.ts";

/** A clock that sleeping moves, late by what `lateness` says. */
function fakeTime(lateness: () => number = () => 0) {
  let time = 0;
  return {
    now: () => time,
    pass: (ms: number) => time += ms,
    sleep: (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      time += ms + lateness();
      return Promise.resolve();
    },
  };
}

async function timesOf(calls: number, rate: number, lateness?: () => number) {
  const clock = fakeTime(lateness);
  const limiter = createRateLimiter({ rate, ...clock });
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    await limiter.acquire();
    times.push(clock.now());
  }
  return times;
}

function mostInASecond(times: readonly number[]): number {
  let most = 0;
  for (let end = 0, start = 0; end < times.length; end++) {
    while (times[start]! <= times[end]! - 1000) start++;
    most = Math.max(most, end - start + 1);
  }
  return most;
}

Deno.test("requests pass evenly at the rate", async () => {
  const times = await timesOf(5, 2);
  assertEquals(times, [0, 500, 1000, 1500, 2000]);
});

Deno.test("1,000 requests at 50 a second take 20 s though every timer is late", async () => {
  const times = await timesOf(1000, 50, () => 3);
  assertAlmostEquals(times.at(-1)! - times[0]!, 999 * 20, 999 * 20 * 0.03);
});

Deno.test("no second sees more than the rate, whatever the rate and however late timers are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0.2, max: 200, noNaN: true }),
      fc.array(fc.nat(400), { minLength: 1, maxLength: 20 }),
      async (rate, late) => {
        let at = 0;
        const times = await timesOf(300, rate, () => late[at++ % late.length]!);
        assertLessOrEqual(mostInASecond(times), Math.ceil(rate));
      },
    ),
  );
});

Deno.test("a slow rate makes up for nothing after an idle time", async () => {
  const clock = fakeTime();
  const limiter = createRateLimiter({ rate: 0.8, ...clock });
  await limiter.acquire();
  clock.pass(2000);
  await limiter.acquire();
  await limiter.acquire();
  assertEquals(clock.now(), 3250);
});

Deno.test("a pause holds everybody back, and a shorter one does not end a longer one", async () => {
  const clock = fakeTime();
  const limiter = createRateLimiter({ rate: 100, ...clock });
  await limiter.acquire();
  limiter.pause(7);
  limiter.pause(1);
  await limiter.acquire();
  assertEquals(clock.now(), 7000);
});

Deno.test("callers pass in order, and one that gives up does not hold up the others", async () => {
  const limiter = createRateLimiter({ rate: 100 });
  const passed: string[] = [];
  const controller = new AbortController();
  await limiter.acquire();
  const second = limiter.acquire().then(() => passed.push("second"));
  const third = limiter.acquire(controller.signal);
  const fourth = limiter.acquire().then(() => passed.push("fourth"));
  controller.abort(new Error("stopped"));
  await assertRejects(() => third, Error, "stopped");
  await Promise.all([second, fourth]);
  assertEquals(passed, ["second", "fourth"]);
});

Deno.test("an abort ends a pause at once", async () => {
  const limiter = createRateLimiter({ rate: 1 });
  limiter.pause(3600);
  const controller = new AbortController();
  const waiting = limiter.acquire(controller.signal);
  controller.abort(new Error("stopped"));
  await assertRejects(() => waiting, Error, "stopped");
});

Deno.test("a rate that is no rate is refused", () => {
  for (const rate of [0, -1, NaN, Infinity]) {
    let message = "";
    try {
      createRateLimiter({ rate });
    } catch (error) {
      message = (error as Error).message;
    }
    assertEquals(message, `Cannot pace requests at ${rate} a second: it must be above 0`);
  }
});
