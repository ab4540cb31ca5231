/** Mutations that keep JSON valid and change what it says. */
import type { Random } from "../support/random.ts";

type Container = Record<string | number, unknown>;

/** Values that a field may hold where something else was expected. */
const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  200,
  1e300,
  2 ** 53,
  2 ** 53 - 1,
  "",
  " ",
  "0",
  "007",
  "1.0",
  "\ud800",
  "\u0000",
  "__proto__",
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
];

/**
 * Changes one to three places of a JSON value, at random.
 *
 * @returns A changed copy.
 */
export function mutateJson(random: Random, value: unknown): unknown {
  const holder: Container = { root: structuredClone(value) };
  for (let left = 1 + random.below(3); left > 0; left--) mutateOnce(random, holder);
  return holder.root;
}

function mutateOnce(random: Random, holder: Container): void {
  const places = placesIn(holder);
  const [container, key] = random.pick(places);
  const old = container[key];
  switch (random.below(7)) {
    case 0:
      set(container, key, structuredClone(random.pick(ODD)));
      return;
    case 1: // Gone.
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else if (container !== holder) delete container[key];
      return;
    case 2: // There twice, somewhere in the list.
      if (Array.isArray(container)) {
        container.splice(random.below(container.length + 1), 0, structuredClone(old));
      }
      return;
    case 3: { // What another place holds.
      const [from, name] = random.pick(places);
      set(container, key, structuredClone(from[name]));
      return;
    }
    case 4: // Another name.
      if (container !== holder && !Array.isArray(container)) {
        delete container[key];
        set(container, random.pick([`${key}x`, "", "id", "__proto__", "constructor"]), old);
      }
      return;
    default:
      set(container, key, near(random, old));
  }
}

/** A value that means the same or nearly so. */
function near(random: Random, value: unknown): unknown {
  if (typeof value === "number") {
    return random.pick([value + 1, value - 1, -value, value / 2, String(value), `0${value}`]);
  }
  if (typeof value !== "string") return Array.isArray(value) ? random.shuffled(value) : value;
  const at = random.below(value.length + 1);
  const insert = (text: string) => value.slice(0, at) + text + value.slice(at);
  return random.pick<() => unknown>([
    () => `0${value}`,
    () => ` ${value}\u0085`,
    () => `\ufeff${value}`,
    () => value.toUpperCase(),
    () => `https://pubmed.ncbi.nlm.nih.gov/${value}/`,
    () => `https://pubmed.ncbi.nlm.nih.gov/${value}?x#y`,
    () => `HTTPS://doi.org/ ${value}`,
    () => `doi: ${value}`,
    () => `doi:doi:${value}`,
    () => `${value}.`,
    () => `"${value}"`,
    () => insert(random.pick(["  ", "-", "\u2028", "\u001c", "e\u0301", "’", "ﬁ", "²", "İ", "\0"])),
    () => value.slice(0, at) + value.slice(at + 1),
    () => value.normalize(random.pick(["NFD", "NFKC", "NFKD"])),
    () => /^\d{1,15}$/.test(value) ? Number(value) : value.slice(0, at),
    () => value.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    () => value.repeat(2),
  ])();
}

/** Every place in the value, as the object or list that holds it and its key there. */
function placesIn(container: Container): [Container, string | number][] {
  const keys = Array.isArray(container) ? [...container.keys()] : Object.keys(container);
  return keys.flatMap((key) => {
    const value = container[key];
    const inner = typeof value === "object" && value !== null ? placesIn(value as Container) : [];
    return [[container, key] as [Container, string | number], ...inner];
  });
}

/** Sets a key of its own, also where it is called `__proto__`. */
function set(container: Container, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
