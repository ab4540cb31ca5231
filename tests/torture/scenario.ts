/** What is tried again and again: a scenario, one round of it, and what a round counts. */
import type { Random } from "../support/random.ts";

/** What happened in the rounds of a scenario. */
export interface Counts {
  /** Processes started. */
  runs: number;
  /** Of these, killed by SIGKILL. */
  kills: number;
  /** Faults that the fakes were told to commit, files spoilt, disks filled, clocks moved. */
  faults: number;
  /** Promises looked at. */
  checks: number;
}

/** A promise that was broken. */
export class Violation extends Error {
  override name = "Violation";
}

/** One round: it counts, and it checks. */
export class Round {
  readonly counts: Counts = { runs: 0, kills: 0, faults: 0, checks: 0 };

  /** @param random Every choice of the round; the same seed, the same choices. */
  constructor(readonly random: Random) {}

  /** Fails the round unless a promise is kept. */
  check(kept: boolean, broken: string | (() => string)): void {
    this.counts.checks++;
    if (!kept) throw new Violation(typeof broken === "string" ? broken : broken());
  }

  /** Fails the round unless both values are the same by their JSON. */
  same(actual: unknown, expected: unknown, what: string): void {
    const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
    this.check(a === b, () => `${what}: ${shortened(a)} instead of ${shortened(b)}`);
  }
}

function shortened(text: string | undefined): string {
  return text === undefined || text.length < 400 ? String(text) : `${text.slice(0, 400)}…`;
}

/** One way to torture the program. */
export interface Scenario {
  name: string;
  /** Why it cannot be tried here; null where it can. */
  unavailable?(): Promise<string | null>;
  /** One round, in folders and with servers of its own. */
  play(round: Round): Promise<void>;
}
