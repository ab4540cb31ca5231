/** Opening an output that may be a pipe. */
import { AtomicWriter } from "../benchmark/atomic_writer.ts";

/**
 * Opens an output. Where it is a pipe that nobody reads this waits, until the
 * signal is aborted.
 *
 * @throws {FileError} where it cannot be written.
 * @throws the signal's reason where it is aborted.
 */
export async function openOutput(path: string, signal?: AbortSignal): Promise<AtomicWriter> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal!.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const opening = AtomicWriter.create(path);
  try {
    return await Promise.race([opening, aborted.promise]);
  } catch (error) {
    // Should it open after all, it is let go.
    opening.then((writer) => writer[Symbol.asyncDispose](), () => {});
    throw error;
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}
