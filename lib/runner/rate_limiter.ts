/** One pace for all requests of a run. */
import { orAborted, type Sleep, sleep as realSleep } from "./sleep.ts";

/** Lets callers pass one by one. */
export interface RateLimiter {
  /** Waits for the caller's turn, in the order of the calls; rejects with the signal's reason when aborted. */
  acquire(signal?: AbortSignal): Promise<void>;
  /** Nobody passes for this many seconds from now: what a 429 asks of everyone, not of one caller. */
  pause(seconds: number): void;
}

/** How a limiter is set up. */
export interface RateLimiterOptions {
  /** Requests per second, above 0; fractions are fine. */
  rate: number;
  /** Monotonic clock in milliseconds. @default performance.now */
  now?: () => number;
  /** @default ./sleep.ts */
  sleep?: Sleep;
}

/** A schedule that has fallen behind further than this starts afresh instead of being made up for. */
const MOST_LAG_MS = 1000;

/** Shortest distance of two requests, in intervals: bunches would look like a higher rate to a server far away. */
const CLOSEST = 0.75;

/** Slower schedules make up for nothing: the lateness of timers does not count there, the provider's limit does. */
const CATCH_UP_FROM = 10;

/**
 * Makes a limiter that spaces requests evenly: one every 1/rate seconds by a
 * fixed schedule, so that late timers do not lower the rate. What fell behind
 * is made up for at a somewhat higher pace, and whatever happens no second sees
 * more than rate requests (rounded up) pass.
 *
 * @throws {RangeError} where the rate is not a finite number above 0.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { rate, now = () => performance.now(), sleep = realSleep } = options;
  if (!(Number.isFinite(rate) && rate > 0)) {
    throw new RangeError(`Cannot pace requests at ${rate} a second: it must be above 0`);
  }
  const interval = 1000 / rate;
  const perSecond = Math.ceil(rate);
  const mostLag = rate < CATCH_UP_FROM ? 0 : MOST_LAG_MS;
  const passed = new RecentTimes(1000);
  let scheduled = -Infinity;
  let last = -Infinity;
  let pausedUntil = -Infinity;
  let queue: Promise<void> = Promise.resolve();

  const readyAt = (at: number) =>
    Math.max(
      pausedUntil,
      scheduled,
      last + interval * CLOSEST,
      passed.countSince(at) < perSecond ? -Infinity : passed.oldest + 1000,
    );

  const waitForSlot = async (signal?: AbortSignal) => {
    for (;;) {
      signal?.throwIfAborted();
      const at = now();
      const ready = readyAt(at);
      if (ready <= at) {
        // After an idle time the schedule starts at this request.
        scheduled = at - scheduled > mostLag ? at + interval : scheduled + interval;
        last = at;
        passed.add(at);
        return;
      }
      await sleep(ready - at, signal);
    }
  };

  return {
    async acquire(signal) {
      const before = queue;
      let leave = () => {};
      queue = new Promise((resolve) => leave = resolve);
      try {
        await orAborted(before, signal);
        await waitForSlot(signal);
      } finally {
        // One that gave up in the queue still keeps its place until those before it are through.
        before.then(leave);
      }
    },
    pause(seconds) {
      pausedUntil = Math.max(pausedUntil, now() + seconds * 1000);
    },
  };
}

/** The times of the last while, oldest first. */
class RecentTimes {
  #times: number[] = [];
  #start = 0;

  constructor(readonly spanMs: number) {}

  add(at: number): void {
    this.#times.push(at);
  }

  /** How many lie less than the span before `at`; older ones are forgotten. */
  countSince(at: number): number {
    while (this.#start < this.#times.length && this.#times[this.#start]! <= at - this.spanMs) {
      this.#start++;
    }
    if (this.#start > 1024 && this.#start * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#start);
      this.#start = 0;
    }
    return this.#times.length - this.#start;
  }

  /** The oldest one not forgotten. */
  get oldest(): number {
    return this.#times[this.#start] ?? -Infinity;
  }
}
