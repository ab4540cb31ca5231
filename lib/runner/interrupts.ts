/** Ctrl+C once, Ctrl+C twice. */
import { Interrupted } from "./run_errors.ts";

/** The signals of a run. */
export interface Interrupts extends Disposable {
  /** Aborted by the first interrupt: ask nothing new, finish what is in flight. */
  soft: AbortSignal;
  /** Aborted by the second: drop what is in flight. */
  hard: AbortSignal;
}

/** How interrupts arrive. */
export interface InterruptOptions {
  /** Called with the first interrupt. */
  onFirst: () => void;
  /** Monotonic clock in milliseconds. @default performance.now */
  now?: () => number;
  /** @default Deno.addSignalListener */
  listen?: (signal: Deno.Signal, handler: () => void) => void;
  /** @default Deno.removeSignalListener */
  unlisten?: (signal: Deno.Signal, handler: () => void) => void;
}

/** A terminal delivers one Ctrl+C twice through `deno task`: to the task and, passed on by it, to the script. */
const ONE_KEYPRESS_MS = 500;

/** A terminal that is closed sends SIGHUP; what is in flight was paid for all the same. */
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Listens for interrupts until it is disposed of. */
export function listenForInterrupts(options: InterruptOptions): Interrupts {
  const {
    onFirst,
    now = () => performance.now(),
    listen = Deno.addSignalListener,
    unlisten = Deno.removeSignalListener,
  } = options;
  const soft = new AbortController();
  const hard = new AbortController();
  let first: number | null = null;
  const handler = () => {
    if (first === null) {
      first = now();
      soft.abort(new Interrupted("by a signal"));
      onFirst();
    } else if (now() - first >= ONE_KEYPRESS_MS) hard.abort(new Interrupted("by a second signal"));
  };
  for (const signal of SIGNALS) listen(signal, handler);
  return {
    soft: soft.signal,
    hard: hard.signal,
    [Symbol.dispose]() {
      for (const signal of SIGNALS) unlisten(signal, handler);
    },
  };
}
