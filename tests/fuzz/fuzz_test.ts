/**
 * A short fuzz run; `deno task fuzz` is the long one. FUZZ_SEED for other
 * inputs, FUZZ_INPUTS for more.
 */
import { assert, assertEquals } from "@std/assert";
import { Random } from "../support/random.ts";
import { fuzz } from "./fuzz.ts";
import { targets } from "./targets.ts";
import { shown } from "./worker.ts";

const seed = Number(Deno.env.get("FUZZ_SEED") ?? 1);
const inputs = Number(Deno.env.get("FUZZ_INPUTS") ?? 4000);

Deno.test(`every reader takes ${inputs} mutated inputs without a crash, a hang or a wrong accept (seed ${seed})`, async () => {
  const { rows, problems } = await fuzz({ seed, inputs, workers: 1 });
  assertEquals(problems, []);
  for (const { target, inputs, accepted, refused } of rows) {
    assertEquals(accepted + refused, inputs, target);
    // A target all of whose inputs are refused would prove little.
    assert(accepted >= inputs / 20, `${target}: only ${accepted} of ${inputs} accepted`);
  }
});

Deno.test("an input depends on seed, target and number alone", () => {
  for (const target of targets) {
    const make = (index: number) => shown(target.make(Random.of(7, target.name, index)));
    const first = [1, 2, 3, 4, 5].map(make);
    assertEquals([5, 4, 3, 2, 1].map(make).toReversed(), first, target.name);
    assert(new Set(first).size > 1, target.name);
  }
});
