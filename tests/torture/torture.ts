/** Plays scenarios round after round and counts. */
import { Random } from "../support/random.ts";
import { type Counts, Round, type Scenario, Violation } from "./scenario.ts";

/** What to play. */
export interface TortureOptions {
  seed: number;
  scenarios: readonly Scenario[];
  /** No round begins after this. */
  minutes: number;
  /** Rounds of each scenario at the most. @default no limit */
  rounds?: number;
  /** The first round, to repeat a single one. @default 0 */
  from?: number | undefined;
  /** Rounds at a time. @default 2 */
  lanes?: number;
  /** Told of every violation as it happens. */
  onViolation?: (violation: BrokenPromise) => void;
}

/** A promise that was broken, and how to see it again. */
export interface BrokenPromise {
  scenario: string;
  round: number;
  message: string;
}

/** A line of the table. */
export interface TortureRow extends Counts {
  scenario: string;
  rounds: number;
  violations: number;
  /** Why it was not played; null where it was. */
  skipped: string | null;
}

/** Plays every scenario in turn until the time is over. */
export async function torture(options: TortureOptions): Promise<TortureRow[]> {
  const { seed, scenarios, minutes, rounds = Infinity, from = 0, lanes = 2 } = options;
  const until = performance.now() + minutes * 60_000;
  const rows: TortureRow[] = [];
  for (const { name, unavailable } of scenarios) {
    rows.push({
      scenario: name,
      rounds: 0,
      runs: 0,
      kills: 0,
      faults: 0,
      checks: 0,
      violations: 0,
      skipped: await unavailable?.() ?? null,
    });
  }
  let next = 0;
  const lane = async () => {
    for (;;) {
      const turn = next++;
      const at = turn % scenarios.length;
      const number = from + Math.floor(turn / scenarios.length);
      if (number - from >= rounds || performance.now() > until) return;
      const row = rows[at]!;
      if (row.skipped !== null) continue;
      const { name, play } = scenarios[at]!;
      const round = new Round(Random.of(seed, name, number));
      try {
        await inTime(play(round));
      } catch (error) {
        row.violations++;
        const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        options.onViolation?.({ scenario: name, round: number, message });
      }
      row.rounds++;
      for (const count of Object.keys(round.counts) as (keyof Counts)[]) {
        row[count] += round.counts[count];
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return rows;
}

/** Longest round in milliseconds; the usual one takes a few seconds. */
const LONGEST = 240_000;

/** A round that does not end is a violation too; what it left running is ended with this process. */
async function inTime(playing: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`no end after ${LONGEST} ms`)), LONGEST);
  });
  try {
    await Promise.race([playing, late]);
  } finally {
    clearTimeout(timer);
  }
}
