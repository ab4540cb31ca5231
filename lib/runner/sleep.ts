/** Waiting that an abort ends at once. */

/** Waits some milliseconds; rejects with the signal's reason as soon as that is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The longest delay that timers keep; longer ones fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Waits in real time. The listener on the signal is removed with the timer, so
 * a signal that lives as long as the run collects nothing.
 *
 * @param ms Milliseconds; cut to what a timer can hold (24 days).
 * @param signal Ends the wait early, with its reason as the error.
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, Math.max(0, Math.min(ms, LONGEST_TIMER_MS)));
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/**
 * Waits for a promise or an abort, whichever is first.
 *
 * @throws the signal's reason where that comes first; the promise goes on.
 */
export function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
