/**
 * One round of every torture; `deno task torture` plays them for minutes.
 * TORTURE_SEED repeats a seed, TORTURE_ROUNDS plays more.
 */
import { assert, assertEquals } from "@std/assert";
import { scenarios } from "./scenarios.ts";
import { type BrokenPromise, torture } from "./torture.ts";

const seed = Number(Deno.env.get("TORTURE_SEED") ?? Date.now() % 1e6);
const rounds = Number(Deno.env.get("TORTURE_ROUNDS") ?? 1);

Deno.test(`${rounds} round of every torture breaks no promise (seed ${seed})`, async () => {
  const violations: BrokenPromise[] = [];
  const rows = await torture({
    seed,
    scenarios,
    minutes: rounds,
    rounds,
    onViolation: (violation) => violations.push(violation),
  });
  assertEquals(violations, []);
  for (const { scenario, skipped, rounds: played, checks } of rows) {
    // What the time did not suffice for is not proven, but what was played looked at something.
    assert(skipped !== null || played === 0 || checks > 0, scenario);
  }
});
