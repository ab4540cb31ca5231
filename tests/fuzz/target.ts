/** What is fuzzed: a way to make an input and a check of what becomes of it. */
import type { Random } from "../support/random.ts";

/** What a reader did with an input. */
export type Outcome = "accepted" | "refused";

/** One reader or parser under test. */
export interface Target<Input = unknown> {
  name: string;
  /** Its share of the inputs, relative to the others'. */
  weight: number;
  /** Makes an input: a mutation of a valid one. Pure, but for the dice. */
  make(random: Random): Input;
  /**
   * Lets the reader have it.
   *
   * @param folder For files; its contents may be overwritten.
   * @throws {Violation} where the reader broke a promise; anything else that is thrown counts as a crash.
   */
  check(input: Input, folder: string): Outcome | Promise<Outcome>;
}

/** A promise that was broken, other than by a crash. */
export class Violation extends Error {
  override name = "Violation";
}

/** Declares a target; keeps the type of its input to itself. */
export function target<Input>(declared: Target<Input>): Target {
  return declared as Target;
}

/**
 * Lets a reader run and tells a clear refusal from a crash.
 *
 * @param isClear Whether an error is one that the reader promises.
 * @returns What the reader gave, or the error it refused with.
 * @throws Whatever is no clear error, and clear ones that only hide a bug.
 */
export async function accepted<T>(
  read: () => T | Promise<T>,
  isClear: (error: Error) => boolean,
): Promise<{ value: T } | { error: Error }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof Error) || !isClear(error)) throw error;
    for (let each: unknown = error; each instanceof Error; each = each.cause) {
      if (isBug(each)) throw error;
    }
    return { error };
  }
}

/** What a mistake in a program throws; the decoder's complaint about bytes is none. */
function isBug(error: Error): boolean {
  return error instanceof ReferenceError || error instanceof RangeError ||
    error instanceof URIError ||
    (error instanceof TypeError && !/encoded data (is|was) not valid/.test(error.message));
}

/** Fails unless both are the same by their JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Violation(`${what}: ${a}, but the second path has ${b}`);
}
