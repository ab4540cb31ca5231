/** Progress of a job in several phases, one display after the other. */
import { oneLine } from "../benchmark/harmless_text.ts";
import { type Progress, type ProgressOptions, startProgress } from "./progress.ts";

/** A display for phases; dispose of it when the job ends. */
export interface PhaseProgress extends Disposable {
  /** Says how far a phase is; a new phase ends the display of the one before. */
  update(phase: string, done: number, total: number | null): void;
  /** Shows a message of its own. */
  note(line: string): void;
}

/**
 * Starts a display for phases.
 *
 * @param options Of each phase's display, without what differs between them.
 */
export function startPhaseProgress(
  options: Omit<ProgressOptions, "unit" | "total" | "already">,
): PhaseProgress {
  let phase: string | undefined;
  let current: Progress | undefined;
  return {
    update(name, done, total) {
      if (phase !== name) {
        current?.[Symbol.dispose]();
        phase = name;
        current = startProgress({ ...options, unit: name, total });
      }
      current?.update(done);
    },
    note(line) {
      if (current) current.note(line);
      else options.write(`${oneLine(line)}\n`);
    },
    [Symbol.dispose]() {
      current?.[Symbol.dispose]();
      current = undefined;
    },
  };
}
