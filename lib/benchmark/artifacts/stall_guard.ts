/** Giving up on a server that is silent. */

/** The server was silent for too long. */
class Stalled extends Error {
  override name = "Stalled";
}

/**
 * A signal for one request: it aborts with `Stalled` when `alive` has not been
 * called for a time, or with the caller's reason when the caller aborts.
 * Dispose of it, or its timer keeps the program running.
 */
export class StallGuard implements Disposable {
  readonly #controller = new AbortController();
  readonly #onAbort: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param seconds Of silence that are allowed.
   * @param outer The caller's signal. It is listened to, not combined by
   *   `AbortSignal.any`, which leaks on signals that live long (denoland/deno#24842).
   */
  constructor(readonly seconds: number, readonly outer?: AbortSignal) {
    this.#onAbort = () => this.#controller.abort(outer?.reason);
    outer?.addEventListener("abort", this.#onAbort, { once: true });
    if (outer?.aborted) this.#onAbort();
    this.alive();
  }

  /** For the request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something arrived: the time starts anew. */
  alive(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#controller.abort(new Stalled(`nothing arrived for ${this.seconds} s`)),
      this.seconds * 1000,
    );
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.outer?.removeEventListener("abort", this.#onAbort);
  }
}
