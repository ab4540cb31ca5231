/**
 * Loaded before a script (`deno run --preload`): the wall clock jumps by hours
 * and years, back and forth, at every look; CLOCK_SEED chooses the jumps. The
 * monotonic clock goes on, as it does in an operating system.
 */
import { Random } from "../support/random.ts";

const random = new Random(Number(Deno.env.get("CLOCK_SEED") ?? 1));
const RealDate = Date;
const realNow = Date.now.bind(Date);

function jumped(): number {
  const spans = [0, 1, 60, 3600, 86_400, 365 * 86_400, 20 * 365 * 86_400];
  return realNow() + (random.chance(0.5) ? 1 : -1) * random.pick(spans) * 1000;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [jumped()] : args, newTarget),
  get: (target, name, receiver) => name === "now" ? jumped : Reflect.get(target, name, receiver),
});
