/** One signal for two. */

/** A signal that must be let go of. */
export interface HeldSignal extends Disposable {
  signal: AbortSignal;
}

/**
 * A signal that is aborted with the first of some others, with its reason.
 * Its listeners go when it is disposed of: `AbortSignal.any` over a signal that
 * lives as long as the run collects memory (denoland/deno#24842).
 *
 * @param signals The others; undefined ones are skipped.
 */
export function eitherSignal(...signals: (AbortSignal | undefined)[]): HeldSignal {
  const controller = new AbortController();
  const given = signals.filter((signal) => signal !== undefined);
  const listeners = given.map((signal) => () => controller.abort(signal.reason));
  given.forEach((signal, at) => {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener("abort", listeners[at]!, { once: true });
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      given.forEach((signal, at) => signal.removeEventListener("abort", listeners[at]!));
    },
  };
}
