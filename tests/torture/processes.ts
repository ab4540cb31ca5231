/** Starting, killing and reading processes. */
import type { Round } from "./scenario.ts";

/** What a process left behind. */
export interface Ended {
  code: number;
  /** Killed or interrupted by us, before it had ended. */
  killed: boolean;
  stdout: string;
  stderr: string;
}

/** Lets a process run to its end. */
export function finish(round: Round, child: Deno.ChildProcess): Promise<Ended> {
  return killWhen(round, child, () => false);
}

/** Kills a process as soon as something is so, unless it ends before. */
export async function killWhen(
  round: Round,
  child: Deno.ChildProcess,
  ready: () => boolean,
  signal: Deno.Signal = "SIGKILL",
): Promise<Ended> {
  round.counts.runs++;
  let running = true;
  const output = child.output().finally(() => running = false);
  let killed = false;
  while (running && !killed) {
    if (ready()) {
      // The process may end at this very moment.
      try {
        child.kill(signal);
        killed = true;
      } catch { /* It has ended. */ }
    }
    await Promise.race([output, pause(2)]);
  }
  const { code, stdout, stderr } = await output;
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  killed &&= code === 137 || code === 130;
  if (killed) round.counts.kills++;
  return { code, killed, stdout: text(stdout), stderr: text(stderr) };
}

/** True once so many milliseconds have passed since the call. */
export function after(milliseconds: number): () => boolean {
  const at = performance.now() + milliseconds;
  return () => performance.now() >= at;
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
