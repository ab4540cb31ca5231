/** Whether the flags of score.ts go together, and what they ask for. */
import { type Measure, parseMeasures } from "../scoring/measures.ts";
import type { ScoreFlags } from "./score_command.ts";
import { UsageError } from "./usage_error.ts";

/** What the flags ask for, once they are known to go together. */
export interface ScoreRequest {
  measures: Measure[];
  format: ScoreFlags["format"];
  /** Whether a JSON report is printed or written. */
  json: boolean;
}

/**
 * Checks flags against each other, before any work.
 *
 * @throws {UsageError} for flags that do not go together, and for a measure that there is not.
 */
export function scoreRequest(flags: ScoreFlags): ScoreRequest {
  const { input, results } = flags;
  if (input !== undefined && results.length === 0) {
    throw new UsageError("Cannot score --input alone: name the run with --results FILE");
  }
  if (flags.pairwise && results.length < 2) {
    throw new UsageError(
      "Cannot use --pairwise: it needs several runs; give --results twice or more",
    );
  }
  for (const name of ["failures", "export-run"] as const) {
    if (flags[name] !== undefined && results.length > 1) {
      throw new UsageError(
        `Cannot use --${name} with several runs: it is about one; score that run by itself`,
      );
    }
  }
  if (flags.json && !["table", "json"].includes(flags.format)) {
    throw new UsageError(`Cannot print --json and --format ${flags.format} at once: choose one`);
  }
  const format = flags.json ? "json" : flags.format;
  return {
    measures: flags.measures === undefined ? [] : readMeasures(flags.measures),
    format,
    json: format === "json" || flags.output !== undefined,
  };
}

function readMeasures(list: string): Measure[] {
  try {
    return parseMeasures(list);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
