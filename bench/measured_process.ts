/** Running a process and measuring it from outside. */

/** What a process took. */
export interface Measured {
  /** By the clock on the wall. */
  seconds: number;
  /** Processor seconds of all threads: what others do on the machine matters less. */
  cpu: number;
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
  let cpu = 0;
  const poll = setInterval(() => {
    // The kernel keeps the peak, so the last look before the end is what counts.
    try {
      const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
      kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      cpu = Math.max(cpu, cpuSeconds(Deno.readTextFileSync(`/proc/${child.pid}/stat`)));
    } catch {
      // It has just ended.
    }
  }, 10);
  try {
    const { success, stderr } = await child.output();
    const seconds = (performance.now() - started) / 1000;
    if (!success) throw new Error(`${script} failed: ${new TextDecoder().decode(stderr)}`);
    return { seconds, cpu, megabytes: kilobytes * 1024 / 1e6 };
  } finally {
    clearInterval(poll);
  }
}

/** User and system time, fields 14 and 15 of Linux's /proc/PID/stat, in ticks of 10 ms. */
function cpuSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
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
        cpu: Math.min(before.cpu, measured.cpu),
        megabytes: Math.max(before.megabytes, measured.megabytes),
      };
    }
  }
  return best;
}
