/**
 * Searches that are killed at random moments and continued, at a provider that
 * fails now and then (tests/torture/scenarios/search_kills.ts). By default a
 * few of each kind; KILL_RUNS=100 for the full count, KILL_SEED to repeat one.
 */
import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import { searchKills } from "./torture/scenarios/search_kills.ts";
import { type BrokenPromise, torture } from "./torture/torture.ts";

const RUNS = Number(Deno.env.get("KILL_RUNS") ?? 2);
const SEED = Number(Deno.env.get("KILL_SEED") ?? Date.now() % 1e6);

for (const scenario of searchKills) {
  Deno.test(`${scenario.name}: ${RUNS} runs lose nothing and buy nothing twice (seed ${SEED})`, async () => {
    const violations: BrokenPromise[] = [];
    const [row] = await torture({
      seed: SEED,
      scenarios: [scenario],
      minutes: Infinity,
      rounds: RUNS,
      lanes: 1,
      onViolation: (violation) => violations.push(violation),
    });
    assertEquals(violations, []);
    assertEquals(row!.rounds, RUNS);
    // Each is started at least twice: once to be killed, once to go on.
    assertGreaterOrEqual(row!.runs, 2 * RUNS);
  });
}
