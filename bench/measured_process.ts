/** Running a process and measuring it from outside. */

/** What a process took. */
export interface Measured {
  seconds: number;
  /** Peak resident memory in MB (10^6 bytes). */
  megabytes: number;
}

/**
 * Runs `deno run -A` on a script to its end.
 *
 * @throws {Error} with its output where it fails.
 */
export async function measure(script: string, args: readonly string[]): Promise<Measured> {
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, ...args],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let kilobytes = 0;
  const poll = setInterval(() => {
    // The kernel keeps the peak, so the last look before the end is what counts.
    try {
      const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
      kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // It has just ended.
    }
  }, 10);
  try {
    const { success, stderr } = await child.output();
    const seconds = (performance.now() - started) / 1000;
    if (!success) throw new Error(`${script} failed: ${new TextDecoder().decode(stderr)}`);
    return { seconds, megabytes: kilobytes * 1024 / 1e6 };
  } finally {
    clearInterval(poll);
  }
}

/** Runs several things in turns, so that all see the same machine, and gives the best of each. */
export async function bestOf<Name extends string>(
  rounds: number,
  runs: Readonly<Record<Name, () => Promise<Measured>>>,
): Promise<Record<Name, Measured>> {
  const best = {} as Record<Name, Measured>;
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(runs) as Name[]) {
      const measured = await runs[name]();
      const before = best[name] ?? measured;
      best[name] = {
        seconds: Math.min(before.seconds, measured.seconds),
        megabytes: Math.max(before.megabytes, measured.megabytes),
      };
    }
  }
  return best;
}
