/** Work that Ctrl+C ends in order: what is begun is put away before the process leaves. */

/** The exit code of a command that was interrupted. */
export const EXIT_INTERRUPTED = 130;

/** The reason that an interrupted command's signal carries. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/**
 * Does work that ends early on SIGINT or SIGTERM.
 *
 * @param work Given a signal that is aborted with {@linkcode Interrupted} by the first of them.
 * @returns What the work returns; "interrupted" where it ended because of the signal.
 */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | "interrupted"> {
  const controller = new AbortController();
  const stop = () => controller.abort(new Interrupted("interrupted"));
  // Windows knows no SIGTERM.
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (error === controller.signal.reason) return "interrupted";
    throw error;
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, stop);
  }
}
