/** How far a long job is: a live bar on a terminal, else a plain line now and then. */
import { grouped } from "../benchmark/counted.ts";
import { oneLine } from "../benchmark/harmless_text.ts";

/** Where and how progress is shown. */
export interface ProgressOptions {
  /** What is counted, in the plural: "questions". */
  unit: string;
  /** How many there are in all; null where that is unknown. */
  total: number | null;
  /** How many were done before this job began: shown, but not counted for the rate. @default 0 */
  already?: number;
  /** Writes text to stderr, without adding a line break. */
  write: (text: string) => void;
  /** A live bar instead of plain lines. */
  live: boolean;
  /** Nothing at all. @default false */
  quiet?: boolean;
  /** Seconds between plain lines. @default 5 */
  everySeconds?: number;
  /** Width of the terminal, to which a live line is cut. @default asked of the terminal */
  columns?: () => number;
  /** Monotonic clock in milliseconds. @default performance.now */
  now?: () => number;
  /** Shows a count. @default with thousands separators */
  format?: (count: number) => string;
}

/** A running display; dispose of it when the job ends. */
export interface Progress extends Disposable {
  /** Says how far the job is and what else is worth a number (calls, failures). */
  update(done: number, counts?: Readonly<Record<string, number>>): void;
  /** Shows a message of its own above a live bar. */
  note(line: string): void;
}

/** Starts a display. It ticks by itself, so that a job that waits is seen to wait. */
export function startProgress(options: ProgressOptions): Progress {
  const { write, live, quiet = false, everySeconds = 5, now = () => performance.now() } = options;
  const started = now();
  let state: ProgressState = { done: options.already ?? 0, counts: {} };
  let drawn = "";
  let lastPlain = "";
  const columns = options.columns ?? terminalColumns;
  const line = () => {
    const text = progressLine(options, state, (now() - started) / 1000);
    // A line that wraps could not be redrawn.
    return live ? text.slice(0, Math.max(0, columns() - 1)) : text;
  };
  const erase = () => drawn === "" ? "" : "\r\x1b[K";
  const draw = () => {
    const text = line();
    if (live) {
      if (text !== drawn) write(erase() + text);
      drawn = text;
    } else if (text !== lastPlain) {
      write(`${text}\n`);
      lastPlain = text;
    }
  };
  const timer = quiet ? undefined : setInterval(draw, live ? 200 : everySeconds * 1000);
  if (timer !== undefined) Deno.unrefTimer(timer);
  return {
    update(done, counts = {}) {
      state = { done, counts };
    },
    note(text) {
      write(`${erase()}${oneLine(text)}\n`);
      drawn = "";
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      if (live && drawn !== "") {
        draw();
        write("\n");
      }
      drawn = "";
    },
  };
}

function terminalColumns(): number {
  try {
    return Deno.consoleSize().columns;
  } catch {
    return Infinity;
  }
}

interface ProgressState {
  done: number;
  counts: Readonly<Record<string, number>>;
}

/**
 * One line of progress, e.g. `[#####     ] 50/100 questions, 2.0/s, 25 s left, 50 calls, 1 failures`.
 *
 * @param elapsed Seconds since the job began.
 */
export function progressLine(
  options: Pick<ProgressOptions, "unit" | "total" | "already" | "format" | "live">,
  state: ProgressState,
  elapsed: number,
): string {
  const { unit, total, already = 0, format = grouped } = options;
  const rate = elapsed > 0 ? (state.done - already) / elapsed : 0;
  const parts = [
    total === null
      ? `${format(state.done)} ${unit}`
      : `${format(state.done)}/${format(total)} ${unit}`,
    `${rate >= 100 ? format(Math.round(rate)) : rate.toFixed(rate < 1 ? 2 : 1)}/s`,
  ];
  if (total !== null && rate > 0 && total > state.done) {
    parts.push(`${duration((total - state.done) / rate)} left`);
  }
  for (const [name, count] of Object.entries(state.counts)) parts.push(`${format(count)} ${name}`);
  const bar = options.live && total !== null && total > 0 ? `${barOf(state.done / total)} ` : "";
  return bar + parts.join(", ");
}

function barOf(share: number): string {
  const full = Math.max(0, Math.min(20, Math.floor(share * 20)));
  return `[${"#".repeat(full)}${" ".repeat(20 - full)}]`;
}

/** Seconds in words: `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1440)} d ${Math.round((minutes % 1440) / 60)} h`;
}
