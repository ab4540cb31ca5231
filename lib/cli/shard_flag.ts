/** The flag that splits a run over machines. */
import { parseShard, type Shard } from "../runner/shard.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Reads `--shard K/N`.
 *
 * @returns undefined where the flag is absent.
 * @throws {UsageError} where it is not of that form, or K is not from 1 to N.
 */
export function readShard(text: string | undefined): Shard | undefined {
  try {
    return text === undefined ? undefined : parseShard(text);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
